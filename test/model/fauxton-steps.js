import fc from 'fast-check';
import { typed, which } from './words.js';
/** @import { Step } from './steps.js' */

/** @typedef {{ word: string, time: string }} Typed */

/** What somebody may type into a document who knows nothing of Larder. @type {Record<string, ((typed: Typed) => object)[]>} */
const fields = {
  post: [
    ({ word }) => ({ title: word }),
    ({ word }) => ({ markdown: word }),
    ({ word }) => ({ html: `<p>${word}</p>`, teaser: word }),
    ({ word }) => ({ tags: [word, 'sweet'] }),
    () => ({ tags: [1, 'sweet', null], coAuthors: 5, cover: 'jam.png' }),
    ({ word }) => ({ author: 'bo', description: word }),
    () => ({ status: 'draft' }),
    ({ time }) => ({ status: 'published', publishedAt: time }),
    ({ time }) => ({ updatedAt: time, commentsClosed: true }),
    ({ word }) => ({ publishedAt: word }),
  ],
  comment: [
    () => ({ status: 'approved' }),
    () => ({ status: 'pending' }),
    ({ word, time }) => ({ html: `<p>${word}</p>`, createdAt: time }),
  ],
  user: [({ word }) => ({ name: word }), ({ word }) => ({ about: word, role: 'editor' })],
  settings: [
    ({ word }) => ({ title: word, postsPerPage: 3 }),
    () => ({ timeZone: 'Mars/Base', navigation: [null], postsPerPage: 0 }),
  ],
  media: [({ word }) => ({ alt: word })],
};
const edits = Object.entries(fields).flatMap(([kind, all]) =>
  all.map((edit) => ({ kind, edit, said: String(edit).replace(/^.*?=> /, '') })),
);

/** Changes of documents in CouchDB's own console, while the server runs or not. @type {Record<string, Step>} */
export const fauxtonSteps = {
  fauxton: {
    weight: 8,
    check: ({ life }) => !life.hasBadFeed && life.file === null,
    input: fc.record({
      typed: fc.constantFrom(...edits),
      how: fc.constantFrom('edit', 'edit', 'edit', 'remove', 'leave a rival of'),
      which,
      ...typed,
    }),
    tell: ({ typed, how, which, word }) =>
      `${how} ${typed.kind} ${which} in Fauxton, with ${typed.said}, ${word}`,
    act: ({ life }, { typed: { kind, edit }, how, which, ...typed }) =>
      life.inFauxton(async (database) => {
        const range = { start_key: `${kind}:`, end_key: `${kind};`, include_docs: true };
        const { rows } = await database.list(range);
        if (rows.length === 0) return {};
        const { _id, _rev, ...document } = rows[which % rows.length].doc;
        const changed = { ...document, ...edit(typed) };
        if (how === 'edit')
          return { [_id]: (await database.insert({ ...changed, _id, _rev })).rev };
        if (how === 'remove' || document._attachments) {
          await database.destroy(_id, _rev);
          return { [_id]: null };
        }
        if (_rev.startsWith('1-')) return {};
        // As a split of the network leaves two versions, of which somebody removes the one that is shown.
        const rival = `1-${_rev.slice(-32)}`;
        const { writeId: _, isFirst: __, ...left } = changed;
        const docs = [{ ...left, _id, _rev: rival }];
        await database.bulk({ docs, new_edits: false });
        await database.destroy(_id, _rev);
        return { [_id]: (await database.get(_id))._rev };
      }),
  },
};
