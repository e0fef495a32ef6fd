#!/usr/bin/env node
/**
 * Whether a mailing comes to each reader once, however often its sender is killed:
 * `node bench/mail-during-kills.js [SUBSCRIBERS] [KILLS] [STORE_URL of an empty store] [SERVERS] [WORKERS]`.
 * A mail server that fails in many ways takes the mails; servers are killed (SIGKILL) at random moments and started
 * again. At the end each address has the mail, none is left out, and at most one for each kill has it twice.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countOfWays, startFailingSmtp } from './support/failing-smtp.js';
import { addReaders, emailOf, mailingSettings, openMailings } from './support/readers-by-mail.js';
import { makeFolder, openForWriting, startServer, writePosts } from './support/blog.js';

const folder = makeFolder();
const [count = '10000', kills = '20', storeUrl = `sqlite:${join(folder.path, 'larder.db')}`] =
  process.argv.slice(2);
const [servers = '1', workers = '1'] = process.argv.slice(5);
/** Time passes faster in the servers, so that pauses of minutes are seconds. */
const FASTER = 30;
const PATIENCE = 120_000 / FASTER;
const smtp = await startFailingSmtp({
  share: Number(process.env.SHARE ?? 0.003),
  patience: PATIENCE,
});
const { taken, refused, failures, unanswered, messageIds } = smtp;

const { index, mailings, deliveryTo, close } = await fill(Number(count));
const env = mailingSettings(smtp.url, { workers, faster: FASTER });
const running = await Promise.all(
  Array.from({ length: Number(servers) }, () => startServer(storeUrl, env)),
);
const begun = performance.now();
await mailings.begin(index, '');
let died = 0;
for (let state = ''; state !== 'done';) {
  const at = Math.floor(Math.random() * running.length);
  await setTimeout(died < Number(kills) ? Math.random() * 3000 + 500 : 500);
  if (died < Number(kills)) {
    await running[at].kill();
    died++;
    running[at] = await startServer(storeUrl, env);
  }
  const mailing = await mailings.find(index);
  state = mailing?.state ?? '';
  if (state === 'paused') await mailings.goOn(index);
  process.stderr.write(`\r${taken.size} addresses, ${died} kills, ${state} ${mailing?.problem}\n`);
}
const seconds = (performance.now() - begun) / 1000;
for (const server of running) await server.stop();
const twice = [...taken].filter(([to, times]) => times > 1 + (unanswered.get(to) ?? 0));
const none = [...Array(Number(count)).keys()]
  .map((at) => emailOf(at))
  .filter((to) => !taken.has(to) && !refused.has(to));
const sum = [...failures.values()].reduce((all, each) => all + each, 0);
for (const [way, times] of [...failures].sort()) process.stdout.write(`${times} × ${way}\n`);
process.stdout.write(
  `\n${count} subscribers, ${servers} servers of ${workers} workers, Node ${process.version}, ${died} kills, ` +
    `${sum} failures in ${failures.size} of ${countOfWays} ways: ${taken.size} have the mail, ` +
    `${refused.size} were refused, ${none.length} have nothing; ${unanswered.size} were taken without an answer; ` +
    `${twice.length} have it once more than that; one Message-ID each: ${messageIds.size === taken.size}; ` +
    `${seconds.toFixed(0)} s\n`,
);
for (const to of none.slice(0, 20)) {
  const { state, tries, reason } = (await deliveryTo(to)) ?? {};
  process.stdout.write(`${to} has nothing: ${state} after ${tries} tries, ${reason}\n`);
}
smtp.stop();
await close();
await folder.remove();
process.exit(none.length === 0 && twice.length <= died ? 0 : 1);

/** @param {number} howMany */
async function fill(howMany) {
  const blog = await openForWriting(storeUrl);
  await writePosts(blog.content, 1, 600);
  await blog.content.saveSettings({ postalAddress: 'Larder, 1 Shelf Lane, Ham' });
  const emails = Array.from({ length: howMany }, (_, at) => emailOf(at));
  const ids = await addReaders(blog, emails);
  const [post] = blog.index.posts();
  const deliveryTo = async (/** @type {string} */ to) =>
    blog.store.get('delivery', `${post.id}:${ids[emails.indexOf(to)]}`);
  return { index: post.id, mailings: openMailings(blog), deliveryTo, close: blog.close };
}
