import { deepEqual } from 'node:assert/strict';
import { freePort } from '../../bench/support/servers.js';
import { makeFolder } from '../support/blog.js';
import { startScriptedSmtp } from '../support/scripted-smtp.js';
import { assertFound, makeBrowser, whole, wholeOf } from './checks.js';
import { makeAgent, makeReaders } from './people.js';
import { installProgram } from './program.js';
import { openStore } from './stores.js';
/** @import { Server } from './program.js' */

/** What the log may say, and why. @type {[RegExp, string][]} */
const EXPLAINED = [
  [/^Reloading the whole blog$/, 'a backup is restored while it runs'],
  [/^The changes feed was interrupted; reconnecting$/, 'a node of CouchDB was too busy to tell'],
];

/** @typedef {Awaited<ReturnType<typeof startBlog>>} Blog */

/** A new blog with a mail server, and all who are at it. */
export async function startBlog() {
  const { folder, remove } = makeFolder();
  const smtp = await startScriptedSmtp();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const store = openStore(folder);
  const program = installProgram(folder, {
    PORT: String(port),
    BASE_URL: baseUrl,
    STORE_URL: await store.make(),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'blog@example.org',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  });
  /** @type {Server} */
  let server = await program.serve();
  let token = '';
  /** The texts of what is public, by address. @type {Map<string, string>} */
  const texts = new Map();
  const url = () => server.url;
  const agent = makeAgent(url, () => token);
  const browser = makeBrowser();
  return {
    folder,
    smtp,
    store,
    program,
    texts,
    url,
    agent,
    readers: makeReaders(url),
    agentAt: (/** @type {string} */ other) =>
      makeAgent(
        () => other,
        () => token,
      ),
    server: () => server,
    token: () => token,

    /** @param {string} path @returns {Promise<string>} as somebody sees it who was there before */
    page: async (path) => (await browser(url() + path)).text,

    /** All that there is to read, to somebody who was there before. */
    whole: () => wholeOf(url(), browser),

    async takeToken() {
      token = (
        await program.command(['token', 'create', '--scope', 'admin', '--user', 'ada'])
      ).trim();
    },

    /** @param {Record<string, string>} [settings] @param {string} [node] */
    async restart(settings = {}, node = process.execPath) {
      await server.stop();
      server = await program.serve(settings, node);
    },

    /** @param {() => void} [between] */
    async kill(between) {
      await server.stop('SIGKILL');
      between?.();
      server = await program.serve();
    },

    /** @param {string} slug @param {string} title @param {string} markdown @param {object} [more] */
    async publish(slug, title, markdown, more) {
      await agent.post('/api/posts', { slug, title, markdown, status: 'published', ...more });
      texts.set(`/post/${slug}`, `${title} ${markdown}`);
    },

    /** Against one that has no cache, and was just started. And what is found, against all texts. */
    async assertRight() {
      const fresh = await program.serveBeside({ CACHE_MAX_BYTES: '0' });
      deepEqual(await wholeOf(url(), browser), await whole(fresh.url));
      await fresh.stop();
      await assertFound(agent, texts);
    },

    /** @param {string} subject */
    mailsOf: (subject) =>
      smtp.taken
        .filter(({ message }) => message.includes(`Subject: ${subject}`))
        .map(({ to, message }) => ({ to, message: message.replaceAll('=\r\n', '') })),

    /** @returns {string[]} what the log has said that nobody explains */
    unexplained: () =>
      program.complaints
        .filter(({ msg }) => !EXPLAINED.some(([known]) => known.test(msg)))
        .map(({ msg, err }) => `${msg} ${err?.message ?? ''}`),

    async end() {
      program.endAll();
      smtp.stop();
      await store.remove();
      remove();
    },
  };
}
