import { takeComment } from '../comments.js';
import { readHtml, toPlainMarkdown } from '../html/to-markdown.js';
import { elements } from '../../content/tree.js';
import { isWebAddress } from '../../content/validate-comment.js';

/** See lib/content/validate-comment.js. */
const NAME = 100;
const TEXT = 20_000;

/**
 * Takes the comments of a post.
 * @param {string} name of the post, for messages
 * @param {import('./source.js').ForeignPost} post
 * @param {import('../run.js').Run} run
 * @returns {Promise<number>} how many were taken
 */
export async function takeComments(name, post, run) {
  const { id: postId, comments } = post;
  const { content } = run;
  const ids = comments.map(({ id }) => id);
  const present = await content.store.getMany('comment', ids);
  const known = new Set(ids);
  let taken = 0;
  for (const [at, comment] of comments.entries()) {
    await run.attempt(name, async () => {
      const { id, status, replyTo } = comment;
      const markdown = readText(comment.html);
      if (markdown.length > TEXT) run.warn(name, `a comment is cut after ${TEXT} characters`);
      const input = {
        ...{ id, postId, status },
        createdAt:
          comment.createdAt ?? post.publishedAt ?? post.createdAt ?? present[at]?.createdAt,
        replyTo: known.has(replyTo) ? replyTo : '',
        name: comment.name.slice(0, NAME).toWellFormed().trim() || 'Anonymous',
        url: isWebAddress(comment.url) ? comment.url : '',
        markdown: markdown.slice(0, TEXT),
      };
      if (await takeComment(input, present[at], name, run)) taken += 1;
    });
  }
  return taken;
}

/** @param {string} html @returns {string} Markdown, in which no HTML and no image has a place */
function readText(html) {
  const root = readHtml(html);
  for (const node of elements(root)) {
    // An image is a link to it, and what Markdown cannot say is its text.
    if (/^(img|audio|video)$/.test(node.tag)) {
      const address = node.attributes.get('src') ?? '';
      const text = node.attributes.get('alt') || address;
      Object.assign(node, { tag: 'a', attributes: new Map([['href', address]]), children: [text] });
    } else if (!KNOWN.has(node.tag)) {
      if (/^t[dh]$/.test(node.tag)) node.children.push(' ');
      node.tag = BLOCK.test(node.tag) ? 'div' : 'span';
    }
    const kept = node.tag === 'a' ? 'href' : node.tag === 'ol' ? 'start' : '';
    for (const name of node.attributes.keys()) if (name !== kept) node.attributes.delete(name);
  }
  return toPlainMarkdown(root);
}

const KNOWN = new Set('a b blockquote br code del em hr i li ol p pre s strong ul div'.split(' '));
const BLOCK = /^(h\d|table|tr|d[dlt]|figure|figcaption|details|summary)$/;
