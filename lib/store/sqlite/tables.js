import { LarderError } from '../../base/errors.js';
import { digest } from '../../base/digest.js';
import { fit, toWellFormed } from '../record.js';
/** @import { Database, Statement } from '../../base/sqlite.js' */
/** @import { Address, Comment, CommentPlace, Kind, Media, Post, Put } from '../types.js' */
/** @import { Removal, Settings, StoredRecord, User } from '../types.js' */

/**
 * @template {StoredRecord} [T=StoredRecord]
 * @typedef {{ name: string, columns: string[], toRow(record: T): object, toRecord(row: Row<T>): T }} Table  Maps the
 *   records of one kind to rows: each field has a column of the same name. `columns`: without the revision; `toRecord`
 *   may change the row and return it
 */
/** @template T @typedef {Fields<T> & { revision: number }} Row */
/**
 * @template T
 * @typedef {{ [F in keyof T as Exclude<F, 'revision'>]-?: Column<Exclude<T[F], undefined>> |
 *   (undefined extends T[F] ? null : never) }} Fields
 */
/**
 * @template V
 * @typedef {unknown extends V ? unknown : V extends boolean ? number :
 *   V extends string | number | Buffer | null ? V : string} Column  anything else as JSON
 */
/**
 * @typedef {{ post: Table<Post & { teaserDigest?: string }>, comment: Table<Comment>, user: Table<User>,
 *   settings: Table<Settings>, address: Table<Address>, media: Table<Media> }} Tables  whose fields are columns
 */

/**
 * @typedef {(Put | Removal)[]} Writes
 * @typedef {{ revisions: (string | null)[] } | { error: unknown }} Written
 */

/** Records that all() reads in one query. */
const pageSize = 50;
/** Characters and bytes after which one query stops, since a record may have many megabytes. */
const MAX_SIZE = 500_000;

/** Sorts after every comment, since times begin with a digit. */
const END = { createdAt: '~', id: '' };

const postColumns = [
  'id type slug title tags author coAuthors cover status publishedAt commentsClosed createdAt updatedAt',
  'description canonicalUrl noindex',
  'words rendered teaserDigest excerpt teaser markdown html',
];

/**
 * Adds the fields that only some posts have.
 * @template {object} P
 * @param {P} post  changed in place
 * @param {Pick<Fields<Post>, 'cover' | 'coAuthors' | 'description' | 'canonicalUrl' | 'noindex'>} row
 * @returns {P}
 */
export function addOptional(post, { cover, coAuthors, description, canonicalUrl, noindex }) {
  /** @type {Partial<Post>} */
  const input = post;
  if (cover) input.cover = JSON.parse(cover);
  if (coAuthors) input.coAuthors = JSON.parse(coAuthors);
  if (description) input.description = description;
  if (canonicalUrl) input.canonicalUrl = canonicalUrl;
  if (noindex) input.noindex = true;
  return post;
}

const settingsColumns =
  'id title tagline language timeZone postsPerPage navigation comments commentsCloseAfterDays tagDescriptions logo icon poweredBy llmsText securityText theme appearance words';

/** Records of an earlier Larder lack these. */
const addedSettings = { logo: '', icon: '', llmsText: '', securityText: '', theme: 'journal' };

/** @type {Tables & Record<Exclude<Kind, keyof Tables>, Table>} */
export const tables = {
  post: table('posts', postColumns.join(' '), {
    toRow: ({ cover, coAuthors, description = null, canonicalUrl = null, ...post }) => ({
      ...post,
      description,
      canonicalUrl,
      noindex: Number(post.noindex ?? false),
      cover: cover ? JSON.stringify(cover) : null,
      coAuthors: coAuthors ? JSON.stringify(coAuthors) : null,
      tags: JSON.stringify(post.tags),
      commentsClosed: Number(post.commentsClosed ?? false),
      teaserDigest: digest(post.teaser),
    }),
    // Nothing is deleted: V8 would make a hash table of the record.
    toRecord: ({
      teaserDigest: _,
      cover,
      coAuthors,
      description,
      canonicalUrl,
      noindex,
      ...post
    }) => {
      const typed = { tags: JSON.parse(post.tags), commentsClosed: post.commentsClosed === 1 };
      const optional = { cover, coAuthors, description, canonicalUrl, noindex };
      return addOptional(Object.assign(post, typed), optional);
    },
  }),
  comment: table('comments', 'id postId replyTo status author createdAt name url markdown html', {
    toRow: ({ author = null, ...comment }) => ({ ...comment, author }),
    toRecord: ({ author, ...row }) => (author ? Object.assign(row, { author }) : row),
  }),
  user: table(
    'users',
    'id name role about picture email language password passwordAt secondFactor',
    {
      toRow: ({
        about = null,
        picture = null,
        email = null,
        language = null,
        password = null,
        passwordAt = null,
        secondFactor,
        ...user
      }) => ({
        ...user,
        about,
        picture,
        email,
        language,
        password,
        passwordAt,
        secondFactor: secondFactor ? JSON.stringify(secondFactor) : null,
      }),
      toRecord: ({
        about,
        picture,
        email,
        language,
        password,
        passwordAt,
        secondFactor,
        ...user
      }) => ({
        ...user,
        ...(about && { about }),
        ...(picture && { picture }),
        ...(email && { email }),
        ...(language && { language }),
        ...(password && { password }),
        ...(passwordAt && { passwordAt }),
        ...(secondFactor && { secondFactor: JSON.parse(secondFactor) }),
      }),
    },
  ),
  settings: table('settings', settingsColumns, {
    toRow: ({
      navigation,
      tagDescriptions = [],
      poweredBy = true,
      appearance = {},
      words = {},
      ...settings
    }) => ({
      ...addedSettings,
      ...settings,
      poweredBy: Number(poweredBy),
      navigation: JSON.stringify(navigation),
      tagDescriptions: JSON.stringify(tagDescriptions),
      appearance: JSON.stringify(appearance),
      words: JSON.stringify(words),
    }),
    // The order of the fields stays, for comparing.
    toRecord: (row) => ({
      ...row,
      navigation: JSON.parse(row.navigation),
      tagDescriptions: JSON.parse(row.tagDescriptions),
      poweredBy: row.poweredBy === 1,
      appearance: JSON.parse(row.appearance),
      words: JSON.parse(row.words),
    }),
  }),
  address: table('addresses', 'id owner held claimedAt', {
    toRow: (address) => ({ ...address, held: Number(address.held) }),
    toRecord: (row) => ({ ...row, held: row.held === 1 }),
  }),
  media: table('media', 'id type width height size by alt createdAt bytes', {
    toRow: (media) => media,
    toRecord: (row) => row,
  }),
  token: table('tokens', 'id fields', fieldsAsJson()),
  session: table('sessions', 'id fields', fieldsAsJson()),
  version: table('versions', 'id fields', fieldsAsJson()),
  history: table('desks', 'id fields', fieldsAsJson()),
  autosave: table('copies', 'id fields', fieldsAsJson()),
  trash: table('trash', 'id fields', fieldsAsJson()),
  trashedComment: table('trashedComments', 'id fields', fieldsAsJson()),
  import: table('imports', 'id fields', fieldsAsJson()),
  statistics: table('statistics', 'id fields', fieldsAsJson()),
  counts: table('tallies', 'id fields', fieldsAsJson()),
  job: table('jobs', 'id fields', fieldsAsJson()),
};

/**
 * @template {StoredRecord} T
 * @param {string} name
 * @param {string} columns
 * @param {{ toRow(record: T): object, toRecord(row: Fields<T>): T }} translation
 * @returns {Table<T>}
 */
function table(name, columns, { toRow, toRecord }) {
  const list = columns.split(' ');
  return {
    name,
    columns: list,
    toRow: (record) => checked(name, list, toRow(toWellFormed({ ...record, revision: undefined }))),
    toRecord: (row) => {
      const record = toRecord(row);
      record.revision = String(row.revision);
      return record;
    },
  };
}

/** Records that are only looked up by id have their other fields in one JSON column. */
function fieldsAsJson() {
  return {
    /** @param {StoredRecord} record */
    toRow: ({ id, ...fields }) => ({ id, fields: JSON.stringify(fields) }),
    /** @param {{ id: string, fields: string }} row */
    toRecord: ({ id, fields }) => ({ id, ...JSON.parse(fields) }),
  };
}

/**
 * @param {string} name
 * @param {string[]} columns
 * @param {{ id?: string }} row
 * @throws {LarderError} `invalid` for a field without a column, which would be lost silently: somebody has typed it in
 *   CouchDB
 */
function checked(name, columns, row) {
  const unknown = Object.keys(row).find((field) => !columns.includes(field));
  if (unknown)
    throw new LarderError(
      'invalid',
      `Larder does not know the field “${unknown}” of ${row.id} (${name}), and would lose it. Please remove it.`,
    );
  return row;
}

/**
 * Prepares all statements for these tables on one connection.
 *
 * @param {Database} db
 * @param {() => void} ensureOwn  throws when the tables are no longer these
 * @returns synchronous functions for the store
 */
export function prepareTables(db, ensureOwn) {
  const kinds = Object.entries(tables).map(([kind, table]) => [kind, forTable(db, table)]);
  /** @type {Record<Kind, ReturnType<typeof forTable>>} */
  const of = Object.fromEntries(kinds);
  const writeAll = db.transaction(
    /** @param {(Put | Removal)[]} writes */ (writes) => {
      ensureOwn();
      return writes.map((write) =>
        'removed' in write ? of[write.kind].remove(write) : put(of, write),
      );
    },
  );
  const writeEach = db.transaction(
    /** @param {Writes[]} groups @returns {Written[]} */ (groups) =>
      groups.map((writes) => {
        try {
          return { revisions: writeAll(writes) };
        } catch (error) {
          // Some errors end the transaction.
          if (!db.inTransaction) throw error;
          return { error };
        }
      }),
  );
  const readTogether = db.transaction(
    /** @param {Kind} kind @param {string[]} ids @param {string[]} [without] */ (
      kind,
      ids,
      without,
    ) => upToMaxSize(readEach(of[kind], ids, without)),
  );
  const comments = db.prepare('SELECT * FROM comments WHERE postId = ? ORDER BY createdAt, id');
  const withStatus = db.prepare(
    `SELECT * FROM comments WHERE status = @status AND (createdAt, id) < (@createdAt, @id)
      ORDER BY createdAt DESC, id DESC LIMIT @limit`,
  );
  /** @type {Statement<[string], [string, number]>} */
  const counts = db.prepare(
    'SELECT postId, count(*) FROM comments WHERE status = ? GROUP BY postId',
  );
  return {
    /** @type {(kind: Kind, id: string) => StoredRecord | null} */
    get: (kind, id) => of[kind].get(id),
    /**
     * Only the first of them if they are too large together.
     * @type {(kind: Kind, ids: string[], without?: string[]) => (StoredRecord | null)[]}
     */
    getMany: (kind, ids, without) =>
      ids.length === 1 ? [of[kind].get(ids[0], without)] : readTogether(kind, ids, without),
    /** @type {(kind: Kind, after: string, without?: string[]) => StoredRecord[]} */
    page: (kind, after, without) => of[kind].page(after, without),
    /** @type {(postId: string) => Comment[]} */
    commentsOf: (postId) => comments.all(postId).map(tables.comment.toRecord),
    /** @type {(status: string, page: { limit: number, before?: CommentPlace }) => Comment[]} */
    commentsWith: (status, { limit, before: { createdAt, id } = END }) =>
      withStatus.all({ status, limit, createdAt, id }).map(tables.comment.toRecord),
    /** @type {(status: string) => Map<string, number>} */
    commentCounts: (status) => new Map(counts.raw().all(status)),
    /** In one transaction, of which each is whole or not at all. @type {(groups: Writes[]) => Written[]} */
    writeTogether: (groups) => writeEach.immediate(groups),
  };
}

/**
 * @param {Database} db
 * @param {Table} table
 */
function forTable(db, { name, columns, toRow, toRecord }) {
  /** By what they select. @type {Map<string, Statement<[string], Row<StoredRecord>>>} */
  const selects = new Map();
  const presentRevision = db.prepare(`SELECT revision FROM ${name} WHERE id = ?`).pluck();
  const inserted = db.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
  );
  const updated = db.prepare(
    `UPDATE ${name} SET ${columns.map((column) => `${column} = @${column}`).join(', ')}, revision = 0 WHERE id = @id`,
  );
  const deleted = db.prepare(`DELETE FROM ${name} WHERE id = ?`);

  /** @param {string} id @returns {string | null} */
  const revisionOf = (id) => {
    const revision = presentRevision.get(id);
    return revision === undefined ? null : String(revision);
  };
  /**
   * @param {string} where
   * @param {string[]} without  columns, or places in the JSON of `fields`, such as 'post.html'
   */
  function select(where, without) {
    const key = `${where} ${without}`;
    const known = selects.get(key);
    if (known) return known;
    const places = without.filter((each) => each.includes('.')).map((each) => `, '$.${each}'`);
    const list = [...columns, 'revision']
      .filter((column) => !without.includes(column))
      .map((column) =>
        column === 'fields' && places[0] ? `json_remove(fields${places.join('')}) fields` : column,
      );
    const made = db.prepare(`SELECT ${list.join(', ')} FROM ${name} WHERE ${where}`);
    selects.set(key, made);
    return made;
  }
  return {
    revisionOf,
    /** @param {string} id @param {string[]} [without] */
    get: (id, without = []) => {
      // U+FFFD would be looked up, which is a different id.
      if (!id.isWellFormed() || id.includes('\0')) return null;
      const row = select('id = ?', without).get(id);
      return row ? toRecord(row) : null;
    },
    /** @param {string} after @param {string[]} [without] */
    page: (after, without = []) => {
      const paged = select(`id > ? ORDER BY id LIMIT ${pageSize}`, [...without, 'bytes']);
      return upToMaxSize(paged.iterate(after)).map(toRecord);
    },
    /** @param {StoredRecord} record */
    insert: (record) => inserted.run(toRow(record)),
    /** @param {StoredRecord} record */
    update: (record) => updated.run(toRow(record)),
    /** @param {Removal} removal */
    remove: ({ kind, id: input, revision }) => {
      const id = fit(input);
      if (revisionOf(id) !== revision) throw conflict(kind, id);
      deleted.run(id);
      return null;
    },
  };
}

/**
 * @param {ReturnType<typeof forTable>} table
 * @param {string[]} ids
 * @param {string[]} [without]
 * @returns {Iterable<StoredRecord | null>}
 */
function* readEach(table, ids, without) {
  for (const id of ids) yield table.get(id, without);
}

/**
 * @template {object | null} R
 * @param {Iterable<R>} records
 * @returns {R[]} the first ones, at least one if there is any
 */
function upToMaxSize(records) {
  /** @type {R[]} */
  const read = [];
  let size = 0;
  for (const record of records) {
    read.push(record);
    for (const field of Object.values(record ?? {})) size += field?.length ?? 0;
    if (size > MAX_SIZE) break;
  }
  return read;
}

/**
 * @param {Record<Kind, ReturnType<typeof forTable>>} of
 * @param {Put} put
 * @returns {string | null} the new revision, set by the triggers
 */
function put(of, { kind, record, revision }) {
  const table = of[kind];
  const id = fit(record.id);
  if (table.revisionOf(id) !== revision) throw conflict(kind, id);
  if (revision === null) table.insert(record);
  else table.update(record);
  return table.revisionOf(id);
}

/**
 * @param {Kind} kind
 * @param {string} id
 */
const conflict = (kind, id) =>
  new LarderError('conflict', `The ${kind} ${id} was changed by someone else in the meantime.`, {
    details: { kind, id },
  });
