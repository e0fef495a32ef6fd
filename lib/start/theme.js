import { join } from 'node:path';
import { hasSharp } from '../content/media/resize.js';
import { Assets } from '../views/assets.js';
import { createCardThread, createShareCards } from '../views/share-cards.js';
import { Source } from '../views/source.js';
import { ViewManager } from '../views/view-manager.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { DrawCard } from '../views/share-cards.js' */

/**
 * What pages are made with: templates and style sheets, of the engine and of the owner's theme, and pictures for shared
 * links.
 * @param {object} deps
 * @param {string} deps.root  the engine's folder
 * @param {string} deps.themeDir  '' for none
 * @param {DrawCard | null} [deps.drawCard]  null: sharp is not installed
 * @param {Clock} deps.clock
 */
export function openTheme({ root, themeDir, drawCard, clock }) {
  const folders = [root, ...(themeDir ? [themeDir] : [])];
  const views = new ViewManager(folders.map((folder) => join(folder, 'views')));
  const assets = new Assets(folders.map((folder) => join(folder, 'public')));
  const thread = createCardThread({ clock });
  const draw = drawCard === undefined && hasSharp() ? thread.draw : (drawCard ?? null);
  return {
    views,
    assets,
    source: new Source(root),
    drawShareCard: draw && createShareCards({ draw, views }),
    close: () => thread.close(),
  };
}
