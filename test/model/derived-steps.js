import fc from 'fast-check';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Database } from '../../lib/base/sqlite.js';
import { edit } from './acting.js';
import { which } from './words.js';
/** @import { Step } from './steps.js' */
/** @import { World } from './world.js' */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What is looked for: words that nothing else of the model holds, and that are not like one another. */
const fruit = fc.constantFrom('medlar', 'quince', 'bullace');

/** @typedef {'search' | 'pages' | 'sums'} Part */

/** When each part of a blog was broken last: it is made anew once an hour. @type {WeakMap<World, Map<Part, number>>} */
const brokenAt = new WeakMap();
/** How often each part of a blog was made anew. @type {WeakMap<World, Record<Part, number>>} */
const rebuilt = new WeakMap();

/** @param {World} world @returns {Record<Part, number>} how often each part was made anew */
export function rebuildsOf(world) {
  const counts = rebuilt.get(world) ?? { search: 0, pages: 0, sums: 0 };
  rebuilt.set(world, counts);
  return counts;
}

/** @param {{ life: { isUp: boolean, setup: { search: string } } }} world */
const isUp = ({ life }) => life.isUp;

/**
 * What is derived from the posts and from the days of the statistics: each part is asked, compared with a plain scan of what
 * it is derived from, and broken, in the file or in the store.
 * @type {Record<string, Step>}
 */
export const derivedSteps = {
  mention: {
    weight: 10,
    input: fc.record({ which, word: fruit }),
    tell: ({ which, word }) => `let post ${which} end with ${word}`,
    act: (world, { which, word }) => mention(world, which, word),
  },
  search: {
    weight: 10,
    check: isUp,
    input: fruit,
    tell: (word) => `search for ${word}`,
    act: compareSearch,
  },
  visit: {
    weight: 10,
    check: isUp,
    input: fc.record({ path: fc.constantFrom('/', '/archive', '/tags'), days: fc.nat(20) }),
    tell: ({ path, days }) => `visit ${path}, and wait ${days} days`,
    async act(world, { path, days }) {
      await world.get(path, { 'User-Agent': BROWSER, 'X-Forwarded-For': '203.0.113.7' });
      await compareStatistics(world);
      world.now += days * DAY;
    },
  },
  breakSearch: {
    weight: 3,
    check: isUp,
    input: fc.record({ which, word: fruit }),
    tell: ({ which, word }) =>
      `break the search index of the stopped server, start it, let post ${which} end with ${word}, and search for it`,
    async act(world, { which, word }) {
      const { life } = world;
      await life.stop();
      const file = join(life.config.cacheDir, 'search-1.db');
      if (existsSync(file)) takeNothingMore(file);
      await world.start();
      await isMadeAnew(world, 'search', async () => {
        await mention(world, which, word);
        await compareSearch(world, word);
      });
    },
  },
  breakPages: {
    weight: 3,
    check: isUp,
    input: fc.constant(null),
    tell: () => 'stop the server, damage the pages that it saved, and start it',
    async act(world) {
      const { life } = world;
      await life.stop();
      const manifest = join(life.config.cacheDir, 'manifest.json');
      if (!existsSync(manifest)) return world.start();
      life.forgetPages();
      const bytes = readFileSync(manifest);
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(manifest, bytes);
      await isMadeAnew(world, 'pages', () => world.start());
    },
  },
  breakSums: {
    weight: 6,
    check: isUp,
    input: fc.record({
      name: fc.constantFrom('month', 'days'),
      damage: fc.constantFrom({ views: null, days: 1 }, { views: 1e6, days: { a: 1 } }),
      which,
    }),
    tell: ({ name, damage }) => `let the statistics of a ${name} be ${JSON.stringify(damage)}`,
    async act(world, { name, damage, which }) {
      const { store } = world.life.blog;
      await compareStatistics(world);
      const sums = [];
      for await (const record of store.all('statistics'))
        if (record.id.startsWith(`${name}:`)) sums.push(record);
      if (sums.length === 0) return;
      const { revision, ...record } = sums[which % sums.length];
      await isMadeAnew(world, 'sums', async () => {
        await store.write([
          { kind: 'statistics', record: { ...record, ...damage }, revision: revision ?? null },
        ]);
        await compareStatistics(world);
      });
    },
  },
};

/** @param {World} world @param {number} which @param {string} words */
const mention = (world, which, words) =>
  edit(world, which, ({ markdown }) => ({ markdown: `${markdown}\n\n${words}` }));

/** As an index that can be read, and takes no post any more. @param {string} file */
function takeNothingMore(file) {
  const db = new Database(file);
  db.exec(
    `CREATE TRIGGER IF NOT EXISTS spoilt BEFORE INSERT ON posts BEGIN SELECT RAISE(ABORT, ''); END`,
  );
  db.close();
}

/** @param {World} world @param {Part} part @param {() => Promise<unknown>} breakIt  and ask it */
async function isMadeAnew(world, part, breakIt) {
  const times = brokenAt.get(world) ?? new Map();
  brokenAt.set(world, times);
  world.now = Math.max(world.now, (times.get(part) ?? 0) + HOUR);
  times.set(part, world.now);
  await breakIt();
  const { derived } = JSON.parse(String((await world.get('/status')).body));
  if (derived[part].madeAnewAt === world.now) rebuildsOf(world)[part]++;
  else assert.equal(derived[part].failed, false, `The ${part} failed, and were not made anew`);
}

/** @param {World} world @param {string} word */
async function compareSearch(world, word) {
  const { life } = world;
  const { index, store } = life.blog;
  await life.told();
  const answer = await world.get(`/search?q=${word}`);
  // Off since the last start.
  if (answer.status === 404) return;
  assert.equal(answer.status, 200, `The search answered ${answer.status}`);
  const isIn = new RegExp(`\\b${word}\\b`);
  const wanted = [];
  for await (const post of store.all('post')) {
    const known = index.post(post.id);
    if (known && index.isPublic(known) && isIn.test(post.markdown)) wanted.push(post.id);
  }
  const text = String(answer.body);
  const found = [...index.posts()].filter(({ slug, type }) =>
    text.includes(`<h2><a href="${type === 'post' ? '/post' : ''}/${slug}"`),
  );
  assert.deepEqual(found.map(({ id }) => id).sort(), wanted.sort(), `The search for ${word}`);
}

/** @param {World} world */
async function compareStatistics(world) {
  const { accounts, store } = world.life.blog;
  const token = await accounts.tokens.create({ user: '', scopes: ['statistics:read'] });
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await world.get('/api/statistics?from=2026-01-01&to=2060-12-31&by=year', headers);
  const text = String(answer.body);
  assert.equal(answer.status, 200, text);
  let views = 0;
  const merged = new Set();
  for await (const record of store.all('statistics')) {
    if (!record.id.startsWith('day:')) continue;
    views += record.views;
    for (const id of record.merged) merged.add(id);
  }
  for await (const record of store.all('counts'))
    if (record.hour && !merged.has(record.id)) views += record.views;
  assert.equal(JSON.parse(text).views, views, 'The views of all days');
}
