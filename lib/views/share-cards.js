import { LarderError } from '../base/errors.js';
import { Semaphore } from '../base/semaphore.js';
import { TaskThread } from '../base/threads/task-thread.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { ViewManager } from './view-manager.js' */

/** In pixels, as the networks ask for it. */
export const SHARE_CARD = { width: 1200, height: 630 };

/** Any further ones are told to come back later: each takes one of the places for renders. */
const WAITING_AT_MOST = 3;

/**
 * @typedef {{ title: string, blog: string, letter: string, accent: string }} ShareCard  of the blog: its title, and the
 *   first letter of that
 * @typedef {(card: ShareCard) => Promise<Buffer>} DrawShareCard  a PNG
 * @typedef {(texts: { title: string, blog: string }, background: string) => Promise<Uint8Array>} DrawCard  a PNG;
 *   `background`: an SVG
 */

/**
 * Draws the pictures of shared links, one at a time.
 * @param {{ draw: DrawCard, views: Pick<ViewManager, 'render'> }} deps
 * @returns {DrawShareCard} throws a LarderError `unavailable` when too many wait, or sharp fails
 */
export function createShareCards({ draw, views }) {
  const semaphore = new Semaphore(1);
  return async ({ letter, accent, ...texts }) => {
    if (semaphore.waiting >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many cards are waiting to be drawn');
    try {
      const background = views.render('share-card', { letter, accent }).body;
      return Buffer.from(await semaphore.run(() => draw(texts, String(background))));
    } catch (error) {
      throw new LarderError('unavailable', 'A card could not be drawn', { cause: error });
    }
  };
}

/**
 * Draws in a thread that exists only while it is needed: loading sharp holds it for 100 ms.
 * @param {{ clock: Clock }} deps
 * @returns {{ draw: DrawCard, close: () => Promise<void> }}
 */
export function createCardThread({ clock }) {
  const file = new URL('share-card-worker.js', import.meta.url);
  const refuse = (/** @type {string} */ reason) =>
    new LarderError('unavailable', `A card ${reason}`);
  /** @type {TaskThread<{ drawCard: DrawCard }>} */
  const thread = new TaskThread({ clock, file, refuse });
  return {
    draw: (texts, background) => thread.run('drawCard', texts, background),
    close: () => thread.close(),
  };
}
