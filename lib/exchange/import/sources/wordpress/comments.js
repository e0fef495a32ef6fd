import { readDate } from '../../shared/dates.js';
import { uuidOfPath } from '../../shared/identity.js';
import { plain } from '../../shared/plain.js';
import { paragraphs } from './paragraphs.js';
import { allOf, textOf } from './xml.js';
/** @import { SourceComment } from '../source.js' */
/** @import { Node } from './xml.js' */

/** @type {Map<string, 'approved' | 'pending' | 'spam'>} */
const STATUSES = new Map([
  ['1', 'approved'],
  ['approve', 'approved'],
  ['0', 'pending'],
  ['hold', 'pending'],
  ['spam', 'spam'],
]);

/** The most answers to answers. */
const DEEPEST = 1000;

/**
 * @param {Node} item
 * @param {string} postId
 * @param {string} timeZone of the blog
 * @returns {{ comments: SourceComment[], warnings: string[] }} the comments, and what is not imported
 */
export function readComments(item, postId, timeZone) {
  /** @type {string[]} */
  const warnings = [];
  const nodes = allOf(item, 'wp:comment');
  const people = nodes.filter((node) =>
    /^(comment|review)?$/.test(textOf(node, 'wp:comment_type')),
  );
  const kept = people.filter((node) => STATUSES.has(textOf(node, 'wp:comment_approved')));
  if (nodes.length > people.length)
    warnings.push(`pingbacks not imported: ${nodes.length - people.length}`);
  if (people.length > kept.length)
    warnings.push(`comments in the trash not imported: ${people.length - kept.length}`);

  const rootOf = threads(people, kept);
  /** @param {string} number */
  const idOf = (number) => `${postId}:${uuidOfPath(`wordpress comment\n${postId}\n${number}`)}`;
  const comments = kept.map((node) => {
    const number = numberOf(node);
    const root = rootOf(number);
    return {
      id: idOf(number),
      replyTo: root && root !== number ? idOf(root) : '',
      name: plain(textOf(node, 'wp:comment_author')),
      url: textOf(node, 'wp:comment_author_url'),
      html: paragraphs(textOf(node, 'wp:comment_content')),
      status: STATUSES.get(textOf(node, 'wp:comment_approved')) ?? 'pending',
      createdAt: timeOf(node, timeZone),
    };
  });
  return { comments, warnings };
}

/** @param {Node} comment */
const numberOf = (comment) => textOf(comment, 'wp:comment_id');

/**
 * Replies are one level deep here, so each is to the comment that began its thread.
 * @param {Node[]} all
 * @param {Node[]} kept
 * @returns {(number: string) => string} the first comment of a comment's thread that is kept; '' when it is its own
 */
function threads(all, kept) {
  const parents = new Map(all.map((node) => [numberOf(node), textOf(node, 'wp:comment_parent')]));
  const isRetained = new Set(kept.map(numberOf));
  return (number) => {
    let root = '';
    const seen = new Set([number]);
    for (let at = parents.get(number); at && parents.has(at); at = parents.get(at)) {
      // A circle has no beginning.
      if (seen.has(at)) return '';
      seen.add(at);
      if (seen.size > DEEPEST) return root;
      if (isRetained.has(at)) root = at;
    }
    return root;
  };
}

/** @param {Node} comment @param {string} timeZone @returns {string | undefined} undefined when there is no such date */
function timeOf(comment, timeZone) {
  const gmt = textOf(comment, 'wp:comment_date_gmt');
  try {
    return /^0000|^$/.test(gmt)
      ? readDate(textOf(comment, 'wp:comment_date'), timeZone)
      : readDate(`${gmt}Z`, 'UTC');
  } catch {
    return undefined;
  }
}
