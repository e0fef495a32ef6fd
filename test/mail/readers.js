import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { createSubscribers } from '../../lib/mail/subscribers.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { breadPost } from '../support/fixtures.js';
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Mail, Subscriber } from '../../lib/mail/records.js' */

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;
export const env = {
  SMTP_URL: 'smtp://mail.example:25',
  MAIL_FROM: 'blog@example.org',
  TRUST_PROXY: 'loopback',
};
const network = {
  get: () => Promise.reject(new Error('There is no network')),
  // What is mailed waits, so that a test can read it.
  sendMail: () => Promise.reject(new Error('There is no network')),
  post: async () => {},
};

/** A blog that sends mail. @param {Record<string, string>} [more] */
export const withMail = (more = {}) => ({ env: { ...env, ...more }, network, posts: [breadPost] });

let clients = 0;
/**
 * Sends the form, and does what is done after the answer.
 * @param {TestBlog} blog
 * @param {Record<string, string | string[]>} form
 * @param {string} [from]
 */
export async function ask(blog, form, from = '/subscribe') {
  const response = await request(blog.url)
    .post('/subscribe')
    .set('X-Forwarded-For', `198.51.100.${++clients % 250}`)
    .set('Referer', blog.url + from)
    .type('form')
    .send(form);
  await blog.clock.tick(100);
  await settle();
  return response;
}

export async function settle() {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

/** @param {TestBlog} blog */
export async function read({ open }) {
  /** @type {Mail[]} */
  const mails = [];
  /** @type {Subscriber[]} */
  const subscribers = [];
  for await (const mail of open.store.all('mail')) mails.push(mail);
  for await (const each of open.store.all('subscriber')) subscribers.push(each);
  mails.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return { mails, subscribers };
}

/** @param {string | undefined} text @param {string} purpose @returns {string} the path of the link */
export const linkIn = (text, purpose) =>
  new RegExp(`/subscribe/${purpose}/[\\w-]+`).exec(text ?? '')?.[0] ?? '/none';

/** @param {TestBlog} blog @param {string} email @param {object} [form] */
export async function confirmed(blog, email, form = {}) {
  await ask(blog, { email, ...form });
  const { mails } = await read(blog);
  const text = mails.find(({ to }) => to === email)?.text;
  await request(blog.url).post(linkIn(text, 'confirm')).expect(200);
  return { off: linkIn(text, 'off'), confirm: linkIn(text, 'confirm') };
}

/**
 * Of the only one.
 * @param {TestBlog} blog
 * @param {'off' | 'choices'} purpose
 * @param {number} [at]
 * @returns {Promise<string>} a path
 */
export async function linkTo({ open: { store } }, purpose, at) {
  const subscribers = createSubscribers({ store, random: randomBytes, baseUrl: '' });
  for await (const each of subscribers.all()) return subscribers.linkOf(each, purpose, at);
  throw new Error('There is no subscriber');
}
