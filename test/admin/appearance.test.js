import assert from 'node:assert/strict';
import request from 'supertest';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { withAuthors } from '../support/authors.js';
import { smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png } from '../support/images.js';
import { cookieFor } from '../support/people.js';
import { zipOf } from '../support/zips.js';

const PAGE = '/admin/appearance';

describe('The page of the appearance', () => {
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], { posts: smallBlog });
  const fields = async () => (await ada.open(PAGE)).fields('form[data-appearance]');
  /** @param {Record<string, string | string[]>} changed @param {string} action */
  const send = async (changed, action) =>
    ada.send(PAGE, { ...(await fields()), ...changed, action });
  const styleUrl = async (/** @type {string} */ path) => {
    const cookie = await cookieFor(blog, 'ada');
    const { text } = await request(blog.url).get(path).set('Cookie', cookie).expect(200);
    return parsePage(text).links('link[rel=stylesheet]')[0];
  };

  it('shows a change in the preview before readers see it, and saves it', async () => {
    const before = await styleUrl('/');
    await send({ palette: 'Brick', footer: 'By hand.' }, 'draft');
    assert.equal(await styleUrl('/'), before);
    const preview = await ada.open(`${PAGE}/preview?path=/`);
    assert.match(preview.text('footer'), /By hand\./);
    const cookie = await cookieFor(blog, 'ada');
    const [style] = preview.links('link[rel=stylesheet]');
    const sheet = await request(blog.url).get(style).set('Cookie', cookie).expect(200);
    assert.match(sheet.text, /--accent: #b4402d/);
    await send({}, 'save');
    assert.notEqual(await styleUrl('/'), before);
    assert.match((await ada.open('/')).text('footer'), /By hand\./);
  });

  it('undoes the last save, and does it again', async () => {
    await send({ footer: 'One.' }, 'save');
    await send({ footer: 'Two.' }, 'save');
    await send({}, 'undo');
    assert.match((await ada.open('/')).text('footer'), /One\./);
    await send({}, 'undo');
    assert.match((await ada.open('/')).text('footer'), /Two\./);
  });

  it('saves what was changed alone, and shows what somebody else has saved of the same', async () => {
    const [mine, theirs] = [await fields(), await fields()];
    await ada
      .send(PAGE, { ...theirs, footer: 'Theirs.', width: 'wide', action: 'save' })
      .expect(303);
    const look = async () => (await blog.open.store.get('settings', 'site')).appearance;
    await ada.send(PAGE, { ...mine, header: 'centred', action: 'save' }).expect(303);
    assert.deepEqual(await look(), { footer: 'Theirs.', width: 'wide', header: 'centred' });
    const answer = await ada.send(PAGE, { ...mine, footer: 'Mine.', action: 'save' }).expect(409);
    const page = parsePage(answer);
    assert.deepEqual(page.texts('[role=alert] li'), [
      'Width of text: Wide',
      'Alignment: Centred',
      'Footer: Theirs.',
    ]);
    assert.equal(page.text('#footer'), 'Mine.');
    await ada.send(PAGE, { ...page.fields('form[data-appearance]'), action: 'save' }).expect(303);
    assert.equal((await look()).footer, 'Mine.');
  });

  it('shows a draft with what somebody else has saved since, and asks before it replaces that', async () => {
    await send({ footer: 'Draft.' }, 'draft');
    await blog.open.content.saveSettings({ appearance: { width: 'wide', footer: 'Theirs.' } });
    const form = await fields();
    assert.deepEqual([form.width, form.footer], ['wide', 'Draft.']);
    assert.match((await ada.open(`${PAGE}/preview?path=/`)).text('footer'), /Draft\./);
    await ada.send(PAGE, { ...form, action: 'save' }).expect(409);
    await send({}, 'discard');
    assert.equal((await fields()).footer, 'Theirs.');
  });

  it('undoes no save that was not on the page', async () => {
    await send({ footer: 'One.' }, 'save');
    const form = await fields();
    await blog.open.content.saveSettings({ appearance: { footer: 'Theirs.' } });
    await ada.send(PAGE, { ...form, action: 'undo' }).expect(409);
    assert.equal((await fields()).footer, 'Theirs.');
  });

  it('keeps the logo for dark colours, shows it in the preview, and leaves it to the page of settings', async () => {
    const { content, store } = blog.open;
    const upload = async (/** @type {string} */ name) =>
      mediaUrl((await saveUpload({ name, bytes: png({ width: name.length }) }, '', content)).id);
    const [logo, night, dusk] = [
      await upload('a.png'),
      await upload('bb.png'),
      await upload('ccc.png'),
    ];
    await content.saveSettings({ logo, appearance: { logoDark: night } });
    const look = async () => (await store.get('settings', 'site')).appearance;
    const shown = async () => {
      const page = await ada.open(`${PAGE}/preview?path=/`);
      return ['srcset', 'media'].map((name) => page.attribute('.brand source', name));
    };
    await send({ scheme: 'dark' }, 'draft');
    assert.deepEqual(await shown(), [night, 'all']);
    await send({}, 'save');
    assert.deepEqual(await look(), { scheme: 'dark', logoDark: night });
    const open = await fields();
    await content.saveSettings({ appearance: { ...(await look()), logoDark: dusk } });
    await ada.send(PAGE, { ...open, footer: 'Mine.', action: 'save' }).expect(303);
    assert.deepEqual(await look(), { scheme: 'dark', logoDark: dusk, footer: 'Mine.' });
    await content.saveSettings({ appearance: { ...(await look()), logoDark: night } });
    await send({}, 'undo');
    assert.deepEqual(await look(), { scheme: 'dark', logoDark: night });
    const mine = await fields();
    await content.saveSettings({ appearance: { footer: 'Theirs.' } });
    const conflict = await ada.send(PAGE, { ...mine, footer: 'Mine.', action: 'save' }).expect(409);
    assert.deepEqual(parsePage(conflict).texts('[role=alert] li'), [
      'Light or dark: As the reader’s device',
      'Logo for dark colours: None',
      'Footer: Theirs.',
    ]);
  });

  it('forgets what was not saved', async () => {
    await send({ footer: 'Never mind.' }, 'draft');
    await send({}, 'discard');
    assert.equal((await fields()).footer, '');
  });

  it('says beside the field what is wrong, keeps what was typed, and leaves the blog as it was', async () => {
    for (const [name, value] of Object.entries({
      css: 'a {',
      verification: '<script>x</script>',
      theme: 'nowhere',
    })) {
      const answer = await send({ [name]: value, footer: 'Typed.' }, 'save');
      const page = parsePage(answer);
      assert.ok(page.has(`#${name}-problem`), name);
      assert.deepEqual(page.links('.summary a'), [`#${name}`]);
      assert.equal(page.text('#footer'), 'Typed.');
    }
    assert.doesNotMatch((await ada.open('/')).text('footer'), /Typed/);
  });

  it('shows the newest post, offers the newest to pin, and keeps an older one that is pinned', async () => {
    const { content, index } = blog.open;
    const [oldest] = index.lists.all;
    const now = blog.clock.now();
    for (let number = 1; number <= 100; number++) {
      const publishedAt = new Date(now - 1000 * (100 - number)).toISOString();
      await content.savePost({ title: `Jar ${number}`, status: 'published', publishedAt });
    }
    const page = await ada.open(PAGE);
    assert.equal(page.attribute('[name=shown]:not([value="/"])', 'value'), '/post/jar-100');
    assert.ok(!page.has(`#pinned-1 [value="${oldest.id}"]`));
    await content.saveSettings({ appearance: { pinned: [oldest.id] } });
    assert.equal([(await fields()).pinned].flat()[0], oldest.id);
  });

  it('takes pasted meta elements', async () => {
    const meta = '<meta name="google-site-verification" content="a&quot;b" />';
    await send({ verification: meta }, 'save');
    const home = await ada.open('/');
    assert.equal(home.attribute('meta[name=google-site-verification]', 'content'), 'a"b');
    assert.match((await fields()).verification, /content="a&quot;b"/);
  });

  describe('takes a theme', () => {
    const view = '<h1>Plain {{site.title}}</h1>';
    const whole = {
      'views/front.mustache': view,
      'views/post.mustache': view,
      'views/page.mustache': view,
    };
    /** @param {Record<string, string>} files */
    const zip = (files) => zipOf(Object.entries(files).map(([name, data]) => ({ name, data })));
    /** @param {Buffer} bytes */
    const upload = async (bytes) =>
      request(blog.url)
        .post(`${PAGE}/theme`)
        .set('Cookie', await cookieFor(blog, 'ada'))
        .attach('files', bytes, 'plain.zip');

    it('as a ZIP, which is shown in the preview, then saved', async () => {
      await upload(zip(whole)).then(({ status }) => assert.equal(status, 303));
      assert.equal((await ada.open(`${PAGE}/preview?path=/`)).text('h1'), 'Plain Larder');
      assert.doesNotMatch((await ada.open('/')).text(), /Plain/);
      await send({}, 'save');
      assert.equal((await ada.open('/')).text('h1'), 'Plain Larder');
    });

    for (const folder of ['plain/', 'plain-main/plain/'])
      it(`also in ${folder}, beside other files`, async () => {
        const files = Object.entries(whole).map(([path, text]) => [folder + path, text]);
        const bytes = zip(Object.fromEntries([['plain-main/README.md', 'a'], ...files]));
        await upload(bytes).then(({ status }) => assert.equal(status, 303));
        assert.equal((await ada.open(`${PAGE}/preview?path=/`)).text('h1'), 'Plain Larder');
      });

    it('without the byte order marks of its files', async () => {
      const marked = Object.entries({
        ...whole,
        'theme.json': '{"label":"T"}',
        'words/en.json': '{"reply":"Answer"}',
        'public/theme.css': '.marked{color:red}',
      }).map(([path, text]) => [path, `\ufeff${text}`]);
      await upload(zip(Object.fromEntries(marked))).then(({ status }) => assert.equal(status, 303));
      const { text } = await ada.get(`${PAGE}/preview?path=/`);
      assert.match(text, /^<h1>/);
    });

    it('but none of two in one ZIP', async () => {
      const two = ['a/', 'b/'].flatMap((folder) =>
        Object.entries(whole).map(([path, text]) => [folder + path, text]),
      );
      const { status, text } = await upload(zip(Object.fromEntries(two)));
      assert.equal(status, 422);
      assert.match(parsePage(text).text('#upload-problem'), /neither views/);
    });

    for (const [what, bytes, sentence] of /** @type {[string, Buffer, RegExp][]} */ ([
      ['that is no ZIP', Buffer.from('hello'), /The ZIP cannot be read/],
      ['without a theme in it', zip({ 'a.txt': 'a' }), /neither views\/ nor public\/style\.css/],
      [
        'without a view for posts',
        zip({ 'views/front.mustache': view }),
        /no views\/post\.mustache/,
      ],
      [
        'with a broken view',
        zip({ ...whole, 'views/tag.mustache': '{{#a}}' }),
        /tag\.mustache is broken/,
      ],
      [
        'with a missing partial',
        zip({ ...whole, 'views/tag.mustache': '{{> x}}' }),
        /asks for the view x/,
      ],
      ['that climbs out', zip({ ...whole, '../evil.css': 'a' }), /The ZIP cannot be read/],
      [
        'with views of the admin pages',
        zip({ ...whole, 'views/admin/head.mustache': '' }),
        /admin pages/,
      ],
      [
        'with an address of its author alone',
        zip({ ...whole, 'views/tag.mustache': '\n<img src="http://localhost:3000/a.png">' }),
        /tag\.mustache, line 2: nobody else can reach http:\/\/localhost:3000/,
      ],
      [
        'whose theme.json is none',
        zip({ ...whole, 'theme.json': '{' }),
        /theme\.json is not valid/,
      ],
      [
        'with odd switches',
        zip({ ...whole, 'theme.json': '{"switches":[{}]}' }),
        /theme\.json: switches/,
      ],
      [
        'of many files',
        zip(Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`a/${n}`, '']))),
        /at most 300/,
      ],
    ]))
      it(`but none ${what}, and says so`, async () => {
        const { text, status } = await upload(bytes);
        assert.equal(status, 422);
        assert.match(parsePage(text).text('#upload-problem'), sentence);
      });
  });

  it('previews pages in a frame in which no script can run, and sends none there', async () => {
    assert.equal(
      (await ada.open(PAGE)).has('iframe[data-frame][sandbox="allow-same-origin"]'),
      true,
    );
    for (const answer of [
      ada.get(`${PAGE}/preview?path=/post/quince-jam`),
      ada.send('/admin/preview', { markdown: '```js\nlet a\n```' }),
    ]) {
      const { text, headers } = await answer.expect(200);
      assert.match(text, /<main/);
      assert.doesNotMatch(text, /<script/);
      assert.match(headers['content-security-policy'], /script-src 'none'/);
    }
  });

  it('previews pages, and no files', async () => {
    await ada.get(`${PAGE}/preview?path=/archive`).expect(200);
    for (const path of ['/atomfeed', '/icon.svg', '/favicon.ico', '/nowhere', 'x', '//x', ''])
      await ada.get(`${PAGE}/preview?path=${path}`).expect(404);
  });

  it('is for owners', async () => {
    for (const path of [PAGE, `${PAGE}/preview?path=/`, `${PAGE}/style`])
      await request(blog.url)
        .get(path)
        .set('Cookie', await cookieFor(blog, 'anna'))
        .expect(403);
    assert.ok(anna);
  });
});
