import * as shows from './changes/keys.js';
import { Reader } from './content/reader.js';
import { TrackedIndex } from './index/tracked-index.js';

/**
 * @typedef {import('./blog.js').Blog} Blog
 * @typedef {import('./blog.js').ShownBlog} ShownBlog
 */

/**
 * The blog for one render: whatever controller, presenter or template asks it is noted, so that none of them can forget
 * what its page depends on.
 * @param {Blog} blog
 * @returns {{ blog: ShownBlog, reader: Reader, dependsOn: () => string[], moments: () => number[] }} `dependsOn`: keys of
 *   lib/changes/keys.js; `moments`: of which the page shows the day, in milliseconds since 1970
 */
export function track({ index, store, texts, source, assets, baseUrl }) {
  /** @type {Set<string>} */
  const keys = new Set();
  const note = (/** @type {string} */ key) => void keys.add(key);
  const tracked = new TrackedIndex(index, note);
  return {
    blog: {
      index: tracked,
      assets,
      baseUrl,
      get source() {
        note(shows.source);
        return source;
      },
    },
    reader: new Reader({ store, index, texts, note }),
    dependsOn: () => [...keys],
    moments: () => [...tracked.moments].map((iso) => Date.parse(iso)),
  };
}
