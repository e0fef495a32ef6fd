import assert from 'node:assert/strict';
import { digest } from '../../lib/base/digest.js';
import { isError } from '../../lib/base/errors.js';
import { defaultSettings } from '../../lib/changes/index/default-settings.js';
import { addresses } from './addresses.js';
import { bodyOf, decode, headersOf, kindOf } from './entry.js';
import { Client } from './client.js';
import { onPurpose } from './expected.js';
import { compareIndexes } from './fresh.js';
import { Life } from './life.js';
import { Needs } from './needs.js';
import { after } from './still-clock.js';
/** @import { Clock } from '../../lib/base/clock.js' */
/** @import { Slot } from '../../lib/cache/cache-manager.js' */
/** @import { Entry } from '../../lib/responses/entry.js' */
/** @import { Post } from '../../lib/store/types.js' */
/** @import { Address } from './addresses.js' */

const START = Date.parse('2026-03-01T12:00:00.250Z');
/** More do not fit into the headers of one request. */
const MOST_TAGS = 150;
/** Steps for which nobody serves, at most. */
const MOST_DOWN = 4;
const silent = () => {};

/** @typedef {Awaited<ReturnType<Life['fresh']['look']>>} Fresh */

/**
 * A whole blog behind its real front door, with the clock in the test's hands, and the questions that the model
 * asks of it after each step.
 */
export class World {
  now = START;
  /** The post that was removed last. @type {Post | null} */
  removed = null;
  steps = 0;
  cleared = 0;
  overCleared = 0;
  /** Over-cleared entries by step and route. @type {Map<string, number>} */
  overClearedBy = new Map();
  /** What became of the pages of each route at each kind of step. @type {Map<string, { cleared: number, kept: number }>} */
  fates = new Map();
  /** How often each kind of step was made. @type {Map<string, number>} */
  kinds = new Map();
  needs = new Needs();
  /** The body of every ETag that a client ever saw, by path. @type {Map<string, Map<string, string>>} */
  #seen = new Map();
  /** The latest Last-Modified that was seen with each body, by path. @type {Map<string, Map<string, string>>} */
  #dates = new Map();
  /** What the clock showed at most. */
  #latest = START;
  /** Called after each step. @type {(world: World) => void} */
  onStep = silent;
  /** A kind of dependency, as 'route: key', that entries are robbed of: see sabotage.js. */
  static forget = '';
  /** What a server shows that was just started. @type {Fresh} */
  #fresh = /** @type {any} */ (null);
  #down = 0;
  /** The moment up to which posts are public in this process. */
  #shownUpTo = 0;
  #client = new Client();
  #ids = 0;

  /**
   * @param {string} storeUrl
   * @param {{ elsewhere?: boolean }} [options] `elsewhere`: all is written by another process, and the feed tells of it badly
   */
  static async open(storeUrl, { elsewhere = false } = {}) {
    const world = new World();
    const clock = { now: () => world.now, after };
    const newId = () => world.newId();
    world.life = new Life({ storeUrl, clock, newId, hasBadFeed: elsewhere });
    await world.start();
    return world;
  }

  /** @type {Life} */
  life = /** @type {any} */ (null);

  /** Ids in order, so that a history can be replayed. */
  newId() {
    return `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`;
  }

  async close() {
    this.#client.close();
    await this.life.close();
  }

  get postCount() {
    return [...this.index.posts()].length;
  }

  get content() {
    return this.life.writer.content;
  }

  get index() {
    return this.content.index;
  }

  get #cache() {
    return this.life.blog.cache;
  }

  /** Back to a blog without posts. */
  async empty() {
    if (!this.life.isUp) await this.start();
    // What is read of a cluster as a whole may be old.
    for (let tries = 9; ; tries--) {
      await this.life.write();
      try {
        await this.#removeAll();
        break;
      } catch (error) {
        if (tries === 0 || !isRefusal(error)) throw error;
      }
    }
    await this.content.saveSettings({
      ...defaultSettings(),
      postsPerPage: 2,
      comments: 'shown',
      commentsCloseAfterDays: 30,
    });
    this.now = Math.max(this.now, START) + 86_400_000;
    await this.life.settle(0, silentlyRead);
    this.#cache.clearAll('byHand');
    await this.warm();
  }

  async #removeAll() {
    for (const { id, revision } of [...this.index.posts()])
      await this.content.removePost(id, revision);
    // The index knows no revision that came with a password alone.
    for await (const { id, revision } of this.content.store.all('user'))
      await this.content.removeUser(id, revision);
    for await (const { id, revision } of this.content.store.all('media'))
      await this.content.removeMedia(id, revision);
  }

  async start() {
    await this.life.start();
    this.#robEntries();
    this.needs.follow(this.life.blog.cache);
    this.#down = 0;
    this.#shownUpTo = 0;
  }

  /**
   * Does one step of a history and then asks whether every page that is kept is the page that a fresh render gives.
   * @param {string} kind of the step
   * @param {() => Promise<unknown>} act
   */
  async step(kind, act) {
    const before = this.#kept();
    this.needs.beginStep();
    if (kind !== 'start') await this.life.write();
    try {
      await act();
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    this.steps++;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.#latest = Math.max(this.#latest, this.now);
    if (!this.life.isUp && ++this.#down > MOST_DOWN) await this.start();
    if (this.life.isUp) await this.#judgeAll(kind, before);
    this.onStep(this);
  }

  /** @param {string} kind @param {Map<string, Slot<Entry>>} before */
  async #judgeAll(kind, before) {
    await this.life.settle(this.steps, () => this.read());
    await this.#look();
    const now = this.#kept();
    for (const address of addresses) {
      const slot = before.get(address.path);
      const kept = now.get(address.path);
      if (kept && kept === slot && address.costly && this.steps % 10 > 0) continue;
      const fresh = kept || slot ? await this.#fresh.render(address) : null;
      this.#judge(kind, address, slot, kept, fresh);
      if (kept || slot || !address.costly) await this.#judgeInNetwork(address, fresh);
    }
    this.life.network.endStep();
    await this.#fill();
    if (this.steps % 50 === 0) await this.#checkEveryEncoding();
    this.#checkNothingEvicted();
  }

  /** Looks at what a start would read, and whether the index is that. */
  async #look() {
    const { index, store } = this.life.blog;
    // Time that was set back hides nothing that readers have seen.
    this.#shownUpTo = Math.max(this.#shownUpTo, index.now);
    const end = performance.now() + this.life.trailsBy;
    for (;;) {
      this.#fresh = await this.life.fresh.look(store, Math.max(this.now, this.#shownUpTo));
      try {
        return compareIndexes(index, this.#fresh.index);
      } catch (error) {
        if (performance.now() > end) throw error;
      }
    }
  }

  /** @returns {string[]} each kind of key that a kept page depends on, as 'route: key' */
  dependencies() {
    const kept = this.#kept();
    return addresses.flatMap(({ path, route }) =>
      (kept.get(path)?.entry.dependsOn ?? []).map((key) => `${route.path}: ${kindOf(key)}`),
    );
  }

  /** Takes the dependency to be forgotten from each entry before it is stored. */
  #robEntries() {
    const { cache } = this.life.blog;
    const store = cache.store.bind(cache);
    cache.store = (entry, lease) => {
      const route = addresses.find(({ path }) => path === entry.key)?.route.path;
      const dependsOn = entry.dependsOn.filter(
        (key) => `${route}: ${kindOf(key)}` !== World.forget,
      );
      return store({ ...entry, dependsOn }, lease);
    };
  }

  /** After a kill nobody knows which dates a clock that was fast has told: see docs/decisions. */
  forgetDates() {
    if (this.now < this.#latest) this.#dates.clear();
  }

  /** @returns {Map<string, Slot<Entry>>} by path: of an entry, it stays the same when an encoding is added */
  #kept() {
    if (!this.life.isUp) return new Map();
    return new Map([...this.#cache.slots()].map((slot) => [slot.entry.key, slot]));
  }

  /**
   * @param {string} kind
   * @param {Address} address
   * @param {Slot<Entry> | undefined} before the step
   * @param {Slot<Entry> | undefined} kept after it
   * @param {Entry | null} fresh
   */
  #judge(kind, address, before, kept, fresh) {
    if (kept) {
      assert.ok(fresh, `${address.path} is kept, and is no page any more`);
      assert.equal(bodyOf(kept.entry), bodyOf(fresh), `${address.path} is stale`);
      assert.equal(headersOf(kept.entry), headersOf(fresh), `${address.path} has old headers`);
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
    if (fresh && bodyOf(before.entry) === bodyOf(fresh)) this.#countOverCleared(kind, address);
    else this.needs.record(address.route.path, before.entry, this.steps);
  }

  /** @param {Address} address @param {Entry | null} known  a fresh render, if there is one */
  async #judgeInNetwork(address, known) {
    const { network } = this.life;
    const fresh = known ?? (network.has(address.path) ? await this.#fresh.render(address) : null);
    network.judge(address.path, fresh && bodyOf(fresh));
  }

  /** Readers come by, whatever the feed has told. */
  async read() {
    for (const { path } of addresses) await this.get(path);
  }

  /** Readers come by. */
  async warm() {
    if (!this.life.isUp) return;
    await this.life.settle(0, silentlyRead);
    await this.#look();
    await this.#fill();
  }

  /** Fills the cache through the front door, as a client who asks with every validator that it ever saw. */
  async #fill() {
    const kept = this.#kept();
    for (const address of addresses) {
      if (kept.has(address.path)) continue;
      const fresh = await this.#fresh.render(address);
      if (!fresh) continue;
      await this.#askWithOldTags(address.path, bodyOf(fresh));
      await this.#askWithOldDate(address.path, digest(bodyOf(fresh)));
    }
    for (const { path } of this.#kept().size > 0 ? addresses : [])
      if (this.#kept().has(path) && !this.life.network.has(path))
        this.life.network.keep(path, await this.get(path));
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
    // An upload has the date of its arrival: where the clock was set back it may come again earlier, with the same bytes.
    const others = [...dates].filter(([body]) => body !== fresh || !path.startsWith('/media/'));
    const [, last] = others.at(-1) ?? [fresh, date];
    assert.ok(Date.parse(last) <= Date.parse(date), `Last-Modified of ${path} went back`);
    dates.delete(fresh);
    dates.set(fresh, date);
    if (dates.size > MOST_TAGS) dates.delete([...dates.keys()][0]);
  }

  async #checkEveryEncoding() {
    for (const address of addresses) {
      const fresh = await this.#fresh.render(address);
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

  /** @param {string} path @param {Record<string, string>} [headers] */
  get(path, headers) {
    return this.#client.get(this.life.server.server, path, headers);
  }

  /** @param {string} path @param {Record<string, string>} fields */
  send(path, fields) {
    return this.#client.send(this.life.server.server, path, fields);
  }

  /** @param {string} kind @param {Address} address */
  #fate(kind, { route }) {
    const name = `${kind}\t${route.path}`;
    const fate = this.fates.get(name) ?? { cleared: 0, kept: 0 };
    this.fates.set(name, fate);
    return fate;
  }

  /** @param {string} kind @param {Address} address */
  #countOverCleared(kind, { route }) {
    this.overCleared++;
    const name = `${kind} clears ${route.path}`;
    this.overClearedBy.set(name, (this.overClearedBy.get(name) ?? 0) + 1);
  }

  /** @param {Map<string, Map<string, string>>} map @param {string} path */
  #of(map, path) {
    const known = map.get(path) ?? new Map();
    map.set(path, known);
    return known;
  }
}

/** @param {any} error @returns {boolean} whether an author, or the console, was told that this does not fit */
const isRefusal = (error) =>
  ['conflict', 'invalid', 'notFound'].some((code) => isError(error, /** @type {any} */ (code))) ||
  String(error?.code).startsWith('SQLITE_CONSTRAINT');

/** Nobody reads while the feed is cut. */
const silentlyRead = async () => {};
