import { addMore, furtherColumns, tables, textColumns } from './tables.js';
/** @import { Database, Statement } from '../../base/sqlite.js' */
/** @import { Address, Post, PictureSummary, Settings, Summaries, Summary, User } from '../types.js' */
/** @import { Row } from './tables.js' */

const further = Object.entries(furtherColumns);

/**
 * @param {Database} db
 * @param {() => { epoch: string, sequence: string }} place the current end of the feed
 * @returns {() => Summaries} reads all of them in one transaction
 */
export function prepareSummaries(db, place) {
  /** @type {Statement<[], Row>} */
  const posts = db.prepare(
    `SELECT id, type, slug, title, tags, author, status, publishedAt, updatedAt, commentsClosed,
      ${Object.keys(furtherColumns).join(', ')}, teaserDigest, substr(rendered, -16) AS textDigest, words,
      revision FROM posts`,
  );
  // Beside the others: most posts have none, and a column more of 100,000 takes 0.1 s.
  /** @type {Statement<[], [string, string]>} */
  const more = db.prepare(`SELECT id, more FROM posts WHERE more <> '{}'`);
  /** @type {Statement<[], string>} */
  const staleRenders = db.prepare(`SELECT id FROM posts WHERE rendered = ''`);
  /** @type {Statement<[], Row>} */
  const comments = db.prepare(`SELECT id, revision FROM comments WHERE status = 'approved'`);
  /** @type {Statement<[], Row>} */
  const addresses = db.prepare('SELECT * FROM addresses');
  /** @type {Statement<[], Row>} */
  const users = db.prepare(
    `SELECT id, name, role, ${textColumns('user').join(', ')}, more, revision FROM users`,
  );
  /** @type {Statement<[], Row>} */
  const pictures = db.prepare(
    `SELECT id, width, height, revision FROM media WHERE type LIKE 'image/%'`,
  );
  /** @type {Statement<[], Row>} */
  const settings = db.prepare(`SELECT * FROM settings WHERE id = 'site'`);

  return db.transaction(() => {
    const site = settings.get();
    const share = createSharing();
    const moreOf = new Map(more.raw().all());
    return {
      ...place(),
      posts: Array.from(posts.iterate(), (row) => toSummary(row, share, moreOf.get(row.id))),
      staleRenders: staleRenders.pluck().all(),
      comments: comments.all().map(toMention),
      addresses: Array.from(addresses.iterate(), toAddress),
      users: users.all().map(tables.user.toRecord),
      pictures: pictures.all().map(toPicture),
      settings: site ? tables.settings.toRecord(site) : null,
    };
  });
}

/**
 * @returns {<T extends string>(text: T) => T} the same text, once for all who have it: half the memory of a summary are
 *   texts that others have, too
 */
function createSharing() {
  /** @type {Map<string, any>} */
  const texts = new Map();
  return (text) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}

/**
 * By a literal: V8 makes a hash table of an object whose fields are deleted, which takes six times as long and twice
 * the memory.
 * @param {Row} row
 * @param {ReturnType<typeof createSharing>} share
 * @param {string} [more]  of its further fields
 * @returns {Summary}
 */
function toSummary(row, share, more) {
  const summary = {
    id: row.id,
    type: share(row.type),
    slug: row.slug,
    title: row.title,
    tags: row.tags === '[]' ? [] : JSON.parse(row.tags).map(share),
    author: share(row.author),
    status: share(row.status),
    publishedAt: row.publishedAt,
    updatedAt: row.updatedAt === row.publishedAt ? row.publishedAt : row.updatedAt,
    commentsClosed: row.commentsClosed === 1,
    words: row.words,
    teaserDigest: row.teaserDigest,
    textDigest: row.textDigest,
    revision: String(row.revision),
  };
  const known = withFurther(summary, row);
  if (more) addMore(known, more);
  return known;
}

/**
 * @template {object} S
 * @param {S} summary  changed in place
 * @param {Row} row
 * @returns {S}
 */
function withFurther(summary, row) {
  /** @type {Record<string, unknown>} */
  const target = /** @type {any} */ (summary);
  for (const [name, { read }] of further) {
    // Most have none.
    if (row[name]) target[name] = read(row[name]);
  }
  return summary;
}

/** @param {Row} row @returns {Address} */
const toAddress = (row) =>
  /** @type {any} */ (Object.assign(row, { held: row.held === 1, revision: String(row.revision) }));

/** @param {Row} row @returns {PictureSummary} */
const toPicture = (row) =>
  /** @type {any} */ (Object.assign(row, { revision: String(row.revision) }));

/** @param {Row} row */
const toMention = ({ id, revision }) => ({ id, revision: String(revision) });
