import { tables } from './tables.js';

/**
 * @typedef {import('../../types.js').Summaries} Summaries
 * @typedef {import('better-sqlite3').Database} Database
 */

/**
 * @param {Database} db
 * @param {() => { epoch: string, sequence: string }} place
 * @returns {() => Summaries} reads all of it in one transaction
 */
export function prepareSummaries(db, place) {
  const posts = db.prepare(
    `SELECT id, type, slug, title, tags, author, status, publishedAt, updatedAt, commentsClosed,
      teaserDigest, words, revision,
      rendered = '' AS suspect FROM posts`,
  );
  const comments = db.prepare(`SELECT id, revision FROM comments WHERE status = 'approved'`);
  const addresses = db.prepare('SELECT * FROM addresses');
  const users = db.prepare('SELECT id, name, role, revision FROM users');
  const settings = db.prepare(`SELECT * FROM settings WHERE id = 'site'`);

  return db.transaction(() => {
    const rows = /** @type {any[]} */ (posts.all());
    const site = settings.get();
    return {
      ...place(),
      posts: rows.map(toSummary),
      suspects: rows.filter(({ suspect }) => suspect).map(({ id }) => id),
      comments: comments.all().map(toMention),
      addresses: addresses.all().map(tables.address.toRecord),
      users: users.all().map(tables.user.toRecord),
      settings: site ? tables.settings.toRecord(site) : null,
    };
  });
}

/** @param {any} row */
const toSummary = ({ suspect: _, ...row }) => ({
  ...row,
  tags: row.tags === '[]' ? [] : JSON.parse(row.tags),
  commentsClosed: row.commentsClosed === 1,
  revision: String(row.revision),
});

/** @param {any} row */
const toMention = ({ id, revision }) => ({ id, revision: String(revision) });
