import { performance } from 'node:perf_hooks';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import * as shows from '../../lib/changes/keys.js';

/**
 * What it costs to clear what a comment touches, when the cache holds the pages of many posts.
 * @param {number} entries
 * @param {number} comments
 * @returns {{ costs: number[], cleared: number }} milliseconds, of each comment; entries cleared by all of them
 */
export function clearForComments(entries, comments) {
  const cache = new CacheManager({ maxBytes: Number.MAX_SAFE_INTEGER, stores: typedStores });
  for (let number = 0; number < entries; number++) store(cache, number);
  const costs = [];
  let cleared = 0;
  for (let comment = 0; comment < comments; comment++) {
    const number = (comment * 97) % entries;
    const start = performance.now();
    const keys = [shows.comments(`${number}`), shows.commentCount(`${number}`)];
    cleared += cache.clear('comment', keys);
    costs.push(performance.now() - start);
    store(cache, number);
  }
  return { costs, cleared };
}

/** @param {CacheManager<any>} cache @param {number} number */
function store(cache, number) {
  const id = `${number}`;
  const lease = cache.lease();
  const dependsOn = [
    shows.text(id),
    shows.comments(id),
    shows.neighbours(id),
    shows.setting('title'),
  ];
  cache.store({ key: `/post/${id}`, store: 'floating', dependsOn, bytes: 100, hits: 0 }, lease);
  cache.release(lease);
}
