import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { readConfig } from '../../lib/config.js';
import { digest } from '../../lib/digest.js';
import { isError } from '../../lib/errors.js';
import { openBlog } from '../../lib/open-blog.js';
import { defaultSettings } from '../../lib/content/settings.js';
import { startServer } from '../../lib/server.js';
import { addresses } from './addresses.js';
import { BadFeed } from './bad-feed.js';
import { onPurpose } from './expected.js';

/** Lists so short that ten posts fill several of each. */
const layout = { feedLength: 3, sitemapLength: 4, archiveNames: 6 };
const START = Date.parse('2026-03-01T12:00:00.250Z');
const MOST_BYTES = '64MiB';
/** More do not fit into the headers of one request. */
const MOST_TAGS = 150;
const silent = () => {};
export const silentLog = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** @typedef {import('./addresses.js').Address} Address */
/** @typedef {import('../../lib/response-manager.js').Entry} Entry */
/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }} Answer */

/**
 * A whole blog behind its real front door, with the clock in the test's hands, and the questions that the model
 * asks of it after each step.
 */
export class World {
  now = START;
  /** @type {import('../../lib/open-blog.js').OpenBlog} */
  blog = /** @type {any} */ (null);
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  server = /** @type {any} */ (null);
  /** The post that was removed last. @type {import('../../lib/types.js').Post | null} */
  removed = null;
  steps = 0;
  cleared = 0;
  overCleared = 0;
  /** Over-cleared entries by step and route. @type {Map<string, number>} */
  overClearedBy = new Map();
  /** What became of the pages of each route at each kind of step. @type {Map<string, { cleared: number, kept: number }>} */
  fates = new Map();
  /** The body of every ETag that a client ever saw, by path. @type {Map<string, Map<string, string>>} */
  #seen = new Map();
  /** The latest Last-Modified that was seen with each body, by path. @type {Map<string, Map<string, string>>} */
  #dates = new Map();
  /** Called after each step. @type {(world: World) => void} */
  onStep = silent;
  /** A kind of dependency, as 'route: key', that entries are robbed of: see sabotage.js. */
  static forget = '';
  /** Where the steps are written. @type {import('../../lib/open-blog.js').OpenBlog} */
  #writer = this.blog;
  #feed = new BadFeed();
  #agent = new Agent({ keepAlive: true });
  #ids = 0;

  /**
   * @param {string} storeUrl
   * @param {object} [options]
   * @param {boolean} [options.elsewhere]  all is written by another process, and the feed tells of it badly
   */
  static async open(storeUrl, { elsewhere = false } = {}) {
    const world = new World();
    const config = readConfig({
      STORE_URL: storeUrl,
      PORT: '0',
      BASE_URL: 'https://blog.test',
      CACHE_MAX_BYTES: MOST_BYTES,
      // Each reader who sends something comes from elsewhere.
      TRUST_PROXY: 'loopback',
    });
    const clock = { now: () => world.now, after };
    const means = { clock, log: silentLog, layout, newId: () => world.newId() };
    world.blog = await openBlog(config, {
      ...means,
      wrapStore: elsewhere ? (store) => world.#feed.listen(store) : undefined,
    });
    world.server = await startServer(config, world.blog, means);
    world.#writer = elsewhere
      ? await openBlog(config, { ...means, wrapStore: (store) => world.#feed.record(store) })
      : world.blog;
    world.#robEntries();
    return world;
  }

  /** Ids in order, so that a history can be replayed. */
  newId() {
    return `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`;
  }

  async close() {
    this.#agent.destroy();
    if (this.#writer !== this.blog) await this.#writer.close();
    await this.server.close();
  }

  get content() {
    return this.#writer.content;
  }

  get index() {
    return this.content.index;
  }

  get #cache() {
    return this.blog.cache;
  }

  /** Back to a blog without posts. */
  async empty() {
    for (const { id, revision } of [...this.index.posts()])
      await this.content.removePost(id, revision);
    for await (const { id, revision } of this.content.store.all('media'))
      await this.content.removeMedia(id, revision);
    await this.content.saveSettings({
      ...{ ...defaultSettings(), postsPerPage: 2 },
      ...{ comments: 'shown', commentsCloseAfterDays: 30 },
    });
    await this.#feed.tell(0);
    this.now = Math.max(this.now, START) + 86_400_000;
    this.#cache.clearAll('byHand');
    await this.warm();
  }

  /**
   * Does one step of a history and then asks whether every page that is kept is the page that a fresh render gives.
   * @param {string} kind of the step
   * @param {() => Promise<unknown>} act
   */
  async step(kind, act) {
    const before = this.#kept();
    try {
      await act();
    } catch (error) {
      // A slug that is taken, a date that does not fit: refused, and nothing may have changed.
      if (!isError(error, 'conflict') && !isError(error, 'invalid')) throw error;
    }
    this.steps++;
    await this.#settle();
    const now = this.#kept();
    for (const address of addresses) {
      const entry = before.get(address.path);
      const kept = now.get(address.path);
      if (kept && kept === entry && address.costly && this.steps % 10 > 0) continue;
      const fresh = kept || entry ? await this.fresh(address) : null;
      this.#judge(kind, address, entry, kept, fresh);
    }
    await this.warm();
    if (this.steps % 50 === 0) await this.#checkEveryEncoding();
    this.#checkNothingEvicted();
    this.onStep(this);
  }

  /** @returns {string[]} each kind of key that a kept page depends on, as 'route: key' */
  dependencies() {
    const kept = this.#kept();
    return addresses.flatMap(({ path, route }) =>
      (kept.get(path)?.dependsOn ?? []).map((key) => `${route[1]}: ${kindOf(key)}`),
    );
  }

  /** Takes the dependency to be forgotten from each entry before it is stored. */
  #robEntries() {
    const { cache } = this.blog;
    const store = cache.store.bind(cache);
    cache.store = (entry, lease) => {
      const route = addresses.find(({ path }) => path === entry.key)?.route[1];
      entry.dependsOn = entry.dependsOn.filter(
        (key) => `${route}: ${kindOf(key)}` !== World.forget,
      );
      return store(entry, lease);
    };
  }

  /** What lies between a write and the next request. */
  async #settle() {
    // As any request does first.
    this.blog.changes.advance();
    if (this.#writer === this.blog) return;
    this.#writer.changes.advance();
    // While the feed is cut, pages may be old: they are read and kept all the same, and all must go later.
    if (await this.#feed.tell(this.steps)) return;
    for (const { path } of addresses) await this.get(path);
    await this.#feed.tell(0);
  }

  /** @returns {Map<string, Entry>} every entry by its path */
  #kept() {
    return new Map([...this.#cache.entries()].map((entry) => [entry.key, entry]));
  }

  /**
   * @param {string} kind
   * @param {Address} address
   * @param {Entry | undefined} before the step
   * @param {Entry | undefined} kept after it
   * @param {Entry | null} fresh
   */
  #judge(kind, address, before, kept, fresh) {
    if (kept) {
      assert.ok(fresh, `${address.path} is kept, and is no page any more`);
      assert.equal(bodyOf(kept), bodyOf(fresh), `${address.path} is stale`);
    }
    if (!before) return;
    const fate = this.#fate(kind, address);
    if (kept === before) {
      fate.kept++;
      return;
    }
    fate.cleared++;
    if (onPurpose.has(kind)) return;
    this.cleared++;
    if (fresh && bodyOf(before) === bodyOf(fresh)) this.#countOverCleared(kind, address);
  }

  /** @param {Address} address @returns {Promise<Entry | null>} null: there is no such page */
  async fresh({ route, path, params }) {
    const made = await this.server.pages.render(/** @type {any} */ (route), path, params);
    return made.entry;
  }

  /** Fills the cache through the front door, as a client who asks with every validator that it ever saw. */
  async warm() {
    const kept = this.#kept();
    for (const address of addresses) {
      if (kept.has(address.path)) continue;
      const fresh = await this.fresh(address);
      if (!fresh) continue;
      await this.#askWithOldTags(address.path, bodyOf(fresh));
      await this.#askWithOldDate(address.path, digest(bodyOf(fresh)));
    }
  }

  /** @param {string} path @param {string} fresh */
  async #askWithOldTags(path, fresh) {
    const seen = this.#of(this.#seen, path);
    const tags = [...seen.keys()].slice(-MOST_TAGS);
    const answer = await this.get(path, tags.length ? { 'If-None-Match': tags.join(', ') } : {});
    const { etag = '' } = answer.headers;
    if (answer.status === 304) {
      assert.equal(
        seen.get(etag),
        digest(fresh),
        `${path} answered 304 to bytes that have changed`,
      );
      return;
    }
    assert.equal(answer.status, 200, `${path} answered ${answer.status}`);
    assert.equal(answer.body.toString('latin1'), fresh, `${path} was sent stale`);
    assert.ok(!tags.includes(etag), `${path} answered 200 to the tag of the same bytes`);
    seen.set(etag, digest(fresh));
  }

  /** A date with which other bytes were sent must be answered with the new ones. @param {string} path @param {string} fresh digest */
  async #askWithOldDate(path, fresh) {
    const dates = this.#of(this.#dates, path);
    // The latest of them is the hardest to refuse.
    const old = [...dates].findLast(([body]) => body !== fresh);
    const answer = await this.get(path, old ? { 'If-Modified-Since': old[1] } : {});
    assert.equal(answer.status, 200, `${path} answered 304 to the date of bytes that have changed`);
    const date = answer.headers['last-modified'];
    if (!date) return;
    const last = [...dates.values()].at(-1) ?? date;
    assert.ok(Date.parse(last) <= Date.parse(date), `Last-Modified of ${path} went back`);
    dates.delete(fresh);
    dates.set(fresh, date);
    if (dates.size > MOST_TAGS) dates.delete([...dates.keys()][0]);
  }

  async #checkEveryEncoding() {
    for (const address of addresses) {
      const fresh = await this.fresh(address);
      if (!fresh) continue;
      const plain = await this.get(address.path);
      const gzip = await this.get(address.path, { 'Accept-Encoding': 'gzip' });
      const brotli = await this.get(address.path, { 'Accept-Encoding': 'br' });
      for (const { status, headers, body } of [plain, gzip, brotli]) {
        assert.equal(status, 200);
        assert.equal(decode(headers['content-encoding'], body).toString('latin1'), bodyOf(fresh));
        assert.equal(
          headers.etag,
          fresh.etag,
          `${address.path} has another ETag than a fresh render`,
        );
        assert.equal(headers['content-type'], fresh.contentType);
        assert.equal(Number(headers['content-length']), body.length);
      }
    }
  }

  #checkNothingEvicted() {
    for (const { evictions } of Object.values(this.#cache.statistics().stores))
      assert.equal(evictions, 0, 'The cache is too small for the test');
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [headers]
   */
  get(path, headers = {}) {
    return this.#ask({ path, headers });
  }

  /**
   * Sends a form, as a reader whom nobody has seen before.
   * @param {string} path
   * @param {Record<string, string>} fields
   */
  send(path, fields) {
    const place = ++this.#ids;
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`,
    };
    return this.#ask({ method: 'POST', path, headers }, new URLSearchParams(fields).toString());
  }

  /**
   * @param {import('node:http').RequestOptions} options
   * @param {string} [body]
   * @returns {Promise<Answer>}
   */
  #ask(options, body) {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.server.address());
    return new Promise((resolve, reject) => {
      const ask = request({ ...options, port, agent: this.#agent }, (answer) => {
        /** @type {Buffer[]} */
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      ask.on('error', reject);
      ask.end(body);
    });
  }

  /** @param {string} kind @param {Address} address */
  #fate(kind, { route }) {
    const name = `${kind}\t${route[1]}`;
    const fate = this.fates.get(name) ?? { cleared: 0, kept: 0 };
    this.fates.set(name, fate);
    return fate;
  }

  /** @param {string} kind @param {Address} address */
  #countOverCleared(kind, { route }) {
    this.overCleared++;
    const name = `${kind} clears ${route[1]}`;
    this.overClearedBy.set(name, (this.overClearedBy.get(name) ?? 0) + 1);
  }

  /** @param {Map<string, Map<string, string>>} map @param {string} path */
  #of(map, path) {
    const known = map.get(path) ?? new Map();
    map.set(path, known);
    return known;
  }
}

/** @param {Entry | null} entry */
function bodyOf(entry) {
  for (const [encoding, representation] of Object.entries(entry?.encodings ?? {}))
    if (representation) return decode(encoding, representation.body).toString('latin1');
  return '';
}

/** @param {string | undefined} encoding @param {Buffer} body */
function decode(encoding, body) {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

/** Time stands still: only the short pauses before a record is read again come to an end. @type {import('../../lib/clock.js').Clock['after']} */
function after(milliseconds, callback) {
  if ([0, 20, 50].includes(milliseconds)) setImmediate(callback);
  return silent;
}

/** @param {string} key @returns {string} without the post or page it is about; a setting keeps its name */
const kindOf = (key) => (key.startsWith('setting:') ? key : key.split(':')[0]);
