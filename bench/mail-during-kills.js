#!/usr/bin/env node
/**
 * Whether a mailing comes to each reader once, however often its sender is killed:
 * `node bench/mail-during-kills.js [SUBSCRIBERS] [KILLS] [STORE_URL of an empty store] [SERVERS] [WORKERS]`.
 * A mail server that fails in many ways takes the mails; servers are killed (SIGKILL) at random moments and started
 * again. At the end each address has the mail, none is left out, and at most one for each kill has it twice.
 */
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSubscriber } from '../lib/mail/new-subscriber.js';
import { createMailings } from '../lib/mail/mailings.js';
import { createSubscribers } from '../lib/mail/subscribers.js';
import { systemClock } from '../lib/base/clock.js';
import { randomBytes } from '../lib/people/secrets.js';
import { makeFolder, openForWriting, startServer, writePosts } from './support/blog.js';
/** @import { AddressInfo, Socket } from 'node:net' */

const folder = makeFolder();
const [count = '10000', kills = '20', storeUrl = `sqlite:${join(folder.path, 'larder.db')}`] =
  process.argv.slice(2);
const [servers = '1', workers = '1'] = process.argv.slice(5);
const isReliable = process.env.RELIABLE === '1';

/** How often each address has got the mail, by its Message-ID. @type {Map<string, number>} */
const taken = new Map();
const ids = new Map();
let refused = 0;
const smtp = net.createServer(serve).listen(0, '127.0.0.1');
await once(smtp, 'listening');
const { port } = /** @type {AddressInfo} */ (smtp.address());

const { index, mailings, close } = await fill(Number(count));
const env = {
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'blog@example.org',
  WORKERS: workers,
};
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
const twice = [...taken.values()].filter((times) => times > 1).length;
const thrice = [...taken.values()].filter((times) => times > 2).length;
process.stdout.write(
  `\n${count} subscribers, ${servers} servers of ${workers} workers, ${died} kills, ${refused} failures: ` +
    `${taken.size} have the mail, ${Number(count) - taken.size} not, ${twice} twice, ${thrice} more often; ` +
    `with one Message-ID each: ${ids.size === taken.size}; ${seconds.toFixed(0)} s\n`,
);
smtp.close();
await close();
await folder.remove();
process.exit(taken.size === Number(count) ? 0 : 1);

/** @param {number} howMany */
async function fill(howMany) {
  const blog = await openForWriting(storeUrl);
  await writePosts(blog.content, 1, 600);
  await blog.content.saveSettings({ postalAddress: 'Larder, 1 Shelf Lane, Ham' });
  const subscribers = createSubscribers({
    store: blog.store,
    random: randomBytes,
    baseUrl: 'http://x',
  });
  const emails = Array.from({ length: howMany }, (_, at) => `reader${at}@example.com`);
  const all = await subscribers.idsOf(emails);
  const at = new Date().toISOString();
  for (let from = 0; from < howMany; from += 500)
    await blog.store.write(
      all.slice(from, from + 500).map((id, place) => ({
        kind: 'subscriber',
        record: {
          ...createSubscriber(at),
          id,
          email: emails[from + place],
          state: 'confirmed',
          confirmedAt: at,
        },
        revision: null,
      })),
    );
  const [post] = blog.index.posts();
  const made = createMailings({
    store: blog.store,
    index: blog.index,
    clock: systemClock,
    onChanged: () => {},
  });
  return { index: post.id, mailings: made, close: blog.close };
}

/** @param {Socket} socket */
function serve(socket) {
  let [to, rest] = ['', ''];
  let isData = false;
  const fails = () => !isReliable && Math.random() < 0.003;
  socket.on('error', () => {});
  if (fails()) return void socket.end('421 not now\r\n');
  socket.write('220 here\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (;;) {
      const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const text = rest.slice(0, end);
      rest = rest.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        // Lost before it is kept, or put off.
        if (fails()) return void socket.destroy(void refused++);
        if (fails()) {
          refused++;
          socket.write('451 later\r\n');
          continue;
        }
        const times = (taken.get(to) ?? 0) + 1;
        taken.set(to, times);
        ids.set(/^Message-ID:\s*(\S+)/im.exec(text)?.[1], to);
        socket.write('250 kept\r\n');
      } else hear(text);
    }
  });

  /** @param {string} line */
  function hear(line) {
    if (/^RCPT TO/i.test(line)) {
      to = /<([^<>]*)>/.exec(line)?.[1] ?? '';
      if (fails()) {
        refused++;
        return socket.write('450 greylisted\r\n');
      }
    }
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
    if (/^DATA/i.test(line)) {
      isData = true;
      return socket.write('354 go on\r\n');
    }
    socket.write('250 fine\r\n');
  }
}
