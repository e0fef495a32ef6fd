import request from 'supertest';
import { codeAt, fromBase32, stepAt } from '../../../lib/people/totp.js';
import { createAuthenticator } from '../../support/authenticator.js';
import { signInAs } from '../../support/authors.js';
import { startBlog } from '../../support/blog.js';
import { aboutPage, breadPost, jamPost } from '../../support/fixtures.js';
import { gif, png } from '../../support/images.js';
import { parsePage } from '../../support/html.js';
import { addPeople, bearer, cookieOf, password, signIn, userOf } from '../../support/people.js';
import { steadyStatistics } from '../../support/statistics.js';

const site = { origin: 'http://localhost:3000', site: 'localhost' };

/** A blog in which there is one of each thing, with Ada signed in. */
export async function createWorld() {
  const posts = [{ ...breadPost, author: 'ada' }, jamPost, aboutPage];
  const blog = await startBlog({
    posts,
    env: {
      BASE_URL: site.origin,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'blog@example.org',
    },
    statistics: steadyStatistics(),
  });
  await addPeople(blog);
  const { accounts, content, store } = blog.open;
  await content.saveUser({ ...(await userOf(blog, 'ada')), email: '' });
  await blog.clock.tick(1000);
  const ada = await signInAs(blog, 'ada');
  const comment = await content.saveComment({
    postId: breadPost.id,
    replyTo: '',
    name: 'Mo',
    url: '',
    markdown: 'Fine.',
    status: 'pending',
  });
  const file = await content.saveMedia({
    name: 'jar.png',
    type: 'image/png',
    bytes: png(),
    width: 3,
    height: 2,
  });
  const token = await bearer(blog, 'ada', 'admin');
  const api = (/** @type {'post' | 'put' | 'delete'} */ method, /** @type {string} */ path) =>
    request(blog.url)[method](path).set(token).set('If-Match', '*');
  const passkey = createAuthenticator(site);
  return { blog, accounts, content, store, ada, comment, file, api, passkey };
}

/** @typedef {Awaited<ReturnType<typeof createWorld>>} World */

export const HOUR = 60 * 60_000;
export const current = { current: password };

/** @param {World} world @param {string} path @param {Buffer} bytes @param {string} [name] */
export async function attach({ blog }, path, bytes = gif(), name = 'loop.gif') {
  const cookie = cookieOf(await signIn(blog, 'ada'));
  return request(blog.url).post(path).set('Cookie', cookie).attach('files', bytes, name);
}

/** @param {World} world @param {string} path of an editor @param {Record<string, string>} typed */
export const edit = async ({ ada }, path, typed) =>
  ada.send(path, { ...(await ada.fill(path)), action: 'save', ...typed });

/** @param {World} world @param {string} path @param {string} form @param {Record<string, string>} typed */
export const fillIn = async ({ ada }, path, form, typed) =>
  ada.send(path, { ...(await ada.open(path)).fields(form), ...typed });

/** @param {World} world */
export async function addPasskey({ ada, passkey }) {
  const fields = { 'passkey-name': 'Laptop', 'current-for-passkey': password };
  const { body } = await ada.send('/admin/account/passkeys/challenge', fields);
  return ada.send('/admin/account/passkeys', { ...fields, passkey: passkey.create(body) });
}

/** @param {World} world */
export async function turnOnCodes({ ada, blog }) {
  const page = await ada.send('/admin/account/code', { 'current-for-code': password });
  const { searchParams } = new URL(parsePage(page).links('[href^="otpauth:"]')[0]);
  const secret = fromBase32(searchParams.get('secret') ?? '');
  const code = codeAt(secret, stepAt(blog.clock.now()));
  const done = await ada.send('/admin/account/code/confirm', { code });
  await blog.clock.tick(60_000);
  return { secret, codes: parsePage(done).texts('code') };
}

/** @param {World} world @param {'posts' | 'pages'} list @param {{ id: string, slug?: string }} post */
export async function restoreVersion(world, list, { id, slug = '' }) {
  const { ada, store } = world;
  await edit(world, `/admin/${list}/${slug}`, { title: 'Before' });
  const { versions } = await store.get('history', id);
  const { revision } = await store.get('post', id);
  await world.blog.clock.tick(3_600_000);
  const path = `/admin/${list}/${slug}/history/${versions[0].id.split(':')[1]}`;
  return ada.send(path, { revision });
}

/** @param {World} world @param {string} id */
export async function removePost({ content, store }, id) {
  const { revision } = await store.get('post', id);
  await content.removePost(id, revision, { by: 'ada' });
}
