import { equal, match, ok } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comment, item, wxr } from '../../exchange/import/exports.js';
import { png } from '../../support/images.js';
import { setUpAndWrite } from '../author.js';
import { WORDS } from '../checks.js';
import { open } from '../people.js';
/** @import { Blog } from '../blog.js' */

/** @param {Blog} blog */
export async function isSetUp(blog) {
  const markdown = 'Plums are **ripe**, says the anchovy.';
  await setUpAndWrite(blog.url(), blog.server().setUpLink(), { title: 'Plum jam', markdown });
  match(await blog.page('/post/plum-jam'), /<strong>ripe<\/strong>/);
  match(await blog.page('/'), /Plum jam/);
  blog.texts.set('/post/plum-jam', `Plum jam ${markdown}`);
  await blog.takeToken();
  await blog.agent.remove('/api/posts/welcome');
  await blog.agent.put('/api/settings', { postalAddress: '1 High Street' });
}

/** @param {Blog} blog */
export async function hasPicturesAndImports(blog) {
  const { url, markdown } = await blog.agent.upload('jar.png', png({ width: 40, height: 30 }));
  equal((await open(new URL(url, blog.url()).href)).status, 200);
  for (let at = 0; at < 24; at++) {
    const words = `${WORDS[at % WORDS.length]} and ${WORDS[(at * 7 + 3) % WORDS.length]}`;
    await blog.publish(`shelf-${at}`, `Shelf ${at}`, `${markdown}\n\nHere are ${words}.`, {
      tags: ['shelf', `row ${at % 5}`],
      publishedAt: `2025-0${1 + (at % 9)}-1${at % 10}T08:00:00.000Z`,
    });
  }
  await importFolder(blog);
  await importWordPress(blog);
  const { status, path } = await blog.readers.read('/2011/03/first/');
  equal(`${status} ${path}`, '200 /post/first');
  await blog.assertRight();
}

/** Of Markdown, as Jekyll has it. @param {Blog} blog */
async function importFolder({ folder, texts, program }) {
  const posts = join(folder, 'old/_posts');
  mkdirSync(posts, { recursive: true });
  for (const [at, name] of ['first', 'second', 'third'].entries()) {
    const text = `It has ${WORDS[20 + at]}.`;
    const front = `---\ntitle: The ${name}\npermalink: /2011/03/${name}/\n---\n`;
    writeFileSync(join(posts, `2011-03-0${at + 1}-${name}.md`), `${front}${text}\n`);
    texts.set(`/post/${name}`, `The ${name} ${text}`);
  }
  await program.command(['import', join(folder, 'old')]);
}

/** @param {Blog} blog */
async function importWordPress({ folder, texts, program }) {
  const file = join(folder, 'old.xml');
  const content = '<p>A nutmeg.</p>';
  const post = { slug: 'from-wordpress', title: 'From WordPress', content, more: comment(1) };
  writeFileSync(file, wxr(item(7, post)));
  await program.command(['import', file]);
  texts.set('/post/from-wordpress', 'From WordPress A nutmeg.');
}

/** @param {Blog} blog */
export async function isChanged(blog) {
  const { agent, readers, texts } = blog;
  await blog.whole();
  for (const at of [1, 5, 9]) {
    const title = `Changed ${at}`;
    const markdown = `Now it is ${WORDS[(at + 11) % WORDS.length]}.`;
    await agent.put(`/api/posts/shelf-${at}`, { title, markdown, tags: ['shelf'] });
    texts.set(`/post/shelf-${at}`, `${title} ${markdown}`);
  }
  for (const at of [2, 6]) {
    await agent.remove(`/api/posts/shelf-${at}`);
    texts.delete(`/post/shelf-${at}`);
  }
  await agent.put('/api/posts/shelf-3', { slug: 'top-shelf' });
  texts.set('/post/top-shelf', texts.get('/post/shelf-3') ?? '');
  texts.delete('/post/shelf-3');
  equal((await readers.read('/post/shelf-3')).path, '/post/top-shelf');
  for (const language of ['de', 'en']) {
    await agent.put('/api/settings', { language, tagline: `Notes in ${language}` });
    match(await blog.page('/'), new RegExp(`lang="${language}"`));
    await blog.assertRight();
  }
}

/** @param {Blog} blog */
export async function keepsToItself(blog) {
  const { agent, texts } = blog;
  const path = '/api/posts/unripe';
  await agent.post('/api/posts', {
    slug: 'unripe',
    title: 'Unripe',
    markdown: 'A medlar.',
    tags: ['shelf', 'medlars'],
    status: 'draft',
  });
  await assertHidden(blog);
  await agent.put(path, { status: 'published' });
  texts.set('/post/unripe', 'Unripe A medlar.');
  for (const list of ['/', '/tag/medlars', '/archive', '/atomfeed', '/tags'])
    match(await blog.page(list), /unripe|medlars/, list);
  await blog.assertRight();
  texts.delete('/post/unripe');
  await agent.put(path, { status: 'draft' });
  await assertHidden(blog);
  await agent.put(path, { status: 'published' });
  await blog.whole();
  await agent.remove(path);
  await assertHidden(blog);
}

/** @param {Blog} blog */
async function assertHidden(blog) {
  for (const [path, text] of Object.entries(await blog.whole())) ok(!/medlar/i.test(text), path);
  for (const path of ['/post/unripe', '/tag/medlars'])
    ok([404, 410].includes((await open(blog.url() + path)).status), path);
  equal((await blog.agent.list('/api/search?q=medlar')).length, 0);
  ok(!/unripe/i.test(await blog.page('/search?q=medlar')));
  await blog.assertRight();
}
