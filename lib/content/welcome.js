import { readFileSync } from 'node:fs';

/** The same in every process, so that two that start at once write one. */
const WELCOME_ID = '6f1c5f6e-2f0b-4d54-9a3e-1a7d3b0c5e21';

const welcome = new URL('./welcome.md', import.meta.url);

/**
 * Gives an empty blog its first settings and a post that says how to go on.
 * @param {import('./content.js').Content} content
 * @returns {Promise<boolean>} false when the blog is not empty
 */
export async function writeWelcome(content) {
  if (content.index.posts().next().value || (await content.store.get('settings', 'site')))
    return false;
  await content.saveSettings({});
  await content.savePost({
    id: WELCOME_ID,
    slug: 'welcome',
    title: 'Welcome to Larder',
    markdown: readFileSync(welcome, 'utf8'),
    tags: ['larder'],
    status: 'published',
  });
  return true;
}
