import { readFileSync } from 'node:fs';
import { isError } from '../errors.js';
/** @import { Content } from './content.js' */

const welcome = new URL('./welcome.md', import.meta.url);

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
      markdown: readFileSync(welcome, 'utf8'),
      tags: ['larder'],
      status: 'published',
    });
    return true;
  } catch (error) {
    if (isError(error, 'conflict')) return false;
    throw error;
  }
}
