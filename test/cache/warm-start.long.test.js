import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { createClock } from '../support/clock.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, pickledPost, scheduledPost } from '../support/fixtures.js';
/** @import { Settings, Store } from '../../lib/store/types.js' */
/** @import { DrawCard } from '../../lib/views/share-cards.js' */
/** @import { TestBlog } from '../support/blog.js' */

const project = fileURLToPath(new URL('../..', import.meta.url));
const posts = ['/post/quince-jam', '/post/rye-bread'];
const paths = ['/', ...posts, '/tags', '/archive', '/atomfeed', '/robots.txt'];
const card = '/post/rye-bread/card.png';
const hit = 'larder; hit';

describe('A warm start', () => {
  const { startBlog, makeFolder } = eachTest();

  it('serves hits from the first request on', async () => {
    const { again } = await stopWarm();
    const blog = await again();
    for (const path of paths) assert.equal(await statusOf(blog, path), hit, path);
  });

  it('keeps every encoding, and the validators', async () => {
    const { again, tags } = await stopWarm();
    const blog = await again();
    const answer = await request(blog.url).get('/').set('If-None-Match', tags['/']);
    assert.equal(answer.status, 304);
    const brotli = await request(blog.url).get('/').set('Accept-Encoding', 'br');
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.match(brotli.text ?? '', /Rye bread/);
  });

  it('clears what was changed while nobody served, and no more', async () => {
    const { again, env, clock } = await stopWarm();
    const other = await startBlog({ env: { ...env, CACHE_DIR: makeFolder(), PORT: '0' }, clock });
    const { content, index } = other.open;
    await content.savePost(
      { id: jamPost.id, title: 'Quince jelly' },
      { revision: index.post(jamPost.id)?.revision },
    );
    await other.stop();
    const blog = await again();
    assert.notEqual(await statusOf(blog, '/post/quince-jam'), hit);
    assert.equal(await statusOf(blog, '/tags'), hit);
    const { text } = await request(blog.url).get('/');
    assert.match(text, /Quince jelly/);
  });

  it('shows a post whose hour came meanwhile', async () => {
    const { again, clock } = await stopWarm();
    clock.tick(40 * 365 * 86_400_000);
    const blog = await again();
    const { text } = await request(blog.url).get('/archive');
    assert.ok(text.includes(scheduledPost.title ?? '-'));
  });

  it('shows no form on a post that has come to its age meanwhile, and keeps the others', async () => {
    const { again, clock } = await stopWarm({ commentsCloseAfterDays: 290 });
    clock.tick(30 * 86_400_000);
    const blog = await again();
    assert.equal(await statusOf(blog, '/post/quince-jam'), hit);
    const { text, headers } = await request(blog.url).get('/post/rye-bread');
    assert.notEqual(headers['cache-status'], hit);
    assert.match(text, /Comments on this post are closed/);
  });

  for (const file of [
    'lib/words.js',
    'controllers/tags.js',
    'views/foot.mustache',
    'public/style.css',
    'package.json',
    'npm-shrinkwrap.json',
    'node_modules/.package-lock.json',
  ])
    it(`drops pages when an update has brought another ${file}`, async () => {
      const root = makeFolder();
      for (const folder of ['views', 'public', 'themes', 'words'])
        cpSync(join(project, folder), join(root, folder), { recursive: true });
      for (const folder of ['lib', 'controllers', 'node_modules']) mkdirSync(join(root, folder));
      for (const name of ['package.json', 'npm-shrinkwrap.json'])
        writeFileSync(join(root, name), '{}');
      const { again } = await stopWarm({}, { root });
      const same = await again({}, { root });
      assert.equal(await statusOf(same, '/tags'), hit);
      appendFileSync(join(root, file), ' ');
      await same.stop();
      const updated = await again({}, { root });
      assert.notEqual(await statusOf(updated, '/tags'), hit);
      truncateSync(join(root, file), statSync(join(root, file)).size - 1);
      appendFileSync(join(root, file), '\n');
      await updated.stop();
      const asLong = await again({}, { root });
      assert.notEqual(await statusOf(asLong, '/tags'), hit);
    });

  it('drops pages of another theme', async () => {
    const { again } = await stopWarm();
    const themeDir = makeFolder();
    mkdirSync(join(themeDir, 'public'));
    writeFileSync(join(themeDir, 'public', 'style.css'), 'body { color: teal }');
    const blog = await again({ THEME_DIR: themeDir });
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('drops pages of another address', async () => {
    const { again } = await stopWarm();
    const blog = await again({ BASE_URL: 'https://other.test' });
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('drops pages that link to a search that is off now', async () => {
    const { again } = await stopWarm();
    const blog = await again({ SEARCH: 'off' });
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('drops feeds that name another hub', async () => {
    const { again } = await stopWarm();
    const blog = await again({ WEBSUB_HUB: 'https://hub.example/' });
    assert.match((await request(blog.url).get('/atomfeed')).text, /hub\.example/);
  });

  it('drops pages of another database', async () => {
    const { again } = await stopWarm();
    const blog = await again({ STORE_URL: `sqlite:${join(makeFolder(), 'other.db')}` });
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('clears what shows a setting that was changed meanwhile, and no more', async () => {
    const { again, env, clock } = await stopWarm();
    const other = await startBlog({ env: { ...env, CACHE_DIR: makeFolder(), PORT: '0' }, clock });
    await other.open.content.saveSettings({ title: 'Another one' });
    await other.stop();
    const blog = await again();
    assert.match((await request(blog.url).get('/tags')).text, /Another one/);
    assert.equal(await statusOf(blog, '/robots.txt'), hit);
  });

  it('drops pages of another Node.js', async () => {
    const { again } = await stopWarm();
    const blog = await again({}, { versions: { ...process.versions, tz: '1999a' } });
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('drops pages that show a later record than there is, as after a former database was put back', async () => {
    const { again } = await stopWarm();
    const older = (/** @type {Store} */ store) => ({
      ...store,
      summaries: async () => {
        const { posts, ...rest } = await store.summaries();
        return { ...rest, posts: posts.map((post) => ({ ...post, revision: '1' })) };
      },
    });
    const blog = await again({}, { wrapStore: older });
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('asks for an upload again, which may have been removed meanwhile', async () => {
    const { again, env, clock } = await stopWarm();
    const first = await again();
    const file = { name: 'jar.txt', type: 'text/plain', bytes: Buffer.from('jar') };
    const { content } = first.open;
    const { id, revision = '' } = await content.saveMedia({ ...file, width: null, height: null });
    await request(first.url).get(`/media/${id}`).expect(200);
    await first.stop();
    const other = await startBlog({ env: { ...env, CACHE_DIR: makeFolder(), PORT: '0' }, clock });
    await other.open.content.removeMedia(id, revision);
    await other.stop();
    const blog = await again();
    await request(blog.url).get(`/media/${id}`).expect(404);
  });

  it('draws the cards of posts anew, since the fonts may be others', async () => {
    const { again } = await stopWarm({}, { drawCard: async () => Buffer.from('one font') }, [card]);
    const blog = await again({}, { drawCard: async () => Buffer.from('another font') });
    assert.equal((await request(blog.url).get(card)).body.toString(), 'another font');
  });

  it('drops a snapshot whose manifest is torn', async () => {
    const { again, folder } = await stopWarm();
    truncateSync(join(folder, 'manifest.json'), 1000);
    const blog = await again();
    assert.notEqual(await statusOf(blog, '/tags'), hit);
  });

  it('never serves a body that is torn', async () => {
    const { again, folder } = await stopWarm();
    for (const name of readdirSync(join(folder, 'bodies'))) {
      const file = join(folder, 'bodies', name);
      writeFileSync(file, readFileSync(file).fill(32, 0, 20));
    }
    const blog = await again();
    assert.notEqual(await statusOf(blog, '/tags'), hit);
    assert.equal((await request(blog.url).get('/')).status, 200);
  });

  it('uses a snapshot once', async () => {
    const { again, folder } = await stopWarm();
    await again();
    assert.ok(!readdirSync(folder).includes('manifest.json'));
  });

  /**
   * A blog whose pages were all asked for, and that was stopped in peace.
   * @param {Partial<Settings>} [settings]
   * @param {{ root?: string, drawCard?: DrawCard }} [means]
   * @param {string[]} [more]  paths that are asked for, too
   */
  async function stopWarm(settings = {}, means = {}, more = []) {
    const clock = createClock();
    const data = makeFolder();
    const folder = join(data, 'cache');
    const env = {
      STORE_URL: `sqlite:${join(data, 'larder.db')}`,
      CACHE_DIR: folder,
      BASE_URL: 'https://blog.test',
    };
    const posts = [pickledPost, jamPost, breadPost, scheduledPost];
    const blog = await startBlog({ env, clock, posts, ...means });
    await blog.open.content.saveSettings(settings);
    /** @type {Record<string, string>} */
    const tags = {};
    for (const path of [...paths, ...more]) {
      const answer = await request(blog.url).get(path).set('Accept-Encoding', 'br');
      tags[path] = answer.headers.etag;
    }
    await blog.stop();
    const again = (more = {}, means = {}) =>
      startBlog({ env: { ...env, ...more }, clock, ...means });
    return { again, env, clock, folder, tags };
  }
});

/** @param {TestBlog} blog @param {string} path */
const statusOf = async (blog, path) => (await request(blog.url).get(path)).headers['cache-status'];
