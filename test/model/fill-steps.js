import fc from 'fast-check';
import { authors, pageSlugs, slugs, tags, years } from './addresses.js';
/** @import { Step } from './steps.js' */
/** @import { World } from './world.js' */

/** Few pages of some kinds are there by chance. @type {Record<string, Step>} */
export const fillSteps = {
  fill: {
    weight: 2,
    input: fc.constant(null),
    tell: () =>
      'let both authors write, alone and together, until each has several pages of posts, and a page be there',
    act: fill,
  },
};

/** @param {World} world */
async function fill({ content, index }) {
  for (const id of authors)
    if (!index.users.has(id)) await content.saveUser({ id, name: 'Ada', role: 'author' });
  for (const [place, slug] of slugs.entries()) {
    if (index.find('post', slug)) continue;
    const author = authors[place % authors.length];
    const others = authors.filter((id) => id !== author);
    await content.savePost({
      title: 'jar',
      slug,
      markdown: 'jar',
      status: 'published',
      tags: tags.slice(0, 1),
      // The first post of each is theirs alone.
      author,
      coAuthors: place < authors.length ? [] : others,
      publishedAt: `${years[place % years.length]}-12-31T23:30:00.000Z`,
    });
  }
  const [slug] = pageSlugs;
  if (!index.find('page', slug))
    await content.savePost({
      type: 'page',
      title: 'jar',
      slug,
      markdown: 'jar',
      status: 'published',
    });
}
