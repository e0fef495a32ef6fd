import { isError } from '../base/errors.js';
import { firstTexts } from '../base/words.js';
/** @import { Post } from '../store/types.js' */
/** @import { Content } from './content.js' */

/** @param {string} language of the blog @returns {{ title: string, markdown: string }} */
function welcomeIn(language) {
  const words = firstTexts.in(language);
  return { title: words.say('welcomeTitle'), markdown: words.say('welcome') };
}

/**
 * Gives an empty blog its settings and a first post that explains the next steps, in its language.
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
      ...welcomeIn(content.index.settings.language),
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
  const isOurs = firstTexts.languages.some(
    (language) => post?.markdown === welcomeIn(language).markdown,
  );
  return isOurs && index.comments(post.id).size === 0 ? post : null;
}

/**
 * Says the welcome post in the language of the blog, which its owner has just chosen, if nobody has edited it.
 * @param {Content} content
 */
export async function translateWelcome(content) {
  const post = await untouchedWelcome(content);
  const wanted = welcomeIn(content.index.settings.language);
  if (!post || post.markdown === wanted.markdown) return;
  await content.savePost({ ...post, ...wanted }, { revision: post.revision });
}
