import { hasSharp } from '../../lib/content/media/resize.js';

import { drawCard } from '../../lib/views/share-card-worker.js';
/** @import { Sharp } from '../../lib/content/media/resize.js' */
/** @import { DrawCard } from '../../lib/views/share-cards.js' */

/**
 * In place of sharp: each text is as high as it has lines of twenty letters, unless it has to fit a height, and a picture tells what
 * it was made of.
 * @type {Sharp}
 */
export const sharpDouble = (input) => {
  const { text } = /** @type {{ text?: any }} */ (input);
  /** @type {unknown[]} */
  let laid = [];
  const lines = Math.ceil((text?.text.length ?? 0) / 20);
  const info = { width: 400, height: text?.height ?? lines * 80 };
  const chain = {
    timeout: () => chain,
    png: () => chain,
    composite(/** @type {{ input: Buffer }[]} */ texts) {
      laid = texts.map(({ input, ...place }) => ({ ...JSON.parse(String(input)), ...place }));
      return chain;
    },
    async toBuffer({ resolveWithObject = false } = {}) {
      const told = text ?? { background: String(input), texts: laid };
      const data = Buffer.from(JSON.stringify(told));
      return resolveWithObject ? { data, info } : data;
    },
  };
  return chain;
};

/** Draws cards in this thread. @param {() => Promise<Sharp | null>} [load] @returns {DrawCard} */
export const drawWith =
  (load = async () => sharpDouble) =>
  async (texts, background) =>
    drawCard(texts, background, await load());

/** In CI it is there, or the test fails. @param {Mocha.Context} test */
export function skipWithoutSharp(test) {
  if (!hasSharp() && !process.env.CI) test.skip();
}
