#!/usr/bin/env node
/**
 * Whether a digest is made and sent once, though the servers are killed (SIGKILL) at that moment:
 * `node bench/digests-during-kills.js [ROUNDS] [SERVERS] [WORKERS] [STORE_URLS, by commas, of one empty store]`. In each
 * round a digest is due when the servers start, on a new store.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lastSlot } from '../lib/mail/digests.js';
import { startFailingSmtp } from './support/failing-smtp.js';
import { addReaders, emailOf, mailingSettings } from './support/readers-by-mail.js';
import { makeFolder, openForWriting, startServer, writePosts } from './support/blog.js';
/** @import { Mailing } from '../lib/mail/records.js' */

const [rounds = '10', servers = '2', workers = '1', urls = ''] = process.argv.slice(2);
const READERS = 40;
/** Time passes faster in the servers: less so where it is also the patience with a database. */
const FASTER = urls ? 2 : 10;
const PATIENCE = 120_000 / FASTER;
const DAY = 24 * 60 * 60_000;

let wrong = 0;
for (let round = 1; round <= Number(rounds); round++) {
  const folder = makeFolder();
  const storeUrls = urls
    ? urls.split(',').map((url) => `${url}-${round}`)
    : [`sqlite:${join(folder.path, 'larder.db')}`];
  const smtp = await startFailingSmtp({ share: 0, patience: PATIENCE });
  const blog = await openForWriting(storeUrls[0]);
  await fill(blog);
  const env = mailingSettings(smtp.url, { workers, faster: FASTER });
  const start = (/** @type {number} */ at) => startServer(storeUrls[at % storeUrls.length], env);
  const running = await Promise.all(Array.from({ length: Number(servers) }, (_, at) => start(at)));
  let kills = 0;
  // From before the first message to the middle of them.
  for (const [at, server] of running.entries()) {
    await setTimeout(randomInt(0, 600));
    kills++;
    if (workers === '1') {
      await server.kill();
      running[at] = await start(at);
    } else process.kill(workerOf(server.pid), 'SIGKILL');
  }
  /** @type {Mailing[]} */
  let digests = [];
  for (let look = 0; look < 240 && !(digests.length > 0 && digests.every(isDone)); look++) {
    await setTimeout(250);
    digests = [];
    for await (const each of blog.store.all('mailing')) digests.push(each);
  }
  await setTimeout(2000);
  for (const server of running) await server.stop();
  const twice = [...smtp.taken.values()].filter((times) => times > 1).length;
  const isWrong =
    digests.length !== 1 ||
    !isDone(digests[0]) ||
    smtp.taken.size !== READERS ||
    twice > kills ||
    smtp.messageIds.size !== READERS;
  wrong += Number(isWrong);
  process.stdout.write(
    `round ${round}: ${digests.length} digest, ${digests[0]?.state}, of ${digests[0]?.posts.length} posts; ` +
      `${smtp.taken.size} of ${READERS} have it, ${twice} twice, ${kills} kills${isWrong ? ' WRONG' : ''}\n`,
  );
  smtp.stop();
  await blog.close();
  await folder.remove();
}
process.stdout.write(
  `${rounds} rounds, ${servers} servers of ${workers} workers: ${wrong} wrong\n`,
);
process.exit(wrong === 0 ? 0 : 1);

/** @param {Awaited<ReturnType<typeof openForWriting>>} blog */
async function fill(blog) {
  const now = Date.now();
  await writePosts(blog.content, 1, 100);
  for (const title of ['One', 'Two'])
    await blog.content.savePost({
      title,
      markdown: title,
      status: 'published',
      publishedAt: new Date(now - 60_000).toISOString(),
    });
  const timeZone = 'UTC';
  const { digestHour, digestDay } = { digestHour: new Date(now).getUTCHours(), digestDay: 1 };
  const settings = { digest: /** @type {const} */ ('daily'), digestHour, digestDay, timeZone };
  await blog.content.saveSettings({ postalAddress: 'Larder, 1 Shelf Lane, Ham', ...settings });
  await addReaders(
    blog,
    Array.from({ length: READERS }, (_, at) => emailOf(at)),
  );
  const before = new Date(Date.parse(lastSlot(settings, now)) - DAY).toISOString();
  const record = {
    id: 'digest',
    schedule: ['daily', digestDay, digestHour, timeZone].join(' '),
    slot: before,
    until: before,
    epoch: await blog.store.epoch(),
  };
  await blog.store.write([{ kind: 'job', record, revision: null }]);
}

/** @param {number} pid  of the first process @returns {number} of its oldest worker, which sends */
function workerOf(pid) {
  return Number(execFileSync('pgrep', ['-o', '-P', String(pid)], { encoding: 'utf8' }));
}

/** @param {Mailing} mailing */
function isDone({ state }) {
  return state === 'done';
}
