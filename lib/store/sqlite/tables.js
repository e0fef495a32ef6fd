import { LarderError } from '../../base/errors.js';
import { digest } from '../../base/digest.js';
import { recordOf } from '../../base/record-of.js';
import { postFieldsThat } from '../fields.js';
import { textNames } from '../text-fields.js';
import { settingsThat } from '../settings-fields.js';
import { fit, toWellFormed } from '../record.js';
/** @import { Values } from '../fields.js' */
/** @import { TextKind } from '../text-fields.js' */
/** @import { Database, Statement } from '../../base/sqlite.js' */
/** @import { Comment, CommentPlace, Kind, Put, Removal, StoredRecord } from '../types.js' */

/**
 * @typedef {object} Table  Maps the records of one kind to rows.
 * @property {string} name
 * @property {string[]} columns  without the revision
 * @property {(record: StoredRecord) => Row} toRow
 * @property {(row: Row) => any} toRecord
 *
 * @typedef {Record<string, any> & { revision: number }} Row
 *
 * @typedef {object} Codec  How a column has the value of the field of its name.
 * @property {(value: any) => unknown} write
 * @property {(value: any) => unknown} read  undefined: the record lacks it
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

/** @type {Codec} */
const plain = { write: (value) => value, read: (value) => value };
/** @type {Codec} */
const json = { write: (value) => JSON.stringify(value), read: (text) => JSON.parse(text) };
/** @type {Codec} */
const yesOrNo = { write: (value) => Number(value ?? false), read: (value) => value === 1 };

/** @param {unknown} value  that a record without the field has @param {Codec} codec @returns {Codec} */
const or = (value, { write, read }) => ({ write: (given = value) => write(given), read });

/** Of a field that a record may lack: the column is null then, or empty. @param {Codec} codec @returns {Codec} */
const optional = ({ write, read }) => ({
  write: (value) => (value ? write(value) : null),
  read: (value) => (value ? read(value) : undefined),
});

/** What nobody reads as a field. @type {Codec} */
const derived = { write: (value) => value, read: () => undefined };

/** By what a further field is. @type {Record<keyof Values, Codec>} */
const furtherCodecs = {
  line: optional(plain),
  address: optional(plain),
  tick: { write: (value) => Number(value ?? false), read: (value) => (value ? true : undefined) },
  picture: optional(json),
  people: optional(json),
};

/** The columns of further fields of posts; all others are in `more`. @type {Record<string, Codec>} */
export const furtherColumns = Object.fromEntries(
  postFieldsThat(({ isColumn }) => isColumn).map(([name, { is }]) => [name, furtherCodecs[is]]),
);

/** @type {Record<string, Codec>} */
const settingColumns = Object.fromEntries(
  settingsThat(({ isColumn }) => isColumn).map(([name, { is, usual }]) => [
    name,
    or(usual, is === 'tick' ? yesOrNo : plain),
  ]),
);

/** @param {TextKind} kind @returns {string[]} */
export const textColumns = (kind) => textNames(kind, ({ isColumn }) => isColumn);

/** @type {Record<Kind, Table>} */
export const tables = {
  post: withDigest(
    table('posts', {
      ...all('id type slug title author status publishedAt createdAt updatedAt', plain),
      ...all('words rendered excerpt teaser markdown html', plain),
      ...furtherColumns,
      tags: json,
      commentsClosed: yesOrNo,
      teaserDigest: derived,
    }),
  ),
  comment: table('comments', {
    ...all('id postId replyTo status createdAt name markdown html', plain),
    ...all(textColumns('comment'), plain),
    author: optional(plain),
  }),
  user: table('users', {
    ...all('id name role', plain),
    ...all(textColumns('user'), optional(plain)),
    ...all('email language password passwordAt', optional(plain)),
    secondFactor: optional(json),
  }),
  settings: table('settings', {
    ...all('id title tagline language timeZone comments', plain),
    navigation: json,
    // Records of an earlier Larder lack these.
    ...all('logo icon', or('', plain)),
    ...settingColumns,
    theme: or('journal', plain),
    tagDescriptions: or([], json),
    ...all('appearance words', or({}, json)),
  }),
  address: table('addresses', { ...all('id owner claimedAt', plain), held: yesOrNo }, false),
  media: table('media', {
    ...all('id type width height size by createdAt bytes', plain),
    ...all(textColumns('media'), plain),
  }),
  token: fieldsTable('tokens'),
  session: fieldsTable('sessions'),
  version: fieldsTable('versions'),
  history: fieldsTable('histories'),
  autosave: fieldsTable('autosaves'),
  trash: fieldsTable('trash'),
  trashedComment: fieldsTable('trashedComments'),
  import: fieldsTable('imports'),
  statistics: fieldsTable('statistics'),
  counts: fieldsTable('counts'),
  job: fieldsTable('jobs'),
  act: fieldsTable('acts'),
  subscriber: fieldsTable('subscribers'),
  mailing: fieldsTable('mailings'),
  delivery: fieldsTable('deliveries'),
  mail: fieldsTable('mails'),
};

/** @param {string | string[]} names @param {Codec} codec @returns {Record<string, Codec>} */
function all(names, codec) {
  return recordOf(typeof names === 'string' ? names.split(' ') : names, () => codec);
}

/**
 * @param {string} name
 * @param {Record<string, Codec>} codecs  by column
 * @param {boolean} [hasMore]  whether a column `more` has all other fields
 * @returns {Table}
 */
function table(name, codecs, hasMore = true) {
  const entries = Object.entries(codecs);
  const names = entries.map(([column]) => column);
  return {
    name,
    columns: hasMore ? [...names, 'more'] : names,
    toRow(given) {
      const { revision: _, ...record } = toWellFormed(given);
      const row = Object.fromEntries(
        entries.map(([column, codec]) => [column, codec.write(record[column])]),
      );
      const others = Object.entries(record).filter(([field]) => !Object.hasOwn(codecs, field));
      if (hasMore) row.more = JSON.stringify(Object.fromEntries(others));
      else if (others.length > 0) throw unknown(others[0][0], record.id, name);
      return /** @type {any} */ (row);
    },
    toRecord(row) {
      /** @type {Record<string, unknown>} */
      const record = {};
      for (const [column, { read }] of entries) {
        const value = row[column] === undefined ? undefined : read(row[column]);
        if (value !== undefined) record[column] = value;
      }
      if (row.more && row.more !== '{}') addMore(record, row.more);
      record.revision = String(row.revision);
      return record;
    },
  };
}

/**
 * What is typed there may have the name of a column: that counts.
 * @param {Record<string, unknown>} record  changed in place
 * @param {string} more
 */
export function addMore(record, more) {
  for (const [name, value] of Object.entries(JSON.parse(more)))
    if (!Object.hasOwn(record, name)) record[name] = value;
}

/** @param {Table} posts @returns {Table} */
function withDigest(posts) {
  const toRow = (/** @type {any} */ post) =>
    posts.toRow({ ...post, teaserDigest: digest(toWellFormed(post.teaser)) });
  return { ...posts, toRow };
}

/**
 * Records that are only looked up by id have their other fields in one JSON column.
 * @param {string} name
 * @returns {Table}
 */
function fieldsTable(name) {
  return {
    name,
    columns: ['id', 'fields'],
    toRow(given) {
      const { id, revision: _, ...fields } = toWellFormed(given);
      return /** @type {any} */ ({ id, fields: JSON.stringify(fields) });
    },
    toRecord: ({ id, fields, revision }) => ({
      id,
      ...JSON.parse(fields),
      revision: String(revision),
    }),
  };
}

/**
 * @param {string} field  without a column, which would be lost silently: somebody has typed it in CouchDB
 * @param {string} id
 * @param {string} table
 */
const unknown = (field, id, table) =>
  new LarderError(
    'invalid',
    `Larder does not know the field “${field}” of ${id} (${table}), and would lose it. Please remove it.`,
  );

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
  /** By what they select. @type {Map<string, Statement<[string], Row>>} */
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
      // As a range, or SQLite takes the index of ids, and reads through the bytes to what stands behind them.
      const where = without.includes('bytes') ? 'id BETWEEN ?1 AND ?1' : 'id = ?';
      const row = select(where, without).get(id);
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
