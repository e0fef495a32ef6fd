import fc from 'fast-check';
import { edit } from './acting.js';
import { pictures } from './addresses.js';
import { which } from './words.js';
/** @import { Step } from './steps.js' */

const paths = pictures.map(({ id }) => `/media/${id}`);

/** What search engines and other programs are told. @type {Record<string, Step>} */
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
  siteTexts: {
    weight: 3,
    input: fc.oneof(
      fc.record({
        llmsText: fc.constantFrom('', 'Jars.', 'Lids.'),
        securityText: fc.constantFrom(
          '',
          ...['a', 'b'].map((to) => `Contact: ${to}\nExpires: 2027`),
        ),
      }),
      fc.record({ icon: fc.constantFrom('', '/media/gone.png', ...paths) }),
      fc.record({ logo: fc.constantFrom('', '/media/gone.png', ...paths) }),
      fc.record({ poweredBy: fc.boolean() }),
    ),
    tell: (changed) => `set ${JSON.stringify(changed)}`,
    act: (world, changed) => world.content.saveSettings(changed),
  },
};
