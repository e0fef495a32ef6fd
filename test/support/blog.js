import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { createPasswords } from '../../lib/people/passwords.js';
import { readConfig } from '../../lib/start/config.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { startServer } from '../../lib/start/serve.js';
import { openStore } from '../../lib/store/open.js';
import { createClock } from './clock.js';
import { createQuietLog } from './log.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Network } from '../../lib/people/notifications/network.js' */
/** @import { Statistics } from '../../lib/statistics/open.js' */
/** @import { Store } from '../../lib/store/types.js' */
/** @import { DrawCard } from '../../lib/views/share-cards.js' */
/** @import { PostFixture } from './fixtures.js' */

/** @typedef {Awaited<ReturnType<typeof startBlog>>} TestBlog */

/** Memory where there is some: an fsync costs nothing there. */
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Hashes that cost next to nothing. */
export const quickPasswords = () => createPasswords({ cost: { ln: 1, r: 1, p: 1 } });

/** @returns {{ folder: string, remove: () => void }} a folder for one test */
export function makeFolder() {
  const folder = mkdtempSync(join(temporary, 'larder-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** @type {Promise<Buffer> | null} */
let emptyDatabase = null;

/** Without a post: making its tables takes longer than most tests. */
async function makeDatabase() {
  const { folder, remove } = makeFolder();
  const file = join(folder, 'larder.db');
  const deps = { clock: createClock(), log: createQuietLog() };
  await (await openStore(`sqlite:${file}`, deps)).close();
  const bytes = readFileSync(file);
  remove();
  return bytes;
}

/**
 * For a suite whose tests start blogs of their own: what a test has started or made is cleared away after it,
 * also when it failed.
 * @returns {{ startBlog: typeof startBlog, makeFolder: () => string }}
 */
export function eachTest() {
  /** @type {(() => unknown)[]} */
  let endings = [];
  afterEach(async () => {
    for (const end of endings) await end();
    endings = [];
  });
  return {
    async startBlog(options) {
      const blog = await startBlog(options);
      endings.push(blog.close);
      return blog;
    },
    makeFolder() {
      const { folder, remove } = makeFolder();
      endings.push(remove);
      return folder;
    },
  };
}

/**
 * Starts a whole blog on a free port, built as the product builds it, with a store of its own, a clock that
 * stands still and a log that prints nothing.
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] settings, over those of a test
 * @param {ReturnType<typeof createClock>} [options.clock]
 * @param {PostFixture[]} [options.posts] written before it starts to serve
 * @param {(store: Store) => Store} [options.wrapStore]
 * @param {object} [options.versions] of what it runs on
 * @param {string} [options.root] the folder of the engine's files
 * @param {Statistics} [options.statistics] instead of its own
 * @param {DrawCard | null} [options.drawCard] null: sharp is not installed
 * @param {Parameters<typeof openBlog>[1]['layout']} [options.layout] shorter pages than usual
 * @param {Network} [options.network] without it nothing is fetched from other sites
 */
export async function startBlog({
  env = {},
  clock = createClock(),
  posts = [],
  wrapStore,
  network = { ...createNetwork(), get: () => Promise.reject(new Error('Nothing is fetched')) },
  versions,
  root,
  statistics,
  drawCard = null,
  layout,
} = {}) {
  const { folder, remove } = makeFolder();
  const file = join(folder, 'larder.db');
  const config = readConfig({ PORT: '0', STORE_URL: `sqlite:${file}`, ...env });
  const log = createQuietLog();
  writeFileSync(file, await (emptyDatabase ??= makeDatabase()));
  try {
    const open = await openBlog(config, {
      clock,
      log,
      wrapStore,
      layout,
      passwords: quickPasswords(),
    });
    for (const post of posts) await open.content.savePost(post);
    const {
      url: address,
      server,
      close: stop,
    } = await startServer(config, open, {
      clock,
      log,
      network,
      versions,
      root,
      statistics,
      drawCard,
    });
    const { port } = /** @type {AddressInfo} */ (server.address());
    const url = `http://127.0.0.1:${port}`;
    let asked = 0;
    server.on('request', () => asked++);
    return { address, url, port, config, server, open, clock, log, untilAsked, stop, close };

    /** Waits until so many requests have come in all, each as far as it gets without the store. @param {number} count */
    async function untilAsked(count) {
      while (asked < count) await setImmediate();
    }

    /** Stops at once, whatever is under way; harmless after `stop`. */
    async function close() {
      if (server.listening) {
        const stopped = stop();
        server.closeAllConnections();
        await stopped;
      }
      remove();
    }
  } catch (error) {
    remove();
    throw error;
  }
}
