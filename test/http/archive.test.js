import { deepEqual, doesNotMatch, match } from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';

describe('The archive of a year with very many posts', () => {
  const { startBlog } = eachTest();
  /** Seven of one year, a month apart, and one of the year before. */
  const posts = [
    { title: 'Before', publishedAt: '2023-12-31T12:00:00.000Z' },
    ...[1, 2, 3, 4, 5, 6, 7].map((month) => ({
      title: `Jar ${month}`,
      publishedAt: `2024-0${month}-01T12:00:00.000Z`,
    })),
  ].map((post) => ({
    id: post.title,
    ...post,
    status: /** @type {const} */ ('published'),
    markdown: 'Jam.',
  }));
  /** @param {string} url @param {string} path */
  const read = async (url, path) => (await request(url).get(path).expect(200)).text;
  const start = () => startBlog({ posts, layout: { yearLength: 2 } });

  it('has its newest on its first page, and the others on pages numbered from the oldest', async () => {
    const { url } = await start();
    const titles = async (/** @type {string} */ path) =>
      [...(await read(url, path)).matchAll(/>(Jar \d)</g)].map(([, title]) => title);
    deepEqual(await titles('/archive/2024'), ['Jar 7', 'Jar 6', 'Jar 5']);
    deepEqual(await titles('/archive/2024/page/2'), ['Jar 4', 'Jar 3']);
    deepEqual(await titles('/archive/2024/page/1'), ['Jar 2', 'Jar 1']);
    await request(url).get('/archive/2024/page/3').expect(302).expect('Location', '/archive/2024');
    for (const path of ['/archive/2024/page/4', '/archive/2024/page/0', '/archive/2023/page/1'])
      await request(url).get(path).expect(404);
  });

  it('leads from page to page, and says how many there are', async () => {
    const { url } = await start();
    const front = await read(url, '/archive/2024');
    match(front, /7 posts/);
    match(front, /rel="next" href="\/archive\/2024\/page\/2"/);
    match(front, /href="\/archive\/2023"/);
    const second = await read(url, '/archive/2024/page/2');
    match(second, /Page 2/);
    match(second, /rel="next" href="\/archive\/2024\/page\/1"/);
    match(second, /rel="prev" href="\/archive\/2024\/page\/3"/);
    doesNotMatch(second, /href="\/archive\/2023"/);
  });

  it('shows a new post on its first page, and a new title on the page of its post', async () => {
    const { url, open } = await start();
    const paths = ['/archive/2024', '/archive/2024/page/2', '/archive/2024/page/1'];
    const readAll = () => Promise.all(paths.map((path) => read(url, path)));
    const first = await readAll();
    await open.content.savePost({ ...posts[7], id: 'eighth', title: 'Jar 8' });
    const second = await readAll();
    deepEqual(
      second.map((text, place) => text !== first[place]),
      [true, false, false],
    );
    match(second[0], /Jar 8/);
    const { id = '', revision = '' } = open.index.find('post', 'jar-3') ?? {};
    await open.content.savePost({ id, title: 'The third jar' }, { revision });
    const third = await readAll();
    deepEqual(
      third.map((text, place) => text !== second[place]),
      [false, true, false],
    );
    match(third[1], /The third jar/);
  });
});
