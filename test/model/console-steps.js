import fc from 'fast-check';
import { typed, which } from './words.js';
/** @import { Database } from '../../lib/base/sqlite.js' */
/** @import { Step } from './steps.js' */

/** What somebody may type who knows nothing of Larder; `:id` is one row, `:word` a word, `:time` a time. */
const statements = {
  posts: [
    `title = :word`,
    `markdown = :word || ' ' || markdown`,
    `excerpt = :word`,
    `html = '<p>' || :word || '</p>'`,
    `teaser = :word`,
    `tags = json_array(:word, 'sweet')`,
    `tags = '["sour","sweet"]'`,
    `author = 'bo'`,
    `cover = json_set(cover, '$.alt', :word)`,
    `status = 'draft'`,
    `status = 'published', publishedAt = coalesce(publishedAt, :time)`,
    `publishedAt = :time`,
    `updatedAt = :time`,
    `words = 900`,
    `description = :word, noindex = 1 - noindex`,
    `commentsClosed = 1 - commentsClosed, markdown = :word`,
    `tags = '[1,"sweet",null]', coAuthors = '5'`,
    `publishedAt = '', updatedAt = :word`,
    `cover = '"jam.png"'`,
    `slug = 'honey'`,
    `slug = 'about'`,
    `type = iif(type = 'page', 'post', 'page') WHERE id = :id AND slug IN ('jam', 'about')`,
    null,
  ],
  comments: [
    `status = 'approved'`,
    `status = 'pending'`,
    `html = '<p>' || :word || '</p>'`,
    `name = :word`,
    `createdAt = :time`,
    null,
  ],
  users: [
    `name = :word`,
    `role = 'editor'`,
    `about = :word`,
    `picture = '/media/' || :word || '.png'`,
    null,
  ],
  settings: [
    `title = :word`,
    `postsPerPage = 3`,
    `timeZone = 'Asia/Tokyo'`,
    `timeZone = 'Mars/Base', navigation = '[null]'`,
    null,
  ],
  media: [`bytes = CAST(:word AS BLOB)`, `alt = :word`, null],
};

const updates = Object.entries(statements).flatMap(([table, changes]) =>
  changes.map((change) =>
    change === null
      ? { table, sql: `DELETE FROM ${table} WHERE id = :id` }
      : {
          table,
          sql: `UPDATE ${table} SET ${change}${change.includes('WHERE') ? '' : ' WHERE id = :id'}`,
        },
  ),
);

/** Changes in the database's own console, while the server runs or not. @type {Record<string, Step>} */
export const consoleSteps = {
  console: {
    weight: 8,
    check: ({ life }) => !life.hasBadFeed && life.file !== null,
    input: fc.record({
      typed: fc.constantFrom(...updates),
      which,
      ...typed,
    }),
    tell: ({ typed, which, word, time }) => `type ${typed.sql} for row ${which}, ${word}, ${time}`,
    async act({ life }, { typed: { table, sql }, which, ...given }) {
      life.inConsole((db) => {
        const ids = db.prepare(`SELECT id FROM ${table} ORDER BY id`).pluck().all();
        const id = ids[which % Math.max(1, ids.length)];
        const named = Object.entries({ id, ...given }).filter(([name]) => sql.includes(`:${name}`));
        if (ids.length > 0) db.prepare(sql).run(Object.fromEntries(named));
      });
      await life.told();
    },
  },
};
