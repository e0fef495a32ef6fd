/** @import { PostInput } from '../../lib/content/writing/posts.js' */

/**
 * What the tests write about. Posts as `content.savePost` takes them, from the oldest to the newest; the
 * clock of the tests stands at 2026-11-21T12:00:00.500Z.
 * @typedef {PostInput & { id: string }} PostFixture
 */

/** @type {PostFixture} */
export const pickledPost = {
  id: '11111111-1111-4111-8111-111111111111',
  type: 'post',
  slug: 'pickled-lemons',
  title: 'Pickled lemons',
  markdown: `Salt, lemons, and a month of patience.\n\n\`\`\`js\nconst days = 30;\n\`\`\`\n\n${'They keep for a year on a cool shelf. '.repeat(40)}`,
  tags: ['preserves', 'fruit'],
  status: 'published',
  publishedAt: '2024-02-03T08:00:00.000Z',
  updatedAt: '2024-02-03T08:00:00.000Z',
};

/** @type {PostFixture} */
export const jamPost = {
  id: '22222222-2222-4222-8222-222222222222',
  type: 'post',
  slug: 'quince-jam',
  title: 'Quince jam & <other> jams',
  markdown: `Quinces want [time](/post/pickled-lemons) and sugar.\n\n${'Stir, and stir again. '.repeat(60)}`,
  tags: ['preserves', 'Süßes & Saures'],
  status: 'published',
  publishedAt: '2025-10-12T09:30:00.000Z',
  updatedAt: '2025-10-12T09:30:00.000Z',
};

/** @type {PostFixture} */
export const breadPost = {
  id: '33333333-3333-4333-8333-333333333333',
  type: 'post',
  slug: 'rye-bread',
  title: 'Rye bread',
  markdown: `Flour, water, salt and a jar of starter.\n\n## Day one\n\n${'Fold the dough every hour. '.repeat(50)}`,
  tags: ['bread'],
  status: 'published',
  publishedAt: '2026-03-01T06:15:00.000Z',
  updatedAt: '2026-03-01T06:15:00.000Z',
};

/** @type {PostFixture} */
export const draftPost = {
  id: '44444444-4444-4444-8444-444444444444',
  type: 'post',
  slug: 'secret-recipe',
  title: 'A secret recipe',
  markdown: 'Nobody may read this yet.',
  tags: ['secrets'],
  status: 'draft',
};

/** @type {PostFixture} */
export const scheduledPost = {
  id: '55555555-5555-4555-8555-555555555555',
  type: 'post',
  slug: 'christmas-pudding',
  title: 'Christmas pudding',
  markdown: 'It has been waiting since November.',
  tags: ['bread'],
  status: 'published',
  publishedAt: '2026-12-24T17:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

/** @type {PostFixture} */
export const aboutPage = {
  id: '66666666-6666-4666-8666-666666666666',
  type: 'page',
  slug: 'about',
  title: 'About this larder',
  markdown: 'It is cool, dark and dry.',
  tags: [],
  status: 'published',
  publishedAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-01T00:00:00.000Z',
};

/** A small blog with one of each kind. */
export const smallBlog = [pickledPost, jamPost, breadPost, draftPost, scheduledPost, aboutPage];

/**
 * @param {number} count
 * @returns {PostFixture[]} posts of successive days, the oldest first: “Shelf 1” at /post/shelf-1, and so on
 */
export const shelvesOfPosts = (count) =>
  Array.from({ length: count }, (_, place) => {
    const publishedAt = new Date(Date.UTC(2020, 0, 1 + place)).toISOString();
    const number = place + 1;
    return {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      type: 'post',
      slug: `shelf-${number}`,
      title: `Shelf ${number}`,
      markdown: `What stands on shelf ${number}.`,
      tags: ['shelves'],
      status: 'published',
      publishedAt,
      updatedAt: publishedAt,
    };
  });
