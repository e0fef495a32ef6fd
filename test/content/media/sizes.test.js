import assert from 'node:assert/strict';
import request from 'supertest';
import { checkPictures } from '../../../lib/start/commands/doctor/check-pictures.js';
import { resizeHere } from '../../../lib/content/media/resize.js';
import { makeSizes } from '../../../lib/content/media/sizes.js';
import { saveUpload } from '../../../lib/content/media/uploads.js';
import { withAuthors } from '../../support/authors.js';
import { gif, pngThatClaims } from '../../support/images.js';
import { cookieFor } from '../../support/people.js';

const photo = pngThatClaims(1000, 500);
const small = pngThatClaims(400, 200);
const medium = pngThatClaims(800, 401);

describe('Smaller sizes of a picture', () => {
  const { blog, anna } = withAuthors(['anna']);

  /** @param {Buffer} picture @param {Buffer[]} sizes @param {string} [who] */
  async function send(picture, sizes, who = 'anna') {
    const sent = request(blog.url)
      .post('/admin/media')
      .set('Cookie', await cookieFor(blog, who))
      .set('Accept', 'application/json')
      .attach('files', picture, 'jar.png');
    for (const size of sizes) sent.attach('sizes', size, 'jar.png');
    const { body, status } = await sent;
    const [item] = body.items;
    return { status, item, widths: widthsOf(item.name) };
  }
  /** @param {string} id */
  const widthsOf = (id) => blog.open.index.picture(id)?.sizes.map(({ width }) => width);
  const stored = async () => {
    const ids = [];
    for await (const { id } of blog.open.store.all('media')) ids.push(id);
    return ids;
  };

  it('are stored with it when the browser sends them, and served', async () => {
    const { item, widths } = await send(photo, [small, medium]);
    assert.deepEqual([item.note, widths], ['', [400, 800]]);
    const { body } = await request(blog.url).get(`${item.url}.400w.png`).expect(200);
    assert.deepEqual(body, small);
  });

  for (const [what, sizes] of /** @type {[string, Buffer[]][]} */ ([
    ['of another shape', [pngThatClaims(400, 203)]],
    ['of another width', [pngThatClaims(500, 250)]],
    ['as large as the picture', [photo]],
    ['that are no pictures', [Buffer.from('jar')]],
    ['that are cut short', [small.subarray(0, 40)]],
    ['that may move', [gif({ width: 400, height: 200 })]],
    ['more than three', [small, small, small, small]],
  ]))
    it(`${what} are left out, which is said, and the picture is stored`, async () => {
      const { status, item, widths } = await send(photo, sizes);
      assert.equal(status, 200);
      assert.match(item.note, /do not fit/);
      assert.deepEqual(widths, sizes.length > 1 ? [400] : []);
    });

  it('are given to a picture that is there already only by those who may delete it', async () => {
    await send(photo, [], 'emil');
    assert.deepEqual((await send(photo, [small], 'anna')).widths, []);
    assert.deepEqual((await send(photo, [small], 'ada')).widths, [400]);
  });

  it('are given later to those without any, which the media page offers', async () => {
    const cookie = await cookieFor(blog, 'anna');
    const { item } = await send(photo, []);
    assert.match((await anna.open('/admin/media')).text(), /1 large image without smaller sizes/);
    const { body } = await anna.get('/admin/pictures/without-sizes');
    assert.deepEqual(
      body.items.map((/** @type {any} */ { id }) => id),
      [item.name],
    );
    const give = (/** @type {string} */ name) =>
      request(blog.url)
        .post(`/admin/pictures/${name}/sizes`)
        .set('Cookie', cookie)
        .attach('files', small, 'x');
    const theirs = await send(pngThatClaims(1000, 600), [], 'ada');
    assert.equal((await give(theirs.item.name)).status, 403);
    assert.equal((await give(item.name)).status, 200);
    assert.deepEqual(widthsOf(item.name), [400]);
    assert.doesNotMatch((await anna.open('/admin/media')).text(), /without smaller sizes/);
  });

  it('are listed nowhere, and deleted with their picture', async () => {
    const { item } = await send(photo, [small]);
    const names = (await anna.open('/admin/media')).attributes('.shelf .title', 'href');
    assert.equal(names.length, 1);
    const media = await blog.open.store.get('media', item.name);
    await blog.open.content.removeMedia(media.id, media.revision);
    assert.deepEqual(await stored(), []);
    await request(blog.url).get(`${item.url}.400w.png`).expect(404);
  });

  it('are made by sharp where no browser is, if it is there', async () => {
    const { content } = blog.open;
    const media = await saveUpload({ name: 'jar.png', bytes: photo }, '', content);
    const makeWith = (/** @type {any} */ sharp) =>
      makeSizes(media, content, (bytes, widths) =>
        resizeHere(bytes, widths, 'webp', async () => sharp),
      );
    assert.equal(await makeWith(null), '');
    assert.match(await makeWith(sharpThat(() => assert.fail('bad'))), /could not be made: .*bad/);
    const made = sharpThat((/** @type {number} */ width) => pngThatClaims(width, width / 2));
    assert.equal(await makeWith(made), '');
    assert.deepEqual(widthsOf(media.id), [400, 800]);
  });
});

describe('The doctor', () => {
  const id = '0123456789abcdef-jar.png';
  const jar = { id, width: 2000, size: 3_000_000 };

  it('says what large pictures without smaller sizes cost, and what sharp would do', async () => {
    const [said, advice] = await checkPictures([jar, { ...jar, width: 500 }], async () => null);
    assert.match(said, /: 1, on average 3\.0 MB/);
    assert.match(advice, /npm install sharp/);
    assert.equal((await checkPictures([jar], async () => ({}))).length, 1);
  });

  it('says nothing of the sizes when all have them, and nothing at all with sharp', async () => {
    const all = [jar, { ...jar, id: `${id}.400w.webp`, width: 400 }];
    assert.match((await checkPictures(all, async () => null)).join(), /^Without sharp/);
    assert.deepEqual(await checkPictures(all, async () => ({})), []);
  });
});

/** @param {(width: number) => Buffer} draw */
const sharpThat = (draw) => () => {
  let wanted = 0;
  const chain = {
    timeout: () => chain,
    rotate: () => chain,
    resize: (/** @type {{ width: number }} */ { width }) => ((wanted = width), chain),
    webp: () => chain,
    toBuffer: async () => draw(wanted),
  };
  return chain;
};
