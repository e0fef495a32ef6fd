import { looksLikeImage } from '../../shared/file-names.js';
import { isRecord } from '../../shared/read-data.js';

/**
 * Fields of front matter that name an image for the whole post, in lower case without hyphens; the first that has one
 * counts.
 */
const NAMES =
  'cover coverimage coverimg featuredimage featureimage heroimage hero bannerimage banner image picture pictureurl photo thumbnail thumb teaser header images ogimage socialimage'.split(
    ' ',
  );

/** Objects in which generators keep custom fields. */
const NESTED = /^(params|extra|meta|metadata)$/;

/** Where an object says the address, and what the image shows. */
const ADDRESS = ['src', 'url', 'image', 'path', 'file', 'relative', 'publicurl', 'teaser'];
const WORDS = ['alt', 'alttext', 'caption', 'title', 'description'];

/**
 * @param {Record<string, unknown>} raw front matter, of whatever generator
 * @returns {{ address: string, alt: string } | null} the cover image, as it is written
 */
export function readCover(raw) {
  const fields = plainNames(raw);
  for (const name of NAMES) {
    const found = imageIn(fields.get(name));
    if (!found) continue;
    const next = [`${name}alt`, `${name.replace(/image$/, '')}alt`, `alt${name}`];
    return { ...found, alt: found.alt || textIn(fields, next) };
  }
  const nested = [...fields].filter(([name]) => NESTED.test(name)).map(([, value]) => value);
  return nested.filter(isRecord).map(readCover).find(Boolean) ?? null;
}

/** @param {unknown} value @returns {{ address: string, alt: string } | null} */
function imageIn(value) {
  const [first] = [value].flat();
  if (typeof first === 'string') return isImage(first) ? { address: first.trim(), alt: '' } : null;
  if (!isRecord(first)) return null;
  const fields = plainNames(first);
  const address = textIn(fields, ADDRESS);
  return isImage(address) ? { address, alt: textIn(fields, WORDS) } : null;
}

/** @param {Record<string, unknown>} raw @returns {Map<string, unknown>} */
const plainNames = (raw) =>
  new Map(
    Object.entries(raw).map(([name, value]) => [name.toLowerCase().replace(/[-_]/g, ''), value]),
  );

/** @param {Map<string, unknown>} fields @param {string[]} names @returns {string} the first text */
const textIn = (fields, names) =>
  names
    .map((name) => fields.get(name))
    .find((value) => typeof value === 'string')
    ?.trim() ?? '';

/** @param {string} address */
const isImage = (address) =>
  address.length <= 2000 &&
  (looksLikeImage(address.trim().split(/[?#]/, 1)[0]) || /^https?:\/\/\S+$/.test(address));
