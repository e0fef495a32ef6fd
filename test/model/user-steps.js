import fc from 'fast-check';
import { edit } from './acting.js';
import { authors, pictures } from './addresses.js';
import { author, which } from './words.js';
/** @import { Step } from './steps.js' */

/** Who writes, and what is shown of them. @type {Record<string, Step>} */
export const userSteps = {
  editAuthor: {
    input: fc.record({ which, author, others: fc.subarray(authors), known: fc.nat(3) }),
    tell: ({ which, author, others, known }) =>
      `let post ${which} be by “${[author, ...others].join(', ')}”${known > 0 ? ', as far as they are there' : ''}`,
    act(world, { which, author, others, known }) {
      const { users } = world.content.index;
      const isThere = (/** @type {string} */ id) => known === 0 || users.has(id);
      const [first = '', ...coAuthors] = [author, ...others].filter(isThere);
      return edit(world, which, () => ({ author: first, coAuthors }));
    },
  },
  turnAuthors: {
    weight: 2,
    input: fc.record({ which }),
    tell: ({ which }) => `turn the authors of post ${which} round`,
    act: (world, { which }) =>
      edit(world, which, ({ author, coAuthors = [] }) => {
        const [first = '', ...others] = [author, ...coAuthors].reverse();
        return { author: first, coAuthors: others };
      }),
  },
  nameAuthor: {
    weight: 3,
    input: fc.record({
      id: fc.constantFrom('ada', 'bo'),
      name: fc.constantFrom('Ada', 'Bo', 'Countess'),
    }),
    tell: ({ id, name }) => `call the author ${id} “${name}”`,
    act: (world, { id, name }) => world.content.saveUser({ id, name, role: 'author' }),
  },
  describeAuthor: {
    weight: 2,
    input: fc.record({
      id: fc.constantFrom(...authors),
      changed: fc.oneof(
        fc.record({ about: fc.constantFrom('', 'Preserves.') }),
        fc.record({ picture: fc.constantFrom('', ...pictures.map(({ id }) => `/media/${id}`)) }),
      ),
    }),
    tell: ({ id, changed }) => `let the author ${id} have ${JSON.stringify(changed)}`,
    async act({ content }, { id, changed }) {
      const user = await content.store.get('user', id);
      if (user) await content.saveUser({ ...user, ...changed });
    },
  },
  removeUser: {
    input: fc.constantFrom('ada', 'bo'),
    tell: (id) => `remove the user ${id}`,
    async act({ content }, id) {
      const user = await content.store.get('user', id);
      if (user) await content.removeUser(id, user.revision);
    },
  },
};
