import { equal, match, ok } from 'node:assert/strict';
import { makeDesk, password } from '../author.js';
/** @import { Blog } from '../blog.js' */

const own = 'brine, dill, mustard seed';

/** @param {Blog} blog */
export async function hasOtherAuthors(blog) {
  const ada = await makeDesk(blog.url).signIn('ada', password);
  const invited = { id: 'ben', name: 'Ben', role: 'author', current: password };
  const [, link = ''] =
    /<code>([^<]+)<\/code>/.exec(await ada.send('/admin/people', invited)) ?? [];
  const token = new URL(plain(link)).searchParams.get('token') ?? '';
  const ben = makeDesk(blog.url);
  await ben.send('/admin/join', { token, password: own });

  await ben.send('/admin/posts/new', {
    title: 'A guest',
    slug: 'of-ben',
    markdown: 'A cornichon.',
    action: 'publish',
  });
  blog.texts.set('/post/of-ben', 'A guest A cornichon.');
  match(await blog.page('/author/ben'), /A guest/);
  await blog.assertRight();

  // Who writes sees neither the posts of others nor what is the owner's.
  for (const path of ['/admin/posts/plum-jam', '/admin/people', '/admin/subscribers'])
    equal((await ben.page(path)).status, 403, path);
  await ada.send('/admin/people/ben/role', { role: 'editor', current: password });
  equal((await ben.page('/admin/posts/plum-jam')).status, 200);
  await ada.send('/admin/account/name', { name: 'Ada L.' });
  for (const path of ['/post/plum-jam', '/', '/author/ada'])
    match(await blog.page(path), /Ada L\./, path);

  await ada.send('/admin/people/ben/remove', { 'posts-to': 'ada', 'shown-name': '' });
  equal((await ben.page('/admin/posts')).status, 303);
  for (const [path, text] of Object.entries(await blog.whole()))
    ok(!/\bBen\b<\/a>/.test(text), path);
  await blog.assertRight();
}

/** @param {string} text  of HTML */
const plain = (text) =>
  text.replace(/&#x([0-9A-F]+);/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
