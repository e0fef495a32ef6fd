import { assertCheap, FOR_A_STRANGER } from '../support/cost.js';
import { eachTest } from '../support/blog.js';
import { answered, entrancesIn } from './entrances.js';
import { shapesOf } from './tokens.js';

/** Characters that the quick run feeds at most: `long.js` goes further. */
const LENGTH = 16_000;
/** The same of a comment, which is rendered. */
const LENGTH_OF_A_COMMENT = 2000;

describe('The time that a text of others takes grows no faster than the text', () => {
  const { makeFolder } = eachTest();

  for (const { name, lists, most, longest, feed } of entrancesIn(makeFolder))
    // What authors send, and imports, takes minutes: `long.js`.
    if (longest === FOR_A_STRANGER)
      it(`in ${name}`, async () => {
        for (const { name: shape, of } of shapesOf(lists))
          await assertCheap(
            `${name} of ${shape}`,
            (share) =>
              answered(
                feed,
                of(Math.min(name.includes('comment') ? LENGTH_OF_A_COMMENT : LENGTH, most) * share),
              ),
            longest,
          );
      });
});
