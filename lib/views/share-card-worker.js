import { loadSharp } from '../content/media/resize.js';
import { answerCalls } from '../base/threads/thread.js';
import { SHARE_CARD } from './share-cards.js';
import { escape } from './view-manager.js';
/** @import { Sharp } from '../content/media/resize.js' */

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

/** What runs in the thread for cards. */
answerCalls({
  /** @param {[Parameters<typeof drawCard>[0], string]} input */
  drawCard: async (...input) => drawCard(...input, await loadSharp()),
});

/**
 * Pango breaks and orders the lines.
 * @param {{ title: string, blog: string }} shown
 * @param {string} background an SVG
 * @param {Sharp | null} sharp
 * @returns {Promise<Buffer>} a PNG
 * @throws {Error} without sharp, and when sharp fails
 */
export async function drawCard({ title, blog }, background, sharp) {
  if (!sharp) throw new Error('sharp is installed, and cannot be loaded');
  const texts = [...(await drawText(title, TITLE, sharp)), ...(await drawText(blog, BLOG, sharp))];
  return sharp(Buffer.from(background))
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
  const shown = lineOf(text, most);
  if (!VISIBLE.test(shown)) return [];
  const markup = `<span foreground="white">${escape(shown)}</span>`;
  const shared = { text: markup, font, width: WIDTH, align: 'centre', wrap: 'word-char' };
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

/**
 * @param {string} text
 * @param {number} most
 * @returns {string} one line of at most so many letters, cut between words if it can be
 */
function lineOf(text, most) {
  const line = text.slice(0, 1000).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (letters.length <= most) return line;
  const start = letters.slice(0, most - 1).join('');
  return `${start.replace(/\s\S{0,20}$/, '')}…`;
}
