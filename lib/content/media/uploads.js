import { setImmediate } from 'node:timers/promises';
import { fileName, nameOf } from './names.js';
import { isPicture } from './types.js';
import { mediaUrl } from './urls.js';
/** @import { Texts } from '../../store/text-fields.js' */
/** @import { Content } from '../content.js' */
/** @import { LarderError } from '../../base/errors.js' */
/** @import { Media } from '../../store/types.js' */

/**
 * Checks an uploaded file and stores it.
 * @param {{ name: string, bytes: Buffer } & Partial<Texts<'media'>>} file
 * @param {string} by a user's id
 * @param {Pick<Content, 'inspectMedia' | 'saveMedia'>} content
 * @returns {Promise<Media>} the existing one, if the same file was uploaded before
 * @throws {LarderError} `tooLarge`, `unsupported`, or `invalid`
 */
export async function saveUpload({ name, bytes: sent, ...texts }, by, content) {
  const { extension, ...found } = await content.inspectMedia(sent, name);
  // Inspecting a large file takes a while, and so does storing it.
  await setImmediate();
  return content.saveMedia({ ...found, name: fileName(name, extension), by, ...texts });
}

/**
 * @param {Pick<Media, 'id' | 'type' | 'alt'>} media
 * @returns {string} Markdown that shows it or links to it
 */
export function markdownFor({ id, type, alt }) {
  const url = mediaUrl(id);
  if (isPicture(type)) return `![${escapeText(alt)}](${url})`;
  return `[${escapeText(alt || nameOf(id))}](${url})`;
}

/** @param {string} text @returns {string} escaped for Markdown, in one line */
const escapeText = (text) => text.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>&!]/g, '\\$&');
