import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../lib/base/clock.js';
import { Derived } from '../../lib/base/derived.js';
import { Database } from '../../lib/base/sqlite.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { createSearch } from '../../lib/search/search.js';
import { quickPasswords } from '../support/blog.js';
import { createQuietLog } from '../support/log.js';
/** @import { OpenBlog } from '../../lib/start/open-blog.js' */
/** @import { Search } from '../../lib/search/search.js' */
/** @import { Post } from '../../lib/store/types.js' */

const WORDS = (
  'jam jams jammy plum plums quince Éclair eclat Straße strasse go google ЁЖ ежик λόγος λογοτύπων ' +
  '检索 技术 東京 ภาษา naïve x 2026 20 don’t C++'
).split(' ');
const NAMES = ['Ada Lovelace', 'Ada King', 'Émilie Quince', 'Grace', 'Jam Master'];
const STATUSES = /** @type {const} */ (['published', 'published', 'published', 'draft']);
const DAY = 24 * 60 * 60_000;
const SHARE_OF_KILLS = 0.25;

/**
 * Changes a blog at random, in this process, in another one, by the clock, and while nobody runs, and compares what the search finds after
 * each change with a plain scan of all records.
 * @param {object} options
 * @param {string} options.storeUrl
 * @param {string} options.folder
 * @param {number} options.steps
 * @param {number} options.seed
 * @param {number} [options.posts] that there are at most
 * @param {(folder: string, seed: number) => Promise<void>} [options.kill] lets another process do the same in the folder, and kills it
 * @param {() => void} [options.onStep]
 * @returns {Promise<Record<string, number>>} how often each change was made, and the index anew
 */
export async function runSearch({
  storeUrl,
  folder,
  steps,
  seed,
  posts: most = 25,
  kill,
  onStep = () => {},
}) {
  const random = randomOf(seed);
  const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(random() * list.length)];
  let ahead = 0;
  const clock = { now: () => systemClock.now() + ahead, after: systemClock.after };
  const index = join(folder, 'search');
  const kept = join(folder, 'kept');
  mkdirSync(kept, { recursive: true });
  const log = createQuietLog();
  const config = { storeUrl, cacheMaxBytes: 1e6, cacheDir: folder };
  const start = async () => openBlog(config, { clock, log, passwords: quickPasswords() });
  /** @type {OpenBlog} */
  let blog;
  /** @type {Search} */
  let search;
  /** @type {Derived} */
  let derived;
  /** Another process. @type {OpenBlog} */
  const other = await start();
  /** @type {Record<string, () => unknown>} */
  const changes = {
    write: () => writeAny(blog),
    writeAgain: () => writeAny(blog),
    remove: () => removeAny(blog),
    async restore() {
      const trash = await blog.content.trash();
      if (trash.length > 0) await blog.content.restorePost(pick(trash).id);
    },
    rename: () =>
      blog.content.saveUser({ id: pick(['ada', 'emil']), name: pick(NAMES), role: 'author' }),
    time: () => void (ahead += random() * DAY),
    writeElsewhere: () => elsewhere(async () => (await refresh(), writeAny(other))),
    removeElsewhere: () => elsewhere(async () => (await refresh(), removeAny(other))),
    async failIndex() {
      const { index: ofBlog } = blog;
      const put = ofBlog.setPost;
      ofBlog.setPost = () => {
        throw new Error('out of jars');
      };
      try {
        await writeAny(blog);
      } finally {
        ofBlog.setPost = put;
        await blog.changes.recovery;
      }
    },
    restart: () => stopped(() => {}),
    writeWhileStopped: () => stopped(async () => (await refresh(), writeAny(other))),
    // As after a kill: what was not written is missing.
    putBackFile: () =>
      stopped(() => {
        if (!existsSync(index)) return;
        for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(index, name));
        for (const name of readdirSync(index)) copyFileSync(join(index, name), join(kept, name));
      }),
    tearFile: () =>
      stopped(() => {
        const file = join(index, 'search-1.db');
        if (existsSync(file)) truncateSync(file, Math.floor(random() * 40_000));
      }),
    // It can be read, but takes no post any more.
    spoilFile: () =>
      stopped(async () => {
        const file = join(index, 'search-1.db');
        if (!existsSync(file)) return;
        const db = new Database(file);
        try {
          db.exec(
            `CREATE TRIGGER spoilt BEFORE INSERT ON posts BEGIN SELECT RAISE(ABORT, ''); END`,
          );
        } catch {
          // It was torn before.
        }
        db.close();
        await refresh();
        await writeAny(other);
      }),
    removeFile: () => stopped(() => rmSync(index, { recursive: true, force: true })),
    ...(kill && {
      kill: () => stopped(() => kill(folder, random() * 1e9)),
      killElsewhere: () => elsewhere(() => kill(join(folder, 'other'), random() * 1e9)),
    }),
  };

  await open();
  /** @type {Record<string, number>} */
  const counts = { madeAnew: 0 };
  try {
    for (let step = 0; step < steps; step++) {
      // Another process takes a second to start.
      const isKilling = random() < SHARE_OF_KILLS;
      const name = pick(
        Object.keys(changes).filter((each) => isKilling || !each.startsWith('kill')),
      );
      try {
        await changes[name]();
      } catch (error) {
        // Both processes have changed it.
        if (/** @type {any} */ (error).code !== 'conflict') throw error;
      }
      counts[name] = (counts[name] ?? 0) + 1;
      await compare(`seed ${seed}, step ${step}, after ${name}`);
      onStep();
    }
  } finally {
    await close();
    await other.close();
  }
  return counts;

  async function open() {
    blog = await start();
    derived = new Derived('search', { clock, log });
    search = createSearch({
      ...blog,
      folder: index,
      derived,
      clock,
      log,
    });
    blog.changes.follow();
  }

  async function close() {
    if (derived.state.madeAnewAt !== null) counts.madeAnew++;
    await search.close();
    await blog.close();
  }

  /** @param {string} when */
  async function compare(when) {
    blog.changes.advance();
    const records = await readAll();
    const users = await readUsers();
    for (let asked = 0; asked < 3; asked++) {
      const [first, second] = [pick(WORDS), pick([...WORDS, ...NAMES])];
      const word = first.slice(0, 1 + Math.floor(random() * first.length));
      const q = random() < 0.5 ? word : `${word} ${second}`;
      const wanted = [...wordsIn(q)];
      const isIn = (/** @type {Post} */ post) => {
        const own = [
          ...wordsIn(
            `${post.title} ${post.markdown} ${post.tags.join(' ')} ${users.get(post.author) ?? ''}`,
          ),
        ];
        return wanted.every((each) => own.some((word) => word.startsWith(each)));
      };
      const scanned = records.filter(isIn);
      const shown = scanned.filter(
        ({ status, publishedAt }) =>
          status === 'published' && Date.parse(publishedAt ?? '') <= blog.index.now,
      );
      const found = await findAll(q, shown.length === 0);
      assert.deepEqual(found.sort(), shown.map(({ id }) => id).sort(), `${when}: ${q}`);
      if (scanned.length > 0)
        assert.deepEqual(
          [...(await search.idsWith(q))].sort(),
          scanned.map(({ id }) => id).sort(),
          `${when}, with drafts: ${q}`,
        );
    }
  }

  /** What is read of a cluster as a whole may be older than what it has told. @returns {Promise<Post[]>} */
  async function readAll() {
    for (let tries = 0; ; tries++) {
      /** @type {Post[]} */
      const records = [];
      for await (const record of blog.store.all('post')) records.push(record);
      if (isAsIndexed(records)) return records;
      assert.ok(tries < 1000, 'The database has other posts than the index');
      await setTimeout(5);
    }
  }

  /** @returns {Promise<Map<string, string>>} their names, by id */
  async function readUsers() {
    for (let tries = 0; ; tries++) {
      const users = new Map();
      for await (const { id, name } of blog.store.all('user')) users.set(id, name);
      const known = [...blog.index.users.values()];
      if (known.every(({ id, name }) => users.get(id) === name)) return users;
      assert.ok(tries < 1000, 'The database has other users than the index');
      await setTimeout(5);
    }
  }

  /** @param {{ id: string, revision?: string }[]} posts */
  function isAsIndexed(posts) {
    return (
      [...blog.index.posts()].length === posts.length &&
      posts.every(({ id, revision }) => blog.index.post(id)?.revision === revision)
    );
  }

  /** @param {string} q @param {boolean} isNone whether only similar ones are expected @returns {Promise<string[]>} */
  async function findAll(q, isNone) {
    const ids = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const results = await search.find(q, page, '');
      if (isNone) {
        assert.notEqual(results.how, 'all', q);
        return [];
      }
      pages = results.pages;
      ids.push(...results.posts.map(({ post }) => post.id));
    }
    return ids;
  }

  /** @param {OpenBlog} by */
  async function writeAny({ content, store, index }) {
    const posts = [...index.posts()].slice(0, most);
    const id = random() < 0.3 && posts.length < most ? undefined : pick(posts)?.id;
    const known = id ? await store.get('post', id) : null;
    const text = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(WORDS));
    const status = pick(STATUSES);
    const at = new Date(clock.now() + (random() < 0.2 ? 1 : -1) * random() * DAY).toISOString();
    await content.savePost(
      {
        ...(known && { id: known.id, title: known.title, markdown: known.markdown }),
        ...(random() < 0.7 && { title: text().join(' ') }),
        ...((!known || random() < 0.7) && {
          markdown: `# ${text().join('。')}\n\n${text().join('。')} *${pick(WORDS)}*.`,
        }),
        type: known?.type ?? pick(['post', 'page']),
        status,
        publishedAt: at,
        title: text().join(' '),
        tags: text(),
        author: pick(['', 'ada', 'emil']),
      },
      known ? { revision: known.revision } : {},
    );
  }

  /** @param {OpenBlog} by */
  async function removeAny({ content, store, index }) {
    const id = pick([...index.posts()])?.id;
    const record = id && (await store.get('post', id));
    if (record) await content.removePost(id, record.revision);
  }

  /** @param {() => Promise<void>} write as another process */
  async function elsewhere(write) {
    await write();
    const isKnown = async () => isAsIndexed((await other.store.summaries()).posts);
    // Read again each time: a database may carry out what a killed process has asked for a moment later.
    for (let tries = 0; !(await isKnown()); tries++) {
      assert.ok(tries < 1000, 'The feed tells nothing');
      await setTimeout(5);
    }
  }

  /** While nobody runs. @param {() => unknown} change */
  async function stopped(change) {
    await close();
    await change();
    await open();
  }

  /** The other process follows nothing. */
  async function refresh() {
    await other.changes.compare();
  }
}

/** @param {string} text @returns {Iterable<string>} as a plain scan sees them */
function* wordsIn(text) {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
  yield* plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** @param {number} seed @returns {() => number} from 0 to 1 */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
