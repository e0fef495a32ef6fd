import { readFileSync } from 'node:fs';
import { isError } from '../base/errors.js';
/** @import { Post } from '../store/types.js' */
/** @import { Content } from './content.js' */

const welcome = new URL('./welcome.md', import.meta.url);
const read = () => readFileSync(welcome, 'utf8');

/**
 * Gives an empty blog its settings and a first post that explains the next steps.
 * @param {Content} content
 * @returns {Promise<boolean>} false when the blog is not empty, or another process has just done this
 */
export async function writeWelcome(content) {
  if (content.index.posts().next().value || (await content.store.get('settings', 'site')))
    return false;
  try {
    // If two processes start at once, the one that writes the settings also writes the post.
    await content.saveSettings({}, { revision: null });
    await content.savePost({
      slug: 'welcome',
      title: 'Welcome to Larder',
      markdown: read(),
      tags: ['larder'],
      status: 'published',
    });
    return true;
  } catch (error) {
    if (isError(error, 'conflict')) return false;
    throw error;
  }
}

/**
 * @param {Content} content
 * @returns {Promise<Post | null>} the welcome post, if nobody has edited or commented on it
 */
export async function untouchedWelcome({ index, store }) {
  const found = index.find('post', 'welcome');
  const post = found && (await store.get('post', found.id));
  return post?.markdown === read() && index.comments(post.id).size === 0 ? post : null;
}
