import { tables } from './tables.js';
/** @import { Database, Statement } from 'better-sqlite3' */
/** @import { Summaries } from '../../types.js' */

/**
 * @param {Database} db
 * @param {() => { epoch: string, sequence: string }} place the current end of the feed
 * @returns {() => Summaries} reads all of them in one transaction
 */
export function prepareSummaries(db, place) {
  const posts = db.prepare(
    `SELECT id, type, slug, title, tags, author, coAuthors, cover, status, publishedAt, updatedAt, commentsClosed,
      description, canonicalUrl, noindex, teaserDigest, substr(rendered, -16) AS textDigest, words, revision FROM posts`,
  );
  /** @type {Statement<[], string>} */
  const staleRenders = db.prepare(`SELECT id FROM posts WHERE rendered = ''`);
  const comments = db.prepare(`SELECT id, revision FROM comments WHERE status = 'approved'`);
  const addresses = db.prepare('SELECT * FROM addresses');
  const users = db.prepare('SELECT id, name, role, about, picture, revision FROM users');
  const pictures = db.prepare(
    `SELECT id, width, height, revision FROM media WHERE type LIKE 'image/%'`,
  );
  const settings = db.prepare(`SELECT * FROM settings WHERE id = 'site'`);

  return db.transaction(() => {
    const site = settings.get();
    return {
      ...place(),
      posts: posts.all().map(toSummary),
      staleRenders: staleRenders.pluck().all(),
      comments: comments.all().map(toMention),
      addresses: addresses.all().map(toAddress),
      users: users.all().map(tables.user.toRecord),
      pictures: pictures.all().map(toPicture),
      settings: site ? tables.settings.toRecord(site) : null,
    };
  });
}

/**
 * Changes the row in place: a second object for each of 10,000 rows would slow down the start.
 * @param {any} row
 */
function toSummary(row) {
  row.tags = row.tags === '[]' ? [] : JSON.parse(row.tags);
  if (row.coAuthors) row.coAuthors = JSON.parse(row.coAuthors);
  else delete row.coAuthors;
  if (row.cover) row.cover = JSON.parse(row.cover);
  else delete row.cover;
  if (!row.description) delete row.description;
  if (!row.canonicalUrl) delete row.canonicalUrl;
  if (row.noindex) row.noindex = true;
  else delete row.noindex;
  row.commentsClosed = row.commentsClosed === 1;
  row.revision = String(row.revision);
  return row;
}

/** @param {any} row changed in place too */
function toAddress(row) {
  row.held = row.held === 1;
  row.revision = String(row.revision);
  return row;
}

/** @param {any} row */
const toPicture = (row) => ({ ...row, revision: String(row.revision) });

/** @param {any} row */
const toMention = ({ id, revision }) => ({ id, revision: String(revision) });
