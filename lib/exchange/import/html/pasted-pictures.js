import { tooMuch } from './too-much.js';
/** @import { TextWork } from '../../../markup/text-work.js' */

/** @typedef {typeof import('./pasted.js')} Converter */

/** Where it is converted: this thread loads none of it. */
const CONVERTER = new URL('pasted.js', import.meta.url);

const MOST_PICTURES = 50;

/** A picture in the text itself, and its number in its place. */
const INLINE = /(data:image\/(?:png|jpeg|gif|webp);base64,)([a-z0-9+/]+={0,2})/gi;
const NUMBERED = /data:image\/\w{1,4};base64,(\d{1,4})(?![\w+/=])/gi;

/**
 * @param {string} html as another program put it on the clipboard
 * @param {object} means
 * @param {Pick<TextWork, 'inThread'>} means.texts
 * @param {(picture: { type: string, bytes: Buffer }) => Promise<string | null>} means.save  stores a picture that is in
 *   the text itself; returns its URL, null when that is impossible
 * @param {(address: string) => Promise<string | null>} means.fetch  the same for one that is at another site
 * @returns {Promise<string>} Markdown
 * @throws {LarderError} `invalid` when it is too large or too deeply nested, or has too many pictures; `unavailable`
 */
export async function pastedWithPictures(html, { texts, save, fetch }) {
  /** @type {{ start: string, base64: string }[]} */
  const pictures = [];
  const short = html.replace(INLINE, (_, start, base64) => {
    if (pictures.length === MOST_PICTURES) throw tooMuch();
    pictures.push({ start, base64 });
    return `${start}${pictures.length - 1}`;
  });
  /** @param {Map<string, string>} urls */
  const convert = (urls) =>
    /** @type {Promise<ReturnType<Converter['convertPasted']>>} */ (
      texts.inThread(CONVERTER, 'convertPasted', short, urls)
    );
  const asPasted = await convert(new Map());
  const brought = await fetchAll(asPasted.elsewhere, fetch);
  const { markdown } = brought.size > 0 ? await convert(brought) : asPasted;
  /** @type {Map<string, string>} */
  const urls = new Map();
  for (const [whole, number] of markdown.matchAll(NUMBERED)) {
    const { start, base64 } = pictures[Number(number)] ?? {};
    if (base64 === undefined || urls.has(whole)) continue;
    const type = start.slice('data:'.length, start.indexOf(';')).toLowerCase();
    const url = await save({ type, bytes: Buffer.from(base64, 'base64') });
    urls.set(whole, url ?? start + base64);
  }
  return markdown.replace(NUMBERED, (whole) => urls.get(whole) ?? whole);
}

/**
 * @param {string[]} addresses
 * @param {(address: string) => Promise<string | null>} fetch
 * @returns {Promise<Map<string, string>>} the new URLs of those that could be had
 */
async function fetchAll(addresses, fetch) {
  /** @type {Map<string, string>} */
  const urls = new Map();
  const bring = async (/** @type {string} */ address) => {
    const url = await fetch(address);
    if (url !== null) urls.set(address, url);
  };
  await Promise.all(addresses.slice(0, MOST_PICTURES).map(bring));
  return urls;
}
