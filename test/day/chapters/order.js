import { equal, match, ok } from 'node:assert/strict';
import { png } from '../../support/images.js';
import { makeDesk, password } from '../author.js';
import { open } from '../people.js';
/** @import { Blog } from '../blog.js' */

/** @param {Blog} blog */
export async function isPutInOrder(blog) {
  const desk = await makeDesk(blog.url).signIn('ada', password);
  await renamesTag(blog, desk);
  await fillsMenu(blog);
  await takesVersionBack(blog, desk);
  await deletesFile(blog);
  await blog.assertRight();
}

/** @typedef {Awaited<ReturnType<ReturnType<typeof makeDesk>['signIn']>>} Desk */

/** @param {Blog} blog @param {Desk} desk */
async function renamesTag(blog, desk) {
  await blog.whole();
  const before = linksTo(await blog.page('/tag/row%201'));
  await desk.send('/admin/tags/row%201', { action: 'rename', name: 'first row' });
  equal(linksTo(await blog.page('/tag/first%20row')), before);
  match(await blog.page('/tags'), /first row/);
  ok(!(await blog.page('/tags')).includes('row 1<'));
  await desk.send('/admin/tags/row%202', { action: 'remove' });
  equal((await open(`${blog.url()}/tag/row%202`)).status, 404);
  await blog.assertRight();
}

/** @param {string} page @returns {string} those to posts */
const linksTo = (page) =>
  [...page.matchAll(/href="(\/post\/shelf-\d+)"/g)].map(([, to]) => to).join();

/** @param {Blog} blog */
async function fillsMenu(blog) {
  const { agent, texts } = blog;
  const about = { slug: 'about', title: 'About', markdown: 'We keep things.', status: 'published' };
  await agent.post('/api/pages', about);
  texts.set('/about', 'About We keep things.');
  const { navigation } = await agent.get('/api/settings');
  const mine = [...(navigation ?? []), { title: 'Who we are', url: '/about' }];
  await agent.put('/api/settings', { navigation: mine });
  for (const path of ['/', '/post/shelf-12', '/archive', '/about'])
    match(await blog.page(path), /<a[^>]*href="\/about"[^>]*>Who we are</, path);
  await agent.put('/api/pages/about', { slug: 'about-us' });
  texts.set('/about-us', texts.get('/about') ?? '');
  texts.delete('/about');
  equal((await blog.readers.read('/about')).path, '/about-us');
  await blog.assertRight();
}

/** @param {Blog} blog @param {Desk} desk */
async function takesVersionBack(blog, desk) {
  const before = await blog.agent.get('/api/posts/shelf-13');
  const title = 'Spoilt';
  await blog.agent.put('/api/posts/shelf-13', { title, markdown: 'Spoilt.', tags: [] });
  for (const path of ['/post/shelf-13', '/archive']) match(await blog.page(path), /Spoilt/, path);
  const { text } = await desk.page('/admin/posts/shelf-13/history');
  const [, version = ''] = /href="(\/admin\/posts\/shelf-13\/history\/[^"]+)"/.exec(text) ?? [];
  const [, revision = ''] =
    /name="revision" value="([^"]*)"/.exec((await desk.page(version)).text) ?? [];
  await desk.send(version, { revision });
  const after = await blog.agent.get('/api/posts/shelf-13');
  for (const field of ['title', 'markdown']) equal(after[field], before[field], field);
  equal(String(after.tags), String(before.tags));
  for (const path of ['/post/shelf-13', '/archive', '/tag/shelf', '/tag/shelf/page/2'])
    ok(!(await blog.page(path)).includes('Spoilt'), path);
}

/** @param {Blog} blog */
async function deletesFile({ agent, url }) {
  const { name, url: address } = await agent.upload('lid.png', png({ width: 9, height: 9 }));
  const statusOf = async () => (await open(new URL(address, url()).href)).status;
  equal(await statusOf(), 200);
  await agent.remove(`/api/media/${name}`);
  equal(await statusOf(), 404);
}
