import fc from 'fast-check';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { title } from './words.js';
/** @import { Step } from './steps.js' */

/** What those who run the blog do to it. @type {Record<string, Step>} */
export const houseSteps = {
  settings: {
    weight: 4,
    input: fc.oneof(
      fc.record({ title }),
      fc.record({ tagline: title }),
      { weight: 3, arbitrary: fc.record({ language: fc.constantFrom('en', 'de') }) },
      fc.record({ postsPerPage: fc.constantFrom(1, 2, 3) }),
      {
        weight: 2,
        arbitrary: fc.record({
          timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
        }),
      },
      fc.record({ comments: fc.constantFrom('held', 'shown', 'shown', 'off') }),
      fc.record({ commentsCloseAfterDays: fc.constantFrom(0, 1, 30, 30) }),
      {
        // Half of these change nothing, and few pages of some kinds are kept at any time.
        weight: 4,
        arbitrary: fc.record({ navigation: fc.subarray([{ title: 'About', url: '/about' }]) }),
      },
    ),
    tell: (changed) => `set ${JSON.stringify(changed)}`,
    act: (world, changed) => world.content.saveSettings(changed),
  },
  clearByHand: {
    check: ({ life }) => life.isUp,
    input: fc.constantFrom(undefined, .../** @type {any[]} */ (Object.keys(typedStores))),
    tell: (store) => `clear ${store ?? 'the whole cache'} by hand`,
    act: async (world, store) => world.life.blog.cache.clearAll('byHand', store),
  },
};
