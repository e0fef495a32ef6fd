/** @import { SourceFile } from './front-matter.js' */

/** What a file of Lektor is called. */
const LEKTOR = /(^|\/)contents\.lr$/;

/** Fields that may be the text. */
const TEXTS = ['body', 'text', 'content', 'contents'];

/** @param {string} file @returns {boolean} whether Lektor has written it */
export const isLektor = (file) => LEKTOR.test(file);

/** @param {string} file @returns {string} its name as other engines have it: that of its folder counts */
export const usualName = (file) => file.replace(LEKTOR, '$1index.md');

/**
 * @param {string} text of a file of Lektor
 * @returns {SourceFile} its text, and all other fields
 */
export function splitLektor(text) {
  const fields = fieldsIn(text.replaceAll('\r\n', '\n'));
  const name = TEXTS.find((each) => fields.has(each)) ?? '';
  const body = blocksIn(fields.get(name) ?? '');
  fields.delete(name);
  const { tags = '', ...metadata } = Object.fromEntries(fields);
  return { metadata: { ...metadata, ...(tags && { tags: tags.split('\n') }) }, body };
}

/** @param {string} text @returns {Map<string, string>} */
function fieldsIn(text) {
  const fields = text.split(/^---[ \t]*$/m).map((field) => {
    const at = field.indexOf(':');
    // What has fields or lines of its own within has one more dash.
    const value = field.slice(at + 1).replace(/^-(?=---)/gm, '');
    return /** @type {const} */ ([field.slice(0, Math.max(at, 0)).trim(), value.trim()]);
  });
  return new Map(fields.filter(([name, value]) => /^\w+$/.test(name) && value));
}

/** @param {string} text perhaps of blocks @returns {string} in Markdown */
function blocksIn(text) {
  const [before, ...blocks] = text.split(/^#### [\w-]{1,50} ####$/m);
  const shown = blocks.map((block) => {
    const fields = fieldsIn(block);
    const image = fields.get('image');
    const texts = TEXTS.flatMap((name) => fields.get(name) ?? []);
    return [...(image ? [`![](<${image}>)`] : []), ...texts].join('\n\n');
  });
  return `${[before.trim(), ...shown].filter(Boolean).join('\n\n')}\n`;
}
