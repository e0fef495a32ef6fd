import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Database } from '../../lib/base/sqlite.js';
import nano from 'nano';
import { readConfig } from '../../lib/start/config.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { startServer } from '../../lib/start/serve.js';
import { workAlone } from '../../lib/start/workers/alone.js';
import { visibleKinds } from '../../lib/store/record.js';
import { drawWith } from '../support/sharp.js';
import { BadFeed } from './bad-feed.js';
import { createFresh } from './fresh.js';
import { CDN, ModelNetwork } from './network.js';
import { silentLog } from './silent-log.js';
/** @import { DocumentScope } from 'nano' */
/** @import { Clock } from '../../lib/base/clock.js' */
/** @import { OpenBlog } from '../../lib/start/open-blog.js' */
/** @import { Store, Watcher } from '../../lib/store/types.js' */

/** Lists so short that ten posts fill several of each. */
const layout = { feedLength: 3, sitemapLength: 4, yearLength: 2 };
const BASE_URL = 'https://blog.test';
const project = fileURLToPath(new URL('../..', import.meta.url));
/** A hub is told of new posts. */
const network = {
  sendMail: async () => {},
  post: async () => {},
  get: () => Promise.reject(new Error('There is no network')),
};
/**
 * Milliseconds of a real clock within which a feed has told what it had to: more than the thread for long texts may take to
 * start and to render what was typed in the console.
 */
const PATIENCE = 30_000;

/**
 * A server from start to stop or kill and on to the next start, with its files, its database, and another process that
 * may write to that.
 */
export class Life {
  isUp = false;
  /** @type {OpenBlog} */
  blog = /** @type {any} */ (null);
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  server = /** @type {any} */ (null);
  /** @type {ReturnType<typeof createFresh>} */
  fresh = /** @type {any} */ (null);
  /** Who writes: the server's process, or another. */
  isElsewhere = false;
  /**
   * What the next start is told of its surroundings, and the last one was.
   * @type {{ hasSharp: boolean, search: 'on' | 'off', websubHub: string, smtpUrl: string }}
   */
  setup = { hasSharp: true, search: 'on', websubHub: '', smtpUrl: 'smtp://mail.example:25' };
  #lastSetup = this.setup;
  network = new ModelNetwork();
  /** Changed by an update of Node.js. */
  versions = { node: 1 };
  /** Whether the next start must find no page that was kept: the engine, the theme or the database is another. */
  #mustBeCold = true;
  /** How many pages a start must find when nothing has happened since the stop; null: nobody can say. @type {number | null} */
  #mustBeWarm = null;
  /** @type {OpenBlog | null} */
  #other = null;
  /** @type {Database | null} */
  #console = null;
  #feed;
  /** Up to where the feed of SQLite has told. */
  #told = 0;
  /** What another process has written to CouchDB, and what the feed has told: revisions by record. @type {Map<string, string | null>} */
  #written = new Map();
  #heard = new Map();
  #resets = 0;
  /** Whether the epoch was renewed while the server ran. */
  #isOfTwoEpochs = false;
  #updates = 0;

  /**
   * @param {object} deps
   * @param {string} deps.storeUrl
   * @param {Clock} deps.clock
   * @param {() => string} deps.newId
   * @param {boolean} [deps.hasBadFeed] all is written by another process, and the feed tells of it badly
   */
  constructor({ storeUrl, clock, newId, hasBadFeed = false }) {
    this.file = storeUrl.startsWith('sqlite:') ? storeUrl.slice('sqlite:'.length) : null;
    this.folder = this.file ? `${this.file}-life` : mkdtempSync(join(tmpdir(), 'larder-life-'));
    this.#feed = hasBadFeed ? new BadFeed() : null;
    this.isElsewhere = hasBadFeed;
    this.clock = clock;
    this.means = { clock, log: silentLog, layout, newId };
    this.root = join(this.folder, 'engine');
    this.theme = join(this.folder, 'theme');
    for (const folder of ['views', 'public', 'themes', 'words'])
      cpSync(join(project, folder), join(this.root, folder), { recursive: true });
    mkdirSync(join(this.root, 'lib'));
    for (const name of ['package.json', 'npm-shrinkwrap.json', 'README.md'])
      cpSync(join(project, name), join(this.root, name));
    mkdirSync(join(this.theme, 'views'), { recursive: true });
    mkdirSync(join(this.theme, 'public'));
    this.config = readConfig({
      STORE_URL: storeUrl,
      PORT: '0',
      BASE_URL,
      CACHE_MAX_BYTES: '64MiB',
      CACHE_DIR: join(this.folder, 'cache'),
      THEME_DIR: this.theme,
      MAIL_FROM: 'blog@example.org',
      // Each reader who sends something comes from elsewhere.
      TRUST_PROXY: 'loopback',
      CDN,
    });
  }

  /** In milliseconds: how old what is read of a cluster as a whole may be. */
  get trailsBy() {
    return this.file ? 0 : 2000;
  }

  get hasBadFeed() {
    return this.#feed !== null;
  }

  /** The process that writes. */
  get writer() {
    return this.#other ?? this.blog;
  }

  async start() {
    await this.#leaveOther();
    const { means, root, versions } = this;
    const { hasSharp, ...settings } = this.setup;
    const config = { ...this.config, ...settings };
    const drawCard = hasSharp ? drawWith() : null;
    const isAsBefore = isDeepStrictEqual(this.setup, this.#lastSetup);
    this.#lastSetup = this.setup;
    this.blog = await openBlog(config, { ...means, wrapStore: (store) => this.#listen(store) });
    const { clock, log } = means;
    const { purgers } = this.network;
    const workers = { ...workAlone({ config, clock, log }), purgers };
    const given = { ...means, root, versions, drawCard, network, workers };
    this.server = await startServer(config, this.blog, given);
    const folders = [root, this.theme];
    this.fresh = createFresh({ ...means, ...settings, folders, drawCard, baseUrl: BASE_URL });
    this.#told = this.#newest();
    this.#written.clear();
    this.isUp = true;
    const { entries } = this.blog.cache.count();
    if (this.#mustBeCold || !isAsBefore)
      assert.equal(entries, 0, 'Pages were taken up that mean nothing any more');
    if (this.#mustBeWarm !== null && isAsBefore)
      assert.equal(entries, this.#mustBeWarm, 'Pages were lost from a stop to a start');
    this.#mustBeCold = false;
    this.#mustBeWarm = null;
    await this.write();
  }

  async stop() {
    await this.#leaveOther();
    // What of these an entry says it depends on may be the fault that is looked for.
    const kept = [...this.blog.cache.entries()].filter(
      ({ key, dependsOn }) =>
        !/^\/source(\/(?!about$)|$)|\/card\.png$/.test(key) &&
        !dependsOn.some((each) => each.startsWith('media:')),
    );
    this.isUp = false;
    await this.#endServer();
    // What was kept in a former epoch, or in the one after it, may be dropped.
    if (!this.#mustBeCold && !this.#isOfTwoEpochs) this.#mustBeWarm = kept.length;
    this.#isOfTwoEpochs = false;
    this.isElsewhere = true;
  }

  /** A stop without its last moments: nothing is written down. */
  async kill() {
    await this.stop();
    rmSync(join(this.folder, 'cache'), { recursive: true, force: true });
    this.forgetPages();
  }

  /** The next start finds none of the pages that were kept. */
  forgetPages() {
    this.#mustBeCold = true;
    this.#mustBeWarm = null;
  }

  async close() {
    await this.#leaveOther();
    if (this.isUp) await this.#endServer();
    rmSync(this.folder, { recursive: true });
  }

  /** Its readers go: the clock by which a stop waits for them stands still. */
  async #endServer() {
    const closed = this.server.close();
    this.server.server.closeAllConnections();
    await closed;
  }

  /** Makes ready who writes next; what another process knows is read anew. */
  async write() {
    if (!this.isElsewhere && this.isUp) return this.#leaveOther();
    this.#mustBeWarm = null;
    if (this.#other) return void (await this.#other.changes.load());
    const wrapStore = (/** @type {Store} */ store) =>
      this.#feed?.record(store) ?? this.#note(store);
    this.#other = await openBlog(this.config, { ...this.means, wrapStore });
  }

  async #leaveOther() {
    await this.#other?.close();
    this.#other = null;
    this.#console?.close();
    this.#console = null;
  }

  /** @param {Store} store @returns {Store} */
  #note(store) {
    if (this.file) return store;
    return {
      ...store,
      write: async (writes) => {
        const revisions = await store.write(writes);
        writes.forEach((write, place) => {
          const { id } = 'removed' in write ? write : write.record;
          if (visibleKinds.includes(/** @type {any} */ (write.kind)))
            this.#written.set(`${write.kind}:${id}`, revisions[place]);
        });
        return revisions;
      },
    };
  }

  /** @param {Store} store */
  #listen(store) {
    if (this.#feed) return this.#feed.listen(store);
    return {
      ...store,
      watch: (/** @type {string} */ since, /** @type {Watcher} */ given) =>
        store.watch(since, {
          ...given,
          onChanges: async (changes, sequence) => {
            await given.onChanges(changes, sequence);
            this.#told = Number(sequence.split(':')[1]);
            for (const { kind, id, revision } of changes)
              this.#heard.set(`${kind}:${id}`, revision);
          },
          onReset: async (reason) => {
            await given.onReset(reason);
            this.#resets++;
            this.#told = this.#newest();
          },
        }),
    };
  }

  /**
   * What lies between a write and the next request: the feed tells.
   * @param {number} turn
   * @param {() => Promise<void>} whileCut reads what may be old
   */
  async settle(turn, whileCut) {
    // As any request does first.
    this.blog.changes.advance();
    if (this.#feed) {
      // While the feed is cut, pages may be old: they are read and kept all the same, and all must go later.
      if (await this.#feed.tell(turn)) return;
      await whileCut();
      await this.#feed.tell(0);
    } else if (this.#other) await this.told();
  }

  /** Waits until the feed has told all there is. */
  async told() {
    if (!this.isUp) return;
    if (!this.file) {
      for (const [record, revision] of this.#written)
        await this.#until(() => this.#heard.get(record) === revision);
      this.#written.clear();
      return;
    }
    const newest = this.#newest();
    await this.#until(() => this.#told >= newest);
  }

  /** @param {() => boolean} isTold */
  async #until(isTold) {
    const end = performance.now() + PATIENCE;
    for (let round = 0; !isTold(); round++) {
      if (performance.now() > end) throw new Error('The feed does not tell what was written');
      // Wakes the feed of SQLite.
      if (round % 10 === 0) await this.blog.store.write([]);
      await (this.file ? setImmediate() : sleep(1));
    }
  }

  /** @returns {number} of the last change that the feed of SQLite tells */
  #newest() {
    if (!this.file) return 0;
    const sql = `SELECT max(sequence) FROM changes WHERE kind IN (${visible})`;
    return this.inConsole((db) => Number(db.prepare(sql).pluck().get() ?? 0));
  }

  /** @template T @param {(db: Database) => T} work @returns {T} */
  inConsole(work) {
    this.#console ??= new Database(/** @type {string} */ (this.file));
    return work(this.#console);
  }

  /**
   * Changes documents in CouchDB’s own console, and waits until the feed has told.
   * @param {(database: DocumentScope<any>) => Promise<Record<string, string | null>>} work returns the revision of each document
   *   that it changed; null: it was removed
   */
  async inFauxton(work) {
    const { storeUrl } = this.config;
    const slash = storeUrl.lastIndexOf('/');
    const database = nano(storeUrl.slice(0, slash)).use(storeUrl.slice(slash + 1));
    for (const [record, revision] of Object.entries(await work(database)))
      this.#written.set(record, revision);
    await this.told();
  }

  /**
   * An update of a file of the engine or the theme, while the server runs or not.
   * @param {string} path
   * @param {string} more what stands behind what the project's own holds
   */
  update(path, more) {
    const own = join(project, path.slice(path.indexOf('/')));
    const text = existsSync(own) ? readFileSync(own, 'utf8') : '';
    // As long each time, like most corrections of a word.
    const number = String(++this.#updates).padStart(5, '0');
    writeFileSync(join(this.folder, path), `${text}${more}${number}\n`);
    this.forgetPages();
  }

  updateNode() {
    this.versions = { node: this.versions.node + 1 };
    this.forgetPages();
  }

  updateSource() {
    writeFileSync(join(this.root, 'README.md'), `Larder ${++this.#updates}\n`);
  }

  get backup() {
    return join(this.folder, 'backup.db');
  }

  get hasBackup() {
    return existsSync(this.backup);
  }

  async makeBackup() {
    rmSync(this.backup, { force: true });
    await this.writer.store.backup(this.backup);
  }

  async restore() {
    if (!this.hasBackup) return;
    const resets = this.#resets;
    await this.writer.store.restore(this.backup);
    this.#mustBeWarm = null;
    if (!this.isUp) this.#mustBeCold = true;
    else {
      this.#isOfTwoEpochs = true;
      await this.#until(() => this.#resets > resets);
    }
    await this.write();
  }

  /** Copies the database's file as it stands while nobody runs, or puts the copy back. @param {'away' | 'back'} way */
  async copyFile(way) {
    const copy = join(this.folder, 'copy.db');
    if (this.isUp || !this.file || (way === 'back' && !existsSync(copy))) return;
    await this.#leaveOther();
    if (way === 'away') cpSync(this.file, copy);
    else {
      for (const end of ['-wal', '-shm']) rmSync(this.file + end, { force: true });
      cpSync(copy, this.file);
    }
    await this.write();
  }
}

const visible = visibleKinds.map((kind) => `'${kind}'`).join();
