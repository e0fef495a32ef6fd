#!/usr/bin/env node
/**
 * What readers of a warm blog feel while it sends a post by e-mail: `node bench/readers-during-mail.js [PAIRS]`. Windows
 * with and without sending alternate within one run: in those without, the mail server holds back its answers. It tells
 * the latency of hits, CPU time, and for how long the server's main thread was blocked.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openReaders } from './support/readers.js';
import { cpuOf } from './support/usage.js';
import { addReaders, emailOf, openMailings } from './support/readers-by-mail.js';
import { makeFolder, openForWriting, percentile, startServer, writePosts } from './support/blog.js';

const POSTS = 100;
const READERS = 4;
const SECONDS = 5;
const SUBSCRIBERS = 20_000;
const [pairs = '6'] = process.argv.slice(2);

const folder = makeFolder();
const storeUrl = `sqlite:${join(folder.path, 'larder.db')}`;
const delays = join(folder.path, 'delays');
const blog = await openForWriting(storeUrl);
await writePosts(blog.content, POSTS, 600);
await blog.content.saveSettings({ postalAddress: 'Larder, 1 Shelf Lane, Ham' });
await addReaders(
  blog,
  Array.from({ length: SUBSCRIBERS }, (_, at) => emailOf(at)),
);

const mailServer = fork(new URL('support/holding-smtp.js', import.meta.url));
const [smtpUrl] = await once(mailServer, 'message');
const server = await startServer(storeUrl, {
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'blog@example.org',
  DELAYS: delays,
  NODE_OPTIONS: `${process.env.SERVER_OPTIONS ?? ''} --import ${new URL('support/loop-delay.js', import.meta.url)}`,
});
const readers = await openReaders(server.url, { readers: READERS, posts: POSTS, seconds: SECONDS });
const [post] = blog.index.posts();
await openMailings(blog).begin(post.id, '');
await setTimeout(8000);

/** @typedef {{ p50: number, p99: number, cpu: number, sent: number, blocked: number }} Window */
const kinds = /** @type {const} */ (['quiet', 'sending']);
/** @type {Record<'quiet' | 'sending', Window[]>} */
const windows = { quiet: [], sending: [] };
for (let pair = 0; pair < Number(pairs); pair++)
  for (const kind of pair % 2 ? kinds : kinds.toReversed()) {
    const each = await measure(kind);
    windows[kind].push(each);
    process.stdout.write(`${kind}: ${say(each)}\n`);
  }
for (const [kind, each] of Object.entries(windows)) {
  const names = /** @type {(keyof Window)[]} */ (Object.keys(each[0]));
  const medians = names.map((name) => [
    name,
    percentile(
      each.map((one) => one[name]),
      0.5,
    ),
  ]);
  process.stdout.write(`median ${kind}: ${say(Object.fromEntries(medians))}\n`);
}
readers.close();
await server.stop();
mailServer.kill();
await blog.close();
await folder.remove();

/** @param {Window} window */
function say({ p50, p99, cpu, sent, blocked }) {
  const perMail =
    sent > 0 ? `, ${((cpu * 1000) / sent).toFixed(2)} ms a mail with its readers` : '';
  return (
    `hits ${p50.toFixed(2)} ms, 99th percentile ${p99.toFixed(2)}; CPU ${cpu.toFixed(2)} s${perMail}; ` +
    `${sent} mails; blocked ${blocked.toFixed(1)} ms (99th percentile of the loop)`
  );
}

/** @param {'quiet' | 'sending'} kind @returns {Promise<Window>} */
async function measure(kind) {
  mailServer.send({ isHeld: kind === 'quiet' });
  await setTimeout(500);
  const [cpu, sent, from] = [cpuOf(server.pid).all, await count(), Date.now()];
  const latencies = await readers.read();
  const until = Date.now();
  const loops = readFileSync(delays, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .filter(([at]) => at > from && at <= until)
    .map(([, p99]) => p99);
  return {
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: (cpuOf(server.pid).all - cpu) / 1e6,
    sent: (await count()) - sent,
    blocked: percentile(loops, 0.5),
  };
}

/** @returns {Promise<number>} mails that were sent */
async function count() {
  mailServer.send({});
  const [sent] = await once(mailServer, 'message');
  return sent;
}
