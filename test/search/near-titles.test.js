import assert from 'node:assert/strict';
import { createNear } from '../../lib/search/near-titles.js';
import { differsBy } from '../../lib/search/similar-words.js';
import { createRandom } from '../fuzz/random.js';
/** @import { Summary } from '../../lib/store/types.js' */

const words = [
  'rye',
  'bread',
  'breads',
  'braed',
  'salt',
  'salty',
  'jam',
  'larder',
  'ladder',
  'plum',
  'brot',
  'a',
];

/** Compares each word with each. @param {string[]} wanted @param {string[]} slugs @returns {string[]} */
function naive(wanted, slugs) {
  const near = (/** @type {string} */ one, /** @type {string} */ other) => {
    if (one === other) return 1;
    return one.length > 3 && differsBy(1, one, other) ? 0.8 : 0;
  };
  return slugs
    .map((slug) => {
      const own = slug.split('-');
      const best = wanted.map((word) => Math.max(...own.map((each) => near(word, each))));
      const score = best.reduce((sum, each) => sum + each, 0) / wanted.length;
      return { slug, score, more: Math.abs(own.length - wanted.length) };
    })
    .filter(({ score }) => score >= 0.6)
    .sort((a, b) => b.score - a.score || a.more - b.more)
    .slice(0, 3)
    .map(({ slug }) => slug);
}

describe('What may have been meant by an address at which there is nothing', () => {
  it('is what comparing each word of it with each of all posts finds', () => {
    const random = createRandom(54);
    const some = (/** @type {number} */ most) =>
      Array.from({ length: 1 + random.below(most) }, () => random.pick(words));
    let found = 0;
    for (let round = 0; round < 300; round++) {
      const slugs = Array.from({ length: 30 }, (_, number) => [...some(4), `x${number}`].join('-'));
      const posts = slugs.map((slug) => /** @type {Summary} */ ({ slug }));
      const near = createNear(posts);
      for (let asked = 0; asked < 10; asked++) {
        const wanted = some(3);
        if (wanted.join('-').length < 3) continue;
        const expected = naive(wanted, slugs);
        assert.deepEqual(
          near(`/post/${wanted.join('-')}`, 3).map(({ slug }) => slug),
          expected,
          wanted.join('-'),
        );
        found += expected.length;
      }
    }
    assert.ok(found > 1000);
  });

  it('is found for each slip of the pen in a word of four letters or more', () => {
    const near = createNear([/** @type {Summary} */ ({ slug: 'plum' })]);
    for (const path of [
      '/plum',
      '/lum',
      '/plu',
      '/pum',
      '/plums',
      '/xlum',
      '/plux',
      '/lpum',
      '/pulm',
      '/plmu',
    ])
      assert.equal(near(path, 3).length, path.length > 4 ? 1 : 0, path);
    assert.equal(near('/', 3).length, 0);
  });
});
