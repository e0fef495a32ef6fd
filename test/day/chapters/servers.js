import { deepEqual, equal, match } from 'node:assert/strict';
import { join } from 'node:path';
import { assertCounted, whole } from '../checks.js';
import { open } from '../people.js';
import { until } from '../until.js';
/** @import { Blog } from '../blog.js' */

const READERS = 12;
const KILLS = 3;
/** Writes at once, when the server is killed. */
const WRITES = 12;

/** @param {Blog} blog */
export async function isKilled(blog) {
  for (let kill = 0; kill < KILLS; kill++) {
    await blog.whole();
    let answered = 0;
    const writes = Array.from({ length: WRITES }, async (_, at) => {
      const slug = `kept-${kill}-${at}`;
      await blog.publish(slug, `Kept ${kill} ${at}`, 'A bottle.', { tags: ['kept'] });
      answered++;
    });
    await until('some answers', () => answered > kill * 3);
    const done = Promise.allSettled(writes);
    await blog.kill();
    await done;
    for (const path of [...blog.texts.keys()].filter((each) => each.startsWith('/post/kept-')))
      equal((await open(blog.url() + path)).status, 200, path);
    // What was not acknowledged may be there, and may not.
    const shown = new Set(await slugsOf(blog));
    for (let at = 0; at < WRITES; at++)
      if (shown.has(`kept-${kill}-${at}`))
        blog.texts.set(`/post/kept-${kill}-${at}`, `Kept ${kill} ${at} A bottle.`);
    await blog.assertRight();
  }
}

/** @param {Blog} blog @returns {Promise<string[]>} */
const slugsOf = async ({ agent }) => (await agent.list('/api/posts')).map(({ slug }) => slug);

/** @param {Blog} blog */
export async function hasTwoServers(blog) {
  const { agent, agentAt, folder, program, texts } = blog;
  const other = await program.serveBeside({ CACHE_DIR: join(folder, 'cache-2') });
  const same = async () => deepEqual(await whole(other.url), await blog.whole());
  await same();
  for (const [writer, readAt, title] of /** @type {const} */ ([
    [agent, other.url, 'By the first'],
    [agentAt(other.url), blog.url(), 'By the second'],
  ])) {
    await writer.put('/api/posts/shelf-15', { title });
    await until(title, async () => (await open(`${readAt}/archive`)).text.includes(title));
    texts.set('/post/shelf-15', `${title} ${(await agent.get('/api/posts/shelf-15')).markdown}`);
  }
  await same();
  await other.stop();
  await blog.assertRight();
}

/** @param {Blog} blog */
export async function isUpdated(blog) {
  blog.program.change('views/foot.mustache', (text) =>
    text.replace('</footer>', '<p>New.</p></footer>'),
  );
  await blog.restart({ WORKERS: '2' });
  match(await blog.page('/'), /<p>New\.<\/p>/);
  for (let reader = 0; reader < READERS; reader++)
    await blog.readers.read('/post/shelf-20', reader);
  await blog.publish('of-workers', 'Of workers', 'A tarragon.');
  for (let time = 0; time < 8; time++) match(await blog.page('/'), /Of workers/);
  await blog.assertRight();
  await blog.restart({}, process.env.DAY_NODE);
  await blog.assertRight();
}

/** @param {Blog} blog */
export async function isRightInTheEnd(blog) {
  const { agent, program, readers } = blog;
  await blog.restart();
  await blog.assertRight();
  await assertCounted(agent, readers.visits);
  match(await program.command(['doctor'], { BASE_URL: '' }), /No problems found/);
  await program.command(['doctor', '--cache', blog.url()], { API_TOKEN: blog.token() });
  await blog.server().stop();
  deepEqual(blog.unexplained(), []);
}
