import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../bench/support/servers.js';
import { comment, item, wxr } from '../exchange/import/exports.js';
import { makeFolder } from '../support/blog.js';
import { png } from '../support/images.js';
import { startScriptedSmtp } from '../support/scripted-smtp.js';
import { setUpAndWrite } from './author.js';
import { makeAgent, makeReaders, open } from './people.js';
import { installProgram } from './program.js';
import { until } from './until.js';
import { assertCounted, assertFound, pageOf, whole, WORDS } from './checks.js';
/** @import { Server } from './program.js' */

const READERS = 12;
const SUBSCRIBERS = 12;
/** Of a scheduled post, in milliseconds: long enough to be looked for before, and how late it may be. */
const SOON = 4000;
const LATE = 2000;

/** What the log may say, and why. @type {[RegExp, string][]} */
const EXPLAINED = [[/^Reloading the whole blog$/, 'a backup is restored while it runs']];

/**
 * What a small blog lives through in a month, on a real store, through the real front door. Each part stands on those before it.
 * `DAY_NODE` names a further Node.js that it goes on with.
 */
describe('A small blog', function () {
  this.timeout(240_000);
  this.bail(true);

  const { folder, remove } = makeFolder();
  /** @type {ReturnType<typeof installProgram>} */
  let program;
  /** @type {Server} */
  let server;
  /** @type {Awaited<ReturnType<typeof startScriptedSmtp>>} */
  let smtp;
  let baseUrl = '';
  let token = '';
  /** The texts of what is public, by address. @type {Map<string, string>} */
  const texts = new Map();
  const readers = makeReaders(() => server.url);
  const agent = makeAgent(
    () => server.url,
    () => token,
  );

  before(async () => {
    smtp = await startScriptedSmtp();
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    program = installProgram(folder, {
      PORT: String(port),
      BASE_URL: baseUrl,
      STORE_URL: `sqlite:${join(folder, 'data/larder.db')}`,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'blog@example.org',
      TRUST_PROXY: 'loopback',
    });
    server = await program.serve();
  });
  after(() => {
    program.endAll();
    smtp.stop();
    remove();
  });

  const page = (/** @type {string} */ path) => pageOf(server.url, path);
  const newToken = async () =>
    (await program.command(['token', 'create', '--scope', 'admin', '--user', 'ada'])).trim();
  const restart = async (
    /** @type {Record<string, string>} */ more = {},
    node = process.execPath,
  ) => {
    await server.stop();
    server = await program.serve(more, node);
  };
  /** @param {string} slug @param {string} title @param {string} markdown @param {object} [more] */
  async function publish(slug, title, markdown, more) {
    await agent.post('/api/posts', { slug, title, markdown, status: 'published', ...more });
    texts.set(`/post/${slug}`, `${title} ${markdown}`);
  }
  /** Against one that has no cache, and was just started. */
  async function assertFresh() {
    const fresh = await program.serveBeside({ CACHE_MAX_BYTES: '0' });
    deepEqual(await whole(server.url), await whole(fresh.url));
    await fresh.stop();
  }
  const mailsOf = (/** @type {string} */ subject) =>
    smtp.taken.filter(({ message }) => message.includes(`Subject: ${subject}`)).map(({ to }) => to);

  it('is set up and written in, in a browser where there is one', async () => {
    const markdown = 'Plums are **ripe**, says the anchovy.';
    await setUpAndWrite(server.url, server.setUpLink(), { title: 'Plum jam', markdown });
    match(await page('/post/plum-jam'), /<strong>ripe<\/strong>/);
    match(await page('/'), /Plum jam/);
    texts.set('/post/plum-jam', `Plum jam ${markdown}`);
    token = await newToken();
    await agent.remove('/api/posts/welcome');
    await agent.put('/api/settings', { postalAddress: '1 High Street' });
  });

  it('has pictures, posts and imports, whose old addresses lead on', async () => {
    const { url, markdown } = await agent.upload('jar.png', png({ width: 40, height: 30 }));
    equal((await open(new URL(url, server.url).href)).status, 200);
    for (let at = 0; at < 24; at++)
      await publish(
        `shelf-${at}`,
        `Shelf ${at}`,
        `${markdown}\n\nHere are ${WORDS[at % WORDS.length]} and ${WORDS[(at * 7 + 3) % WORDS.length]}.`,
        {
          tags: ['shelf', `row ${at % 5}`],
          publishedAt: `2025-0${1 + (at % 9)}-1${at % 10}T08:00:00.000Z`,
        },
      );
    await importFolder();
    await importWordPress();
    const { status, path } = await readers.read('/2011/03/first/');
    deepEqual([status, path], [200, '/post/first']);
    await assertFresh();
    await assertFound(agent, texts);
  });

  it('is changed: each page shows at once what it is now', async () => {
    await whole(server.url);
    for (const at of [1, 5, 9]) {
      const markdown = `Now it is ${WORDS[(at + 11) % WORDS.length]}.`;
      await agent.put(`/api/posts/shelf-${at}`, {
        title: `Changed ${at}`,
        markdown,
        tags: ['shelf'],
      });
      texts.set(`/post/shelf-${at}`, `Changed ${at} ${markdown}`);
    }
    for (const at of [2, 6]) {
      await agent.remove(`/api/posts/shelf-${at}`);
      texts.delete(`/post/shelf-${at}`);
    }
    await agent.put('/api/posts/shelf-3', { slug: 'top-shelf' });
    texts.set('/post/top-shelf', texts.get('/post/shelf-3') ?? '');
    texts.delete('/post/shelf-3');
    equal((await readers.read('/post/shelf-3')).path, '/post/top-shelf');
    await agent.put('/api/settings', { tagline: 'Notes on keeping things' });
    await assertFresh();
    await assertFound(agent, texts);
  });

  it('has readers who come back, and who comment', async () => {
    for (let reader = 0; reader < READERS; reader++)
      for (const path of [
        '/',
        '/post/plum-jam',
        `/post/shelf-${10 + reader}`,
        '/tags',
        '/post/plum-jam',
      ])
        equal((await readers.read(path, reader)).status, 200, path);
    for (let reader = 0; reader < 4; reader++) {
      const form = { name: `Reader ${reader}`, url: '', markdown: `Number ${reader} agrees.` };
      equal(await readers.send('/post/plum-jam/comments', form, reader), 303);
    }
    const waiting = await agent.list('/api/comments?status=pending');
    equal(waiting.length, 4);
    for (const { id } of waiting.slice(1))
      await agent.put(`/api/comments/${encodeURIComponent(id)}`, { status: 'approved' });
    const shown = (await page('/post/plum-jam')).match(/Number \d agrees/g) ?? [];
    equal(shown.length, 3);
    await restart();
    // As who they are, whichever process sees them.
    for (let reader = 0; reader < 4; reader++) await readers.read('/archive', reader);
    await assertCounted(agent, readers.visits);
    await assertFresh();
  });

  it('mails each subscriber once, though the server is stopped in the middle', async () => {
    await readers.send('/subscribe', { email: 'reader-0@example.org' }, 1);
    await until('a mail to confirm', () => smtp.taken.length > 0);
    const link = /\/subscribe\/confirm\/[\w-]+/.exec(
      smtp.taken[0].message.replace(/=\r\n/g, ''),
    )?.[0];
    equal(await readers.send(link ?? '', {}, 1), 200);
    for (let at = 1; at < SUBSCRIBERS; at++)
      await agent.post('/api/subscribers', {
        email: `reader-${at}@example.org`,
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
    await publish('news', 'News by mail', 'A quince.', { sendByEmail: true });
    await until('a server that falls silent', () => isSilent);
    await server.stop('SIGKILL');
    smtp.follow(() => '');
    server = await program.serve();
    await until('a mail to everybody', () => mailsOf('News by mail').length >= SUBSCRIBERS);
    await setTimeout(500);
    deepEqual(
      mailsOf('News by mail').sort(),
      Array.from({ length: SUBSCRIBERS }, (_, at) => `reader-${at}@example.org`).sort(),
    );
  });

  it('publishes what is scheduled in time, everywhere', async () => {
    await whole(server.url);
    const at = Date.now() + SOON;
    await publish('later', 'Not before its time', 'A whortle.', {
      publishedAt: new Date(at).toISOString(),
      tags: ['shelf'],
    });
    const places = ['/', '/atomfeed', '/tag/shelf', '/archive', '/sitemap.xml'];
    const lists = async () => Promise.all(places.map(page));
    for (const text of await lists()) ok(!text.includes('/post/later'));
    equal((await open(`${server.url}/post/later`)).status, 404);
    await until('the post', async () => (await open(`${server.url}/post/later`)).status === 200);
    const late = Date.now() - at;
    ok(late >= 0 && late < LATE, `${late} ms late`);
    for (const text of await lists()) match(text, /later/);
    await assertFresh();
    await assertFound(agent, texts);
  });

  it('is backed up while it runs, and restored, as it was', async () => {
    await restart();
    const before = await whole(server.url);
    const file = join(folder, 'backup.db');
    await program.command(['backup', file]);
    await agent.remove('/api/posts/plum-jam');
    await agent.put('/api/posts/shelf-12', { title: 'Wrong', markdown: 'Wrong.' });
    await agent.put('/api/settings', { title: 'Another blog' });
    await publish('wrong', 'Wrong', 'A verjuice.');
    await whole(server.url);
    await program.command(['restore', file, '--force']);
    texts.delete('/post/wrong');
    // A backup leaves out the key by which the visitors of the day are known.
    readers.changeKey();
    await until('the blog as it was', async () => !(await page('/')).includes('Another blog'));
    token = await newToken();
    deepEqual(await whole(server.url), before);
    await assertFresh();
    await assertFound(agent, texts);
    await assertCounted(agent, readers.visits);
  });

  it('is served by two servers, and each shows what the other wrote', async () => {
    const other = await program.serveBeside({ CACHE_DIR: join(folder, 'cache-2') });
    deepEqual(await whole(other.url), await whole(server.url));
    const second = makeAgent(
      () => other.url,
      () => token,
    );
    for (const [writer, reader, title] of /** @type {const} */ ([
      [agent, other, 'By the first'],
      [second, server, 'By the second'],
    ])) {
      await writer.put('/api/posts/shelf-15', { title });
      await until(title, async () => (await open(`${reader.url}/`)).text.includes(title));
      texts.set('/post/shelf-15', `${title} ${(await agent.get('/api/posts/shelf-15')).markdown}`);
    }
    deepEqual(await whole(other.url), await whole(server.url));
    await other.stop();
    await assertFresh();
  });

  it('is updated, and served by several workers, on another Node.js where there is one', async () => {
    program.change('views/foot.mustache', (text) =>
      text.replace('</footer>', '<p>New.</p></footer>'),
    );
    await restart({ WORKERS: '2' });
    match(await page('/'), /<p>New\.<\/p>/);
    for (let reader = 0; reader < READERS; reader++) await readers.read('/post/shelf-20', reader);
    await publish('of-workers', 'Of workers', 'A tarragon.');
    for (let time = 0; time < 8; time++) match(await page('/'), /Of workers/);
    await assertFresh();
    await restart({}, process.env.DAY_NODE);
    await assertFresh();
  });

  it('is in the end what it would be if it began now, and has said nothing that nobody explains', async () => {
    await restart();
    await assertFresh();
    await assertFound(agent, texts);
    await assertCounted(agent, readers.visits);
    match(await program.command(['doctor'], { BASE_URL: '' }), /No problems found/);
    await program.command(['doctor', '--cache', server.url], { API_TOKEN: token });
    await server.stop();
    const odd = program.complaints.filter(
      ({ msg }) => !EXPLAINED.some(([known]) => known.test(msg)),
    );
    deepEqual(
      odd.map(({ msg, err }) => `${msg} ${err?.message ?? ''}`),
      [],
    );
  });

  /** Of Markdown, as Jekyll has it. */
  async function importFolder() {
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

  async function importWordPress() {
    const file = join(folder, 'old.xml');
    const content = '<p>A nutmeg.</p>';
    const more = comment(1);
    writeFileSync(
      file,
      wxr(item(7, { slug: 'from-wordpress', title: 'From WordPress', content, more })),
    );
    await program.command(['import', file]);
    texts.set('/post/from-wordpress', 'From WordPress A nutmeg.');
  }
});
