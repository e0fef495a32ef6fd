import { hasSharp } from '../content/media/resize.js';
import { idOf } from '../content/media/urls.js';
import { Themes } from '../views/appearance/themes.js';
import { createCardThread, createShareCards } from '../views/share-cards.js';
import { Source } from '../views/source.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Config } from './config.js' */
/** @import { OpenBlog } from './open-blog.js' */
/** @import { DrawCard } from '../views/share-cards.js' */

/**
 * What pages are made with: templates and style sheets, of the engine and of the owner's theme, and pictures for shared
 * links.
 * @param {object} deps
 * @param {Pick<Config, 'themeDir'>} deps.config
 * @param {Pick<OpenBlog, 'store'>} deps.open
 * @param {string} deps.root  the engine's folder
 * @param {DrawCard | null} [deps.drawCard]  null: sharp is not installed
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function openTheme({ config, open: { store }, root, drawCard, clock, log }) {
  const { themeDir } = config;
  const themes = new Themes({ root, themeDir, ...uploadsIn(store), log });
  const { views, assets } = themes.base;
  const thread = createCardThread({ clock });
  const draw = drawCard === undefined && hasSharp() ? thread.draw : (drawCard ?? null);
  return {
    themes,
    views,
    assets,
    source: new Source(root),
    drawShareCard: draw && createShareCards({ draw, views }),
    close: () => thread.close(),
  };
}

/** @param {Store} store */
export const uploadsIn = (store) => ({
  /** @param {string} path */
  read: async (path) => (await store.get('media', idOf(path)))?.bytes ?? null,
  /** @param {string} path */
  has: async (path) => (await store.getMany('media', [idOf(path)], ['bytes']))[0] !== null,
});
