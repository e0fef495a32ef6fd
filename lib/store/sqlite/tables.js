import { digest } from '../../util/digest.js';
import { tidy } from '../record.js';
/** @import { Kind } from '../../types.js' */

/**
 * @typedef {object} Table  How the records of one kind lie in their table: a column for each field, of the same name.
 * @property {string} name
 * @property {string[]} columns  without the revision
 * @property {(record: any) => Record<string, unknown>} toRow
 * @property {(row: any) => any} toRecord
 */

const postColumns = [
  'id type slug title tags author status publishedAt commentsClosed createdAt updatedAt',
  'words rendered teaserDigest excerpt teaser markdown html',
];

const settingsColumns =
  'id title tagline language timeZone postsPerPage navigation comments commentsCloseAfterDays';

/** @type {Record<Kind, Table>} */
export const tables = {
  post: table('posts', postColumns.join(' '), {
    toRow: (post) => ({
      ...post,
      tags: JSON.stringify(post.tags),
      commentsClosed: Number(post.commentsClosed ?? false),
      teaserDigest: digest(post.teaser),
    }),
    toRecord: ({ teaserDigest: _, ...row }) => ({
      ...row,
      tags: JSON.parse(row.tags),
      commentsClosed: row.commentsClosed === 1,
    }),
  }),
  comment: table('comments', 'id postId replyTo status createdAt name url markdown html'),
  user: table('users', 'id name role email password passwordAt secondFactor', {
    toRow: ({ email = null, password = null, passwordAt = null, secondFactor, ...user }) => ({
      ...user,
      email,
      password,
      passwordAt,
      secondFactor: secondFactor ? JSON.stringify(secondFactor) : null,
    }),
    toRecord: ({ email, password, passwordAt, secondFactor, ...user }) => ({
      ...user,
      ...(email && { email }),
      ...(password && { password }),
      ...(passwordAt && { passwordAt }),
      ...(secondFactor && { secondFactor: JSON.parse(secondFactor) }),
    }),
  }),
  settings: table('settings', settingsColumns, {
    toRow: (settings) => ({ ...settings, navigation: JSON.stringify(settings.navigation) }),
    toRecord: (row) => ({ ...row, navigation: JSON.parse(row.navigation) }),
  }),
  address: table('addresses', 'id owner held claimedAt', {
    toRow: (address) => ({ ...address, held: Number(address.held) }),
    toRecord: (row) => ({ ...row, held: row.held === 1 }),
  }),
  media: table('media', 'id type width height size by alt createdAt bytes'),
  token: table('tokens', 'id fields', fieldsAsJson()),
  session: table('sessions', 'id fields', fieldsAsJson()),
  version: table('versions', 'id fields', fieldsAsJson()),
  desk: table('desks', 'id fields', fieldsAsJson()),
  copy: table('copies', 'id fields', fieldsAsJson()),
  trash: table('trash', 'id fields', fieldsAsJson()),
  trashedComment: table('trashedComments', 'id fields', fieldsAsJson()),
  import: table('imports', 'id fields', fieldsAsJson()),
};

/**
 * @param {string} name
 * @param {string} columns
 * @param {{ toRow?: (record: any) => any, toRecord?: (row: any) => any }} [translation]
 * @returns {Table}
 */
function table(name, columns, { toRow = (record) => record, toRecord = (row) => row } = {}) {
  const list = columns.split(' ');
  return {
    name,
    columns: list,
    toRow: ({ revision: _, ...record }) => checked(name, list, toRow(tidy(record))),
    toRecord: ({ revision, ...row }) => ({ ...toRecord(row), revision: String(revision) }),
  };
}

/** What is looked up by id alone shares one column for all else. */
function fieldsAsJson() {
  return {
    /** @param {any} record */
    toRow: ({ id, ...fields }) => ({ id, fields: JSON.stringify(fields) }),
    /** @param {any} row */
    toRecord: ({ id, fields }) => ({ id, ...JSON.parse(fields) }),
  };
}

/**
 * A field without a column would be lost without a word.
 *
 * @param {string} name
 * @param {string[]} columns
 * @param {Record<string, unknown>} row
 */
function checked(name, columns, row) {
  const stranger = Object.keys(row).find((field) => !columns.includes(field));
  if (stranger) throw new TypeError(`The table ${name} has no column for the field ${stranger}`);
  return row;
}
