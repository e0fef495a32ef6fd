import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { until } from '../until.js';
/** @import { Blog } from '../blog.js' */

const SUBSCRIBERS = 12;

/** Milliseconds in which one mail too many would come. */
const PATIENCE = 500;

/** @param {number} at */
const addressOf = (at) => `reader-${at}@example.org`;
const everybody = Array.from({ length: SUBSCRIBERS }, (_, at) => addressOf(at));

/** @param {Blog} blog */
export async function mailsOnce(blog) {
  const { agent, readers, smtp } = blog;
  await readers.send('/subscribe', { email: addressOf(0) }, 1);
  await until('a mail to confirm', () => smtp.taken.length > 0);
  const mail = smtp.taken[0].message.replaceAll('=\r\n', '');
  const [link = ''] = /\/subscribe\/confirm\/[\w-]+/.exec(mail) ?? [];
  equal(await readers.send(link, {}, 1), 200);
  for (const email of everybody.slice(1))
    await agent.post('/api/subscribers', {
      email,
      status: 'confirmed',
      consentAt: new Date().toISOString(),
      source: 'a list on paper',
    });
  let isSilent = false;
  smtp.follow((step, to) => {
    if (step !== 'message' || !to.startsWith('reader-7@')) return '';
    isSilent = true;
    return 'stall';
  });
  await blog.publish('news', 'News by mail', 'A quince.', { sendByEmail: true });
  await until('a server that falls silent', () => isSilent);
  // What is in its hands is given to a server that speaks.
  await blog.kill(() => smtp.follow(() => ''));
  await assertMailed(blog, 'News by mail', everybody);
}

/** @param {Blog} blog */
export async function mailsWhoWants(blog) {
  const [left, bouncing, ...others] = everybody;
  const [{ message }] = blog.mailsOf('News by mail').filter(({ to }) => to.includes(left));
  const [link = ''] = /\/subscribe\/off\/[\w-]+/.exec(message) ?? [];
  // Looking at it is not leaving.
  equal((await fetch(blog.url() + link)).status, 200);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  equal((await fetch(blog.url() + link, { method: 'POST', body })).status, 200);
  for (let time = 0; time < 2; time++)
    await blog.agent.post('/api/bounces', { email: bouncing, kind: 'bounce' });
  await blog.publish('more-news', 'More by mail', 'A damson.', { sendByEmail: true });
  await assertMailed(blog, 'More by mail', others);
}

/** @param {Blog} blog @param {string} subject @param {string[]} addresses */
async function assertMailed(blog, subject, addresses) {
  const mailed = () => blog.mailsOf(subject).map(({ to }) => to);
  await until(`“${subject}” at everybody`, () => mailed().length >= addresses.length);
  await setTimeout(PATIENCE);
  deepEqual(mailed().sort(), [...addresses].sort());
}
