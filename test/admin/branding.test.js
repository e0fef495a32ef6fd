import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png as makePng } from '../support/images.js';
import { cookieFor } from '../support/people.js';

const png = makePng();
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>a()</script><path d="M0 0h9v9z"/></svg>',
);
const contact = 'Contact: mailto:a@example.org\r\nExpires: 2027-01-01T00:00:00Z';

describe('A blog of its owner', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [jamPost] });
  const get = (/** @type {string} */ path) => request(blog.url).get(path).buffer(true);
  const read = async (/** @type {string} */ path) => parsePage(await get(path).expect(200));
  const head = async (path = '/') => {
    const page = await read(path);
    return {
      icon: page.links('link[rel=icon]'),
      touch: page.links('link[rel=apple-touch-icon]'),
      brand: page.attributes('.brand img', 'src'),
      name: page.text('.brand'),
    };
  };
  let cookie = '';
  beforeEach(async () => {
    cookie = await cookieFor(blog, 'ada');
  });
  const send = (/** @type {string} */ which) =>
    request(blog.url).post(`/admin/settings/${which}`).set('Cookie', cookie);
  const upload = (/** @type {string} */ which, /** @type {Buffer} */ bytes, name = 'mine.png') =>
    send(which).attach('files', bytes, name);
  /** @param {Record<string, string>} fields */
  const save = async (fields) =>
    ada.send('/admin/settings', {
      ...(await ada.open('/admin/settings')).fields('form[data-settings]'),
      ...fields,
    });

  it('has the first letter of its title as its icon, and nothing of ours', async () => {
    await save({ title: '«émile» & co' });
    const { icon, touch, brand } = await head();
    assert.deepEqual([icon, touch, brand], [['/icon.svg'], [], ['/icon.svg']]);
    for (const path of ['/icon.svg', '/favicon.ico']) {
      const { text, body, headers } = await get(path);
      assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.match(text ?? String(body), />É<\/text>/);
    }
    await save({ title: '<3' });
    assert.match(String((await get('/icon.svg')).body), />3<\/text>/);
    await save({ title: '!' });
    assert.match(String((await get('/icon.svg')).body), />•<\/text>/);
  });

  it('has an icon of its own in pages, feeds and where browsers ask for one', async () => {
    await head();
    const { location } = (await upload('icon', png)).headers;
    assert.match((await ada.open(location)).flash(), /Icon saved/);
    const { icon, touch, brand } = await head('/post/quince-jam');
    assert.match(icon[0], /^\/media\/[\w-]{16}-mine\.png$/);
    assert.deepEqual([touch, brand], [icon, icon]);
    const favicon = await get('/favicon.ico').expect('Content-Type', 'image/png');
    assert.ok(png.equals(favicon.body));
    const url = blog.url + icon[0];
    assert.equal(JSON.parse((await get('/feed.json')).text).icon, url);
    assert.equal((await read('/atomfeed')).text('icon'), url);
    assert.equal((await read('/rss.xml')).text('image > url'), url);
    await send('icon').field('action', 'remove').expect(303);
    assert.deepEqual((await head('/post/quince-jam')).icon, ['/icon.svg']);
    assert.deepEqual((await read('/rss.xml')).has('image'), false);
  });

  it('shows its title and its letter again when logo and icon are deleted, and them when they are back', async () => {
    await upload('icon', png);
    await upload('logo', png, 'logo.png');
    const { brand, icon } = await head();
    const { store, content } = blog.open;
    const feeds = ['/atomfeed', '/feed.json', '/favicon.ico', '/post/quince-jam'];
    const removed = [];
    for (const path of new Set([...brand, ...icon])) {
      for (const each of feeds) await get(each).expect(200);
      const media = await store.get('media', path.slice('/media/'.length));
      removed.push(media);
      await content.removeMedia(media.id, media.revision);
    }
    const bare = await head();
    assert.deepEqual([bare.icon, bare.touch, bare.brand], [['/icon.svg'], [], ['/icon.svg']]);
    assert.notEqual(bare.name, '');
    assert.equal(JSON.parse((await get('/feed.json')).text).icon, `${blog.url}/icon.svg`);
    assert.ok(!(await read('/atomfeed')).has('logo'));
    await get('/favicon.ico').expect('Content-Type', /svg/);
    for (const media of removed) await content.saveMedia({ ...media, name: 'x' });
    assert.deepEqual([(await head()).brand, (await head()).icon], [brand, icon]);
    await get('/favicon.ico').expect('Content-Type', 'image/png');
  });

  it('has a logo of its own instead of the title, drawn without scripts', async () => {
    await head();
    assert.equal((await upload('logo', svg, 'logo.svg')).status, 303);
    const { brand, icon, name } = await head();
    assert.match(brand[0], /logo\.svg$/);
    assert.deepEqual([icon, name], [['/icon.svg'], '']);
    assert.equal((await read('/')).attribute('.brand img', 'alt'), 'Larder');
    assert.doesNotMatch(String((await get(brand[0])).body), /script/);
    assert.equal((await read('/atomfeed')).text('logo'), blog.url + brand[0]);
  });

  describe('with a logo for dark colours', () => {
    const svgOf = (/** @type {string} */ name) =>
      Buffer.from(String(svg).replace('<svg', `<svg id="${name}"`));
    const both = async (path = '/') => {
      const page = await read(path);
      return [page.attributes('.brand source', 'srcset'), page.attributes('.brand img', 'src')];
    };
    /** Uploads both. */
    async function start() {
      await upload('logo', svgOf('day'), 'day.svg');
      await upload('logoDark', svgOf('night'), 'night.svg');
      const [[night], [day]] = await both();
      return { day, night };
    }

    it('shows that where the colours are dark, and the plain one to feeds', async () => {
      const before = (await get('/')).text;
      assert.doesNotMatch(before, /picture/);
      await upload('logo', svgOf('day'), 'day.svg');
      const plain = (await get('/')).text;
      assert.doesNotMatch(plain, /<picture/);
      const { location } = (await upload('logoDark', svgOf('night'), 'night.svg')).headers;
      assert.match((await ada.open(location)).flash(), /Logo for dark colours saved/);
      const [night, day] = await both('/post/quince-jam');
      assert.match(night[0], /^\/media\/[\w-]{16}-night\.svg$/);
      assert.match(day[0], /day\.svg$/);
      assert.equal((await read('/atomfeed')).text('logo'), blog.url + day[0]);
      await send('logoDark').field('action', 'remove').expect(303);
      assert.equal((await get('/')).text, plain);
    });

    it('keeps each of its pictures, and its look, when another one is changed', async () => {
      const { day, night } = await start();
      const { content, store } = blog.open;
      const look = { width: /** @type {const} */ ('wide'), logoDark: night };
      await content.saveSettings({ appearance: look });
      await upload('logo', png, 'noon.png');
      assert.deepEqual((await both())[0], [night]);
      await upload('icon', png);
      await send('logo').field('action', 'remove').expect(303);
      assert.deepEqual(await both(), [[], [(await head()).icon[0]]]);
      await content.saveSettings({ logo: day });
      await upload('logoDark', png, 'dusk.png');
      const { appearance } = await store.get('settings', 'site');
      assert.equal(appearance.width, 'wide');
      const [[dusk], shown] = await both();
      assert.deepEqual([appearance.logoDark, shown], [dusk, [day]]);
    });

    it('shows the plain one everywhere once its file is deleted, until that is back', async () => {
      const { day, night } = await start();
      const { store, content } = blog.open;
      const media = await store.get('media', night.slice('/media/'.length));
      await content.removeMedia(media.id, media.revision);
      for (const path of ['/', '/post/quince-jam', '/archive'])
        assert.deepEqual(await both(path), [[], [day]]);
      await content.saveMedia({ ...media, name: 'x' });
      assert.deepEqual(await both(), [[night], [day]]);
    });
  });

  it('takes only images, and says why not', async () => {
    for (const [bytes, said] of /** @type {[Buffer, RegExp][]} */ ([
      [Buffer.from('a note'), /not an image/],
      [Buffer.from([0, 1, 2, 3]), /./],
      [Buffer.alloc(0), /No file|empty/],
    ])) {
      const page = parsePage(await upload('icon', bytes, 'x.txt'));
      assert.match(page.text('#icon-problem'), said);
    }
    assert.match(parsePage(await upload('logo', Buffer.alloc(0), '')).text(), /No file/);
    const large = Buffer.concat([png, Buffer.alloc(500_000)]);
    assert.match(parsePage(await upload('icon', large)).text(), /at most 500 kB/);
    for await (const { id } of blog.open.store.all('media')) assert.fail(`${id} was kept`);
    assert.deepEqual((await head()).icon, ['/icon.svg']);
    for (const wrong of ['https://a.example/x.png', '/media/%zz', '/media/../x'])
      await assert.rejects(blog.open.content.saveSettings({ icon: wrong }), { field: 'icon' });
  });

  it('leads to a page about Larder, unless the owner does not want it', async () => {
    const links = async () => (await read('/archive')).links('footer li a');
    assert.deepEqual(await links(), ['/source/about', '#top']);
    const page = await read('/source/about');
    assert.equal(page.text('h1'), 'Larder');
    for (const url of page.links('.text a')) await get(url);
    await save({ 'link-title': 'Home', 'link-url': '/', 'link-place': '' });
    assert.deepEqual(await links(), ['#top']);
    await blog.open.content.saveSettings({ poweredBy: true });
    assert.deepEqual(await links(), ['/source/about', '#top']);
  });

  it('has llms.txt and security.txt once the owner has written them', async () => {
    const paths = ['/llms.txt', '/security.txt', '/.well-known/security.txt'];
    for (const path of paths) await get(path).expect(404);
    await save({ llmsText: '# Jars\r\n\r\nJars <b>.', securityText: contact });
    const texts = await Promise.all(paths.map(async (path) => (await get(path)).text));
    const security = `${contact.replace('\r', '')}\n`;
    assert.deepEqual(texts, ['# Jars\n\nJars <b>.\n', security, security]);
    const { headers } = await get('/llms.txt');
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(headers['cache-status'], 'larder; hit');
    await save({ llmsText: ' ', securityText: '' });
    for (const path of paths) await get(path).expect(404);
    const wrong = parsePage(await save({ securityText: 'Write to me' }));
    assert.match(wrong.problems().securityText, /Contact: …/);
    const long = parsePage(await save({ llmsText: 'x'.repeat(20_001) }));
    assert.match(long.problems().llmsText, /at most 20000/);
  });

  it('keeps an address of an earlier blog until then', async () => {
    await blog.open.content.saveRedirects([{ from: '/llms.txt', to: '/about-us' }]);
    await get('/llms.txt').expect(301).expect('Location', '/about-us');
    await save({ llmsText: 'Jars.' });
    await get('/llms.txt').expect(200);
  });
});
