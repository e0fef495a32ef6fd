import fc from 'fast-check';
import { edit } from './acting.js';
import { slugs } from './addresses.js';
import { which } from './words.js';
/** @import { Step } from './steps.js' */

/** Texts that depend on more than themselves when they are saved. @type {Record<string, Step>} */
export const textSteps = {
  linkByName: {
    weight: 4,
    input: fc.record({ which, slug: fc.constantFrom(...slugs) }),
    tell: ({ which, slug }) => `let post ${which} end with a link to ${slug} by name`,
    act: (world, { which, slug }) =>
      edit(world, which, ({ markdown }) => ({
        markdown: `${markdown.split('\n\n')[0]}\n\n"jar" [[${slug}]]\n\nhttps://vimeo.com/12345678`,
      })),
  },
  rerender: {
    weight: 2,
    input: fc.constant({}),
    tell: () => 'render all posts as if they were saved now',
    act: ({ content }) => content.rerenderAll(),
  },
};
