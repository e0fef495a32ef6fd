import fc from 'fast-check';
import { typedStores } from '../../lib/changes/typed-stores.js';
/** @import { Step } from './steps.js' */

/** What those who run the blog do to it, that changes no content. @type {Record<string, Step>} */
export const houseSteps = {
  clearByHand: {
    check: ({ life }) => life.isUp,
    input: fc.constantFrom(undefined, .../** @type {any[]} */ (Object.keys(typedStores))),
    tell: (store) => `clear ${store ?? 'the whole cache'} by hand`,
    act: async (world, store) => world.life.blog.cache.clearAll('byHand', store),
  },
};
