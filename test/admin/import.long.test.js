import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import request from 'supertest';
import { comment, item, wxr } from '../exchange/import/exports.js';
import { jarImage } from '../exchange/import/workshop.js';
import { zipOf } from '../support/zips.js';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';
import { cookieFor } from '../support/people.js';

const jar = '---\ntitle: A jar\ndate: 2012-03-04\naliases: [/old/jar]\n---\n![](jar.png)';
const blogZip = zipOf([
  { name: 'blog/posts/jar.md', data: jar, isPacked: true },
  { name: 'blog/posts/jar.png', data: jarImage },
  { name: 'blog/posts/draft.md', data: '---\ndraft: true\n---\nNot yet.' },
  { name: '../evil.md', data: 'Evil.' },
]);
const ghost = JSON.stringify({
  db: [
    {
      data: {
        posts: [
          {
            title: 'From Ghost',
            slug: 'ghost',
            status: 'published',
            html: '<p>Boo.</p>',
            published_at: '2012-03-04T05:06:07Z',
          },
        ],
      },
    },
  ],
});

describe('The import page', () => {
  const { blog, ada } = withAuthors(['ada']);

  /** @param {string} name @param {Buffer | string} bytes */
  async function upload(name, bytes) {
    const cookie = await cookieFor(blog, 'ada');
    return request(blog.url)
      .post('/admin/import')
      .set('Cookie', cookie)
      .attach('file', Buffer.from(bytes), name);
  }

  /** The page, once the server is not at work any more. */
  async function settled() {
    for (;;) {
      const page = await ada.open('/admin/import');
      if (!page.has('[data-busy]')) return page;
      // The import is another process, which gives way to this one.
      await setTimeout(100);
    }
  }

  /** @param {string} name @param {Buffer | string} bytes */
  async function check(name, bytes) {
    assert.equal((await upload(name, bytes)).status, 303);
    return settled();
  }

  const folder = () =>
    join(dirname(blog.config.storeUrl.slice('sqlite:'.length)), 'cache/import-in-progress');
  const titles = () => [...blog.open.index.posts()].map(({ title }) => title).sort();
  /** @param {number} count */
  const until = async (count) => {
    while (titles().length < count) await setTimeout(1);
  };

  it('says what a ZIP would bring, writes nothing, and then imports it, which no other import disturbs', async () => {
    const ready = await check('My blog.zip', blogZip);
    assert.equal(ready.text('h2'), 'Ready to import: my-blog.zip');
    const rows = Object.fromEntries(
      ready.texts('dt').map((label, at) => [label, ready.texts('dd')[at]]),
    );
    assert.deepEqual(
      [rows.Posts, rows.Drafts, rows['New images and files'], rows['Old URLs']],
      ['1', '1', '1', '2'],
    );
    assert.deepEqual(ready.texts('.examples li'), ['/old/jar → /post/jar']);
    assert.deepEqual(ready.texts('.notes .problem'), [
      '../evil.md: refused: its path leads out of the ZIP',
    ]);
    for (const kind of /** @type {const} */ (['post', 'address', 'media', 'import']))
      for await (const record of blog.open.store.all(kind)) assert.fail(`${kind} ${record.id}`);
    await ada.send('/admin/import/start', {}).expect(303);
    const second = await upload('other.zip', blogZip);
    assert.equal(second.status, 409);
    assert.match(second.text, /Another import is in progress/);
    const done = await settled();
    assert.equal(done.text('h2'), 'Imported: my-blog.zip');
    assert.match(done.text('.job'), /Posts and pages: 2 new, 0 changed, .* 0 refused\./);
    await until(2);
    await request(blog.url).get('/old/jar').expect(301).expect('Location', '/post/jar');
    assert.equal(existsSync(folder()), false);
  });

  it('takes exports of WordPress and Ghost, and names files without the folder where they lie', async () => {
    const wordpress = await check('wp.xml', wxr(item(1, { more: comment(1) })));
    assert.match(wordpress.text('dl'), /Posts1 .* New comments1 /);
    const ready = await check('ghost.json', ghost);
    assert.equal(ready.text('h2'), 'Ready to import: ghost.json');
    const other = await check('notes.txt', 'Hm.');
    assert.match(other.text('.wrong'), /^notes\.txt cannot be imported: choose a folder/);
    assert.deepEqual(titles(), []);
    assert.equal(existsSync(folder()), false);
  });

  it('brings nothing that lies around the upload on the server', async () => {
    const data = dirname(blog.config.storeUrl.slice('sqlite:'.length));
    writeFileSync(join(data, '_config.yml'), 'permalink: /of-the-server/:title/');
    writeFileSync(join(data, 'secret.png'), jarImage);
    const text = '---\ntitle: A jar\ndate: 2012-03-04\n---\n![](secret.png) ![](/secret.png)';
    const ready = await check('a.zip', zipOf([{ name: 'posts/2012-03-04-a.md', data: text }]));
    assert.match(ready.text('dl'), /New images and files0 /);
    assert.deepEqual(ready.texts('.examples li'), ['/2012-03-04-a → /post/a']);
    assert.equal(ready.texts('.notes li').length, 2);
  });

  it('checks again with the addresses that posts had, and imports with them', async () => {
    const posts = [
      { name: 'one/jar.md', data: '---\ndate: 2012-03-04\n---\nA jar.' },
      { name: 'two/jar.md', data: '---\ndate: 2013-03-04\n---\nAnother.' },
    ];
    const ready = await check('blog.zip', zipOf(posts));
    assert.match(ready.text('.job'), /The old URLs of 2 posts are unknown: one\/jar\.md/);
    const refused = await ada.send('/admin/import/check', { permalink: 'no path' });
    assert.equal(refused.status, 422);
    assert.match(parsePage(refused).problems().permalink, /./);
    await ada.send('/admin/import/check', { permalink: '/:year/:title.html' }).expect(303);
    const again = await settled();
    assert.deepEqual(again.texts('.examples li').sort(), [
      '/2012/jar.html → /post/jar',
      '/2013/jar.html → /post/jar-2',
    ]);
    assert.equal(again.attribute('#permalink', 'value'), '/:year/:title.html');
    await ada.send('/admin/import/start', {}).expect(303);
    await until(2);
    await request(blog.url).get('/2012/jar.html').expect(301).expect('Location', '/post/jar');
  });

  it('can be cancelled while it runs', async () => {
    const many = zipOf(
      Array.from({ length: 150 }, (_, number) => ({
        name: `${number}.md`,
        data: `---\ntitle: Jar ${number}\ndate: 2012-03-04\n---\nText.`,
      })),
    );
    await check('many.zip', many);
    await ada.send('/admin/import/start', {}).expect(303);
    await until(1);
    const page = await ada.open('/admin/import');
    assert.match(page.text('[data-progress]'), /^Importing: \d+ of 150$/);
    assert.equal(page.attribute('progress', 'max'), '150');
    const cancelled = await ada.follow('/admin/import/cancel', {});
    assert.equal(cancelled.text('h2'), 'Import cancelled: many.zip');
    assert.match(cancelled.text('.job'), /Everything imported so far stays/);
    assert.equal(existsSync(folder()), false);
    const count = titles().length;
    assert.ok(count < 150, `${count}`);
  });

  it('says that a file is too large before it is sent, and that none was chosen', async () => {
    const cookie = await cookieFor(blog, 'ada');
    const large = await request(blog.url)
      .post('/admin/import')
      .set({ Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' })
      .set('Content-Length', String(2 * 1024 ** 3))
      .send('x')
      .catch((/** @type {any} */ error) => error);
    assert.equal(large.status, 413);
    assert.match(large.text, /larger than 1 GB. Import it on the server: node app\.js import PATH/);
    const none = await request(blog.url)
      .post('/admin/import')
      .set({ Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' })
      .send('--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--x--\r\n');
    assert.equal(none.status, 422);
    assert.match(none.text, /No file selected/);
    assert.equal((await settled()).has('h2'), false);
    assert.equal(existsSync(folder()), false);
  });

  it('is free again when an upload breaks off, is no form, or was only checked', async () => {
    const cookie = await cookieFor(blog, 'ada');
    const headers = { Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' };
    const sent = http.request(`${blog.url}/admin/import`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="half.zip"\r\n\r\nPK');
    const heading = async () => (await ada.open('/admin/import')).texts('h2')[0] ?? '';
    while ((await heading()) !== 'Uploading: half.zip') await setTimeout(10);
    assert.equal((await upload('other.zip', blogZip)).status, 409);
    sent.destroy();
    while ((await heading()) !== '') await setTimeout(10);
    assert.equal(existsSync(folder()), false);
    const broken = await request(blog.url).post('/admin/import').set(headers).send('No form.');
    assert.equal(broken.status, 400);
    assert.match((await check('blog.zip', blogZip)).text('h2'), /^Ready/);
    assert.equal(readdirSync(folder()).includes('files'), true);
    const { path, flash, has } = await ada.follow('/admin/import/cancel', {});
    assert.deepEqual([path, flash(), has('h2')], ['/admin/import', '', false]);
    assert.equal(existsSync(folder()), false);
    await ada.send('/admin/import/start', {}).expect(409);
  });

  it('shows ten thousand messages, and says how many more there are', async () => {
    const names = Array.from({ length: 10_050 }, (_, number) => ({ name: `../${number}` }));
    const page = await check('evil.zip', zipOf(names));
    assert.equal(page.text('summary'), '10,050 messages');
    assert.equal(page.texts('.notes li').length, 10_001);
    assert.match(page.text('.notes'), /and 50 more$/);
  });
});
