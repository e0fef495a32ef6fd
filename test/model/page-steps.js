import fc from 'fast-check';
import { all, edit } from './acting.js';
import { pageSlugs } from './addresses.js';
import { author, beginning, title, which } from './words.js';
/** @import { Step } from './steps.js' */

/** What becomes of pages. @type {Record<string, Step>} */
export const pageSteps = {
  newPage: {
    input: fc.record({
      title,
      slug: fc.constantFrom(...pageSlugs),
      text: beginning,
      status: fc.constantFrom('published', 'draft'),
    }),
    tell: ({ title, slug, status }) => `write the ${status} page “${title}” at ${slug}`,
    act: (world, { title, slug, text, status }) =>
      world.content.savePost({ type: 'page', title, slug, markdown: text, status }),
  },
  editPage: {
    input: fc.record({
      which,
      text: beginning,
      author,
      status: fc.constantFrom('published', 'draft'),
      slug: fc.constantFrom(...pageSlugs),
    }),
    tell: ({ which, text, status, slug }) =>
      `let page ${which} say “${text}” at ${slug}, ${status}`,
    act: (world, { which, text, author, status, slug }) =>
      edit(world, which, () => ({ markdown: text, author, status, slug }), 'page'),
  },
  publishPage: {
    weight: 2,
    input: fc.record({ which, status: fc.constantFrom('published', 'draft') }),
    tell: ({ which, status }) => `make page ${which} ${status}`,
    act: (world, { which, status }) => edit(world, which, () => ({ status }), 'page'),
  },
  removePage: {
    input: fc.record({ which }),
    tell: ({ which }) => `remove page ${which}`,
    async act(world, { which }) {
      const pages = all(world, 'page');
      const page = pages[which % Math.max(1, pages.length)];
      if (page) await world.content.removePost(page.id, page.revision);
    },
  },
};
