import assert from 'node:assert/strict';
import http from 'node:http';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eachTest } from '../support/blog.js';
import { shelvesOfPosts } from '../support/fixtures.js';

const paths = [2, 3, 4, 5].map((number) => `/post/shelf-${number}`);
const root = new URL('../..', import.meta.url).href;
/** All but what watches the store's file meanwhile, and pauses, and what hears of each answer. */
const ours =
  /^(lib\/(?!statistics\/|store\/(open|wakeable-timer|sqlite\/(watch|feed|connection))\.js)|controllers\/)/;

describe('The number of our own source files that run', () => {
  const { startBlog } = eachTest();

  it('are at most 8 for a hit, and 30 for a miss of a post, with those of the store and without those that only listen', async () => {
    const blog = await startBlog({ posts: shelvesOfPosts(5) });
    const { changes } = blog.open;
    while (changes.dump().place === changes.comparedUpTo) await setTimeout(5);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const look = async (/** @type {string} */ path) => {
      const [response] = await once(http.get({ port: blog.port, path, agent }), 'response');
      await once(response.resume(), 'end');
    };
    // What is only read once, such as a prepared statement, has been read.
    await look('/post/shelf-1');
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    try {
      const misses = await touchedByEach(session, look);
      const hits = await touchedByEach(session, look);
      const [miss, hit] = [misses, hits].map(inAll);
      assert.ok(
        miss.includes('lib/views/view-manager.js') && !hit.includes('lib/views/view-manager.js'),
      );
      assert.ok(hit.length <= 8, `A hit: ${hit.length}\n${hit.join('\n')}`);
      assert.ok(miss.length <= 30, `A miss: ${miss.length}\n${miss.join('\n')}`);
    } finally {
      await session.post('Profiler.disable');
      session.disconnect();
      agent.destroy();
    }
  });
});

/** @param {Session} session @param {(path: string) => Promise<void>} look @returns {Promise<string[][]>} of each path */
async function touchedByEach(session, look) {
  const touched = [];
  for (const path of paths) touched.push(await touchedBy(session, () => look(path)));
  return touched;
}

/** What runs for one request alone, such as a timer that is due, is none of its cost. @param {string[][]} lists */
const inAll = ([first, ...rest]) =>
  first.filter((file) => rest.every((list) => list.includes(file)));

/**
 * @param {Session} session that takes precise coverage
 * @param {() => Promise<void>} run
 * @returns {Promise<string[]>} the files of whose functions any was called
 */
async function touchedBy(session, run) {
  await session.post('Profiler.takePreciseCoverage');
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0))
    .filter(({ url }) => url.startsWith(root))
    .map(({ url }) => fileURLToPath(url).slice(fileURLToPath(root).length))
    .filter((path) => ours.test(path))
    .sort();
}
