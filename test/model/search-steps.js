import fc from 'fast-check';
import { edit } from './acting.js';
import { which } from './words.js';
/** @import { Step } from './steps.js' */

/** What search engines are told. @type {Record<string, Step>} */
export const searchSteps = {
  editSearch: {
    input: fc.record({
      which,
      type: fc.constantFrom('post', 'post', 'page'),
      changed: fc.oneof(
        fc.record({ description: fc.constantFrom('', 'Jars.') }),
        fc.record({ canonicalUrl: fc.constantFrom('', 'https://jars.example/') }),
        fc.record({ noindex: fc.boolean() }),
      ),
    }),
    tell: ({ which, type, changed }) => `let ${type} ${which} have ${JSON.stringify(changed)}`,
    act: (world, { which, type, changed }) => edit(world, which, () => changed, type),
  },
};
