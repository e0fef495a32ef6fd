import { settingsThat } from '../settings-fields.js';
import { textNames } from '../text-fields.js';
/** @import { Kind } from '../types.js' */

/** Increment it with every change of the design document. */
export const version = 14;

/** How some kinds were called in the database. @type {[before: string, kind: Kind][]} */
export const formerNames = [
  ['desk', 'history'],
  ['copy', 'autosave'],
  ['tally', 'counts'],
];

/** Of a user, what nobody else sees. */
const ofUsers = [
  ...['email', 'language', 'password', 'passwordAt', 'secondFactor'],
  ...['passkeys', 'usedChallenges', 'recoveryCodes'],
];
/** Of a document. */
const notInSummaries = [
  ...['markdown', 'html', 'excerpt', 'teaser', 'createdAt', 'rendered', 'renderedGeneration'],
  ...['writeId', 'isFirst', 'withdrawn', 'acts'],
];

/**
 * The view of summaries: the fields that the index needs; of a post and the settings, all but the long ones and those
 * that their records do not have, so that a new field needs no new view. It runs inside CouchDB. `suspect` marks a
 * stale render (see `toDocument`), `late` a first write that may be late (see `mayBeLate`).
 */
const map = `function (document) {
  var colon = document._id.indexOf(':');
  var kind = document._id.slice(0, colon);
  var value = { id: document._id.slice(colon + 1), revision: document._rev };
  var left = { post: [], settings: [], user: ${JSON.stringify(ofUsers)} }[kind];
  var fields = left
    ? Object.keys(document).filter(function (field) {
        return field.charAt(0) !== '_' && ${JSON.stringify(notInSummaries)}.concat(left).indexOf(field) < 0;
      })
    : { comment: [], address: ['owner', 'held', 'claimedAt'], media: ['width', 'height'] }[kind];
  if (!fields || (kind === 'comment' && document.status !== 'approved')) return;
  if (kind === 'media' && String(document.type).slice(0, 6) !== 'image/') return;
  fields.forEach(function (field) {
    value[field] = document[field];
  });
  if (kind === 'post') {
    value.commentsClosed = document.commentsClosed === true;
    value.suspect = document.rendered === '' || document.renderedGeneration !== parseInt(document._rev, 10);
  }
  if (document.isFirst && parseInt(document._rev, 10) > 1) value.late = true;
  emit(kind, value);
}`;

/** Comments by status, oldest first, and their number by post. */
const comments = `function (document) {
  if (document._id.slice(0, 8) !== 'comment:') return;
  emit([document.status, document.createdAt, document._id.slice(8)], null);
}`;
const commentCounts = `function (document) {
  if (document._id.slice(0, 8) !== 'comment:') return;
  emit([document.status, document.postId], null);
}`;

/** Subscribers whose address is kept, by state, source and the day of their confirmation. */
const subscriberCounts = `function (document) {
  if (document._id.slice(0, 11) !== 'subscriber:' || !document.email) return;
  emit([document.state || '', document.source || '', String(document.confirmedAt || '').slice(0, 10)], null);
}`;

const subscriberEmails = `function (document) {
  if (document._id.slice(0, 11) !== 'subscriber:' || !document.email) return;
  emit(String(document.email).toLowerCase(), null);
}`;

/** Documents with conflicts, for `doctor`. Restored revisions are left out: they lose to any other, and are no loss. */
const conflicts = `function (document) {
  var others = (document._conflicts || []).filter(function (revision) {
    return !/^[0-9]+-0{24}/.test(revision);
  });
  if (others.length > 0) emit(document._id, others);
}`;

/** @param {string[]} names @param {string} type */
const typesOf = (names, type) => names.map((name) => `${name}: '${type}'`).join(', ');

const counts = settingsThat(({ is, isColumn }) => is === 'count' && isColumn).map(([name]) => name);

/**
 * Rejects mistakes made in Fauxton that would break the blog, as column types do in SQLite, and what an earlier Larder
 * would write that still runs: this one would not find it.
 */
const validate = `function (document) {
  var kind = document._id.slice(0, document._id.indexOf(':'));
  var types = {
    post: {
      type: ['post', 'page'], slug: 'string', title: 'string', tags: 'array', author: 'string',
      status: ['draft', 'published'], createdAt: 'string', updatedAt: 'string', words: 'number',
      rendered: 'string', excerpt: 'string', teaser: 'string', markdown: 'string', html: 'string'
    },
    comment: {
      postId: 'string', replyTo: 'string', name: 'string', markdown: 'string', html: 'string',
      ${typesOf(
        textNames('comment', ({ isColumn }) => isColumn),
        'string',
      )},
      status: ['pending', 'approved', 'spam'], createdAt: 'string'
    },
    address: { owner: 'string', held: 'boolean', claimedAt: 'string' },
    user: { name: 'string', role: ['owner', 'editor', 'author'] },
    settings: {
      title: 'string', tagline: 'string', language: 'string', timeZone: 'string', navigation: 'array',
      comments: ['held', 'shown', 'off'], ${typesOf(counts, 'number')}
    }
  }[kind];
  if (document._deleted) return;
  if (${JSON.stringify(formerNames.map(([before]) => before))}.indexOf(kind) >= 0)
    throw { forbidden: 'The database belongs to a newer Larder: update this one' };
  if (!types) return;
  function expect(isRight, field, expected) {
    if (!isRight) throw { forbidden: 'A ' + kind + ' needs the field ' + field + ': ' + expected };
  }
  Object.keys(types).forEach(function (field) {
    var type = types[field];
    var value = document[field];
    if (Array.isArray(type)) expect(type.indexOf(value) >= 0, field, type.join(' or '));
    else expect((Array.isArray(value) ? 'array' : typeof value) === type, field, type);
  });
  if (kind === 'post') {
    var dated = typeof document.publishedAt === 'string';
    expect(['boolean', 'undefined'].indexOf(typeof document.commentsClosed) >= 0, 'commentsClosed', 'boolean');
    expect(dated || (document.publishedAt === null && document.status === 'draft'), 'publishedAt', 'a date');
  }
}`;

/** The design document, without _id and _rev. */
export const design = {
  language: 'javascript',
  version,
  views: {
    summaries: { map },
    comments: { map: comments },
    commentCounts: { map: commentCounts, reduce: '_count' },
    subscriberCounts: { map: subscriberCounts, reduce: '_count' },
    subscriberEmails: { map: subscriberEmails },
    conflicts: { map: conflicts },
  },
  validate_doc_update: validate,
};

/** Paths below the database. */
export const designPath = '_design/larder';
export const summariesPath = `${designPath}/_view/summaries`;
export const commentsPath = `${designPath}/_view/comments`;
export const commentCountsPath = `${designPath}/_view/commentCounts`;
export const subscriberCountsPath = `${designPath}/_view/subscriberCounts`;
export const subscriberEmailsPath = `${designPath}/_view/subscriberEmails`;
export const conflictsPath = `${designPath}/_view/conflicts`;
