import { LarderError } from '../errors.js';
import { Semaphore } from '../runtime/semaphore.js';
import { escape } from './view-manager.js';
/** @import { ViewManager } from './view-manager.js' */
/** @import { Sharp } from '../media/sizes.js' */

/** In pixels, as the networks ask for it. */
export const SHARE_CARD = { width: 1200, height: 630 };

/** Any further ones are told to come back later: each takes one of the places for renders. */
const WAITING_AT_MOST = 3;
const SECONDS_AT_MOST = 3;

/**
 * @typedef {object} Line
 * @property {string} font  for Pango, with its size in pixels
 * @property {number} most  letters
 * @property {number} height  above which it is made smaller
 * @property {number} middle  where its middle is on the card
 */
const WIDTH = 1040;
/** @type {Line} */
const TITLE = { font: 'serif bold 80', most: 140, height: 330, middle: 310 };
/** @type {Line} */
const BLOG = { font: 'sans-serif 32', most: 60, height: 50, middle: 550 };

/** Pango refuses to draw nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * @typedef {{ title: string, blog: string, letter: string }} ShareCard  of the blog: its title, and the first letter of that
 * @typedef {(card: ShareCard) => Promise<Buffer>} DrawShareCard  a PNG
 */

/**
 * Draws the pictures of shared links, one at a time, in the threads of sharp. Pango breaks and orders the lines.
 * @param {{ load: () => Promise<Sharp | null>, views: Pick<ViewManager, 'render'> }} deps
 * @returns {DrawShareCard} throws a LarderError `unavailable` when too many wait, or sharp fails
 */
export function createShareCards({ load, views }) {
  const semaphore = new Semaphore(1);
  return async (card) => {
    if (semaphore.waiting >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many cards are waiting to be drawn');
    try {
      return await semaphore.run(() => draw(card, load, views));
    } catch (error) {
      throw new LarderError('unavailable', 'A card could not be drawn', { cause: error });
    }
  };
}

/** @param {ShareCard} card @param {() => Promise<Sharp | null>} load @param {Pick<ViewManager, 'render'>} views @returns {Promise<Buffer>} */
async function draw({ title, blog, letter }, load, views) {
  const sharp = await load();
  if (!sharp) throw new Error('sharp is installed, and cannot be loaded');
  const texts = [...(await drawText(title, TITLE, sharp)), ...(await drawText(blog, BLOG, sharp))];
  return sharp(Buffer.from(views.render('share-card', { letter }).body))
    .timeout({ seconds: SECONDS_AT_MOST })
    .composite(texts)
    .png({ palette: true })
    .toBuffer();
}

/**
 * @param {string} text
 * @param {Line} line
 * @param {Sharp} sharp
 * @returns {Promise<{ input: Buffer, left: number, top: number }[]>} what to lay on the card
 */
async function drawText(text, { font, most, height, middle }, sharp) {
  const shown = cut(text, most);
  if (!VISIBLE.test(shown)) return [];
  const markup = `<span foreground="white">${escape(shown)}</span>`;
  const shared = { ...{ text: markup, font, width: WIDTH }, align: 'centre', wrap: 'word-char' };
  const fill = (/** @type {{ dpi: number } | { height: number }} */ size) =>
    sharp({ text: { ...shared, ...size, rgba: true } })
      .timeout({ seconds: SECONDS_AT_MOST })
      .png()
      .toBuffer({ resolveWithObject: true });
  let drawn = await fill({ dpi: 72 });
  // With a height and no resolution it becomes as small as it has to.
  if (drawn.info.height > height) drawn = await fill({ height });
  const { data: input, info } = drawn;
  const left = Math.round((SHARE_CARD.width - info.width) / 2);
  return [{ input, left, top: Math.round(middle - info.height / 2) }];
}

/** @param {string} text @param {number} most @returns {string} one line of at most so many letters */
function cut(text, most) {
  const line = text.slice(0, 1000).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (letters.length <= most) return line;
  const start = letters.slice(0, most - 1).join('');
  return `${start.trimEnd()}…`;
}
