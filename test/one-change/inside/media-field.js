import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../../support/authors.js';
import { png } from '../../support/images.js';
import { bearer } from '../../support/people.js';
import { inCopy, inExport } from './carried.js';

/** Run in a copy of the project in which files have a field `credit`: see text-field.long.test.js. */

describe('The credit of a file', () => {
  const { blog, ada } = withAuthors(['ada']);
  let id = '';
  let path = '';
  const stored = async ({ open } = blog) => (await open.store.get('media', id)).credit;
  const fill = async (/** @type {object} */ typed) =>
    Object.assign((await ada.open(path)).fields('form.fields'), typed, { action: 'describe' });
  const save = async (/** @type {string} */ credit) => ada.send(path, await fill({ credit }));
  beforeEach(async () => {
    const token = await bearer(blog, 'ada', 'media:write');
    const answer = await request(blog.url)
      .post('/api/media?name=jar.png&credit=Eve')
      .set(token)
      .type('image/png')
      .send(png());
    id = answer.body.name;
    path = `/admin/media/${id}`;
    assert.equal(answer.body.credit, 'Eve');
  });

  it('is typed on its page, and a script that describes the file leaves it alone', async () => {
    assert.equal((await fill({})).credit, 'Eve');
    assert.equal((await save(' Bob ')).status, 303);
    assert.equal(await stored(), 'Bob');
    await ada.send(path, { alt: 'A jar' });
    assert.equal(await stored(), 'Bob');
  });

  it('that others have saved meanwhile is said beside its field', async () => {
    const mine = await fill({ credit: 'Mine' });
    await save('Theirs');
    const { status, text } = await ada.send(path, mine);
    assert.equal(status, 409);
    assert.match(text, /id="credit-problem">[^<]*Theirs/);
  });

  it('is written and read by the API, and described there', async () => {
    const token = await bearer(blog, 'ada', 'media:write');
    const { headers } = await request(blog.url).get(`/api/media/${id}`).set(token);
    const put = (/** @type {object} */ fields) =>
      request(blog.url)
        .put(`/api/media/${id}`)
        .set(token)
        .set('If-Match', headers.etag)
        .send(fields);
    assert.equal((await put({ credit: 7 })).status, 422);
    assert.equal((await put({ alt: 'A jar' })).body.credit, 'Eve');
    const { body } = await request(blog.url).get('/api/openapi.json');
    assert.equal(body.components.schemas.Media.properties.credit.maxLength, 80);
  });

  it('is in an export, and whoever imports it again leaves alone what was changed here', async () => {
    await inExport(blog, async (twin, bring) => {
      assert.equal(await stored(twin), 'Eve');
      const { revision } = await twin.open.store.get('media', id);
      const theirs = /** @type {any} */ ({ credit: 'Theirs' });
      await twin.open.content.describeMedia(id, theirs, revision);
      await bring();
      assert.equal(await stored(twin), 'Theirs');
    });
  });

  it('is copied to another store', async () => {
    await inCopy(blog, async (store) => {
      assert.equal((await store.get('media', id)).credit, 'Eve');
    });
  });

  it('is left out where the console has set it to something else', async () => {
    const { store } = blog.open;
    const { revision, ...media } = await store.get('media', id);
    await store.write([{ kind: 'media', record: { ...media, credit: 7 }, revision }]);
    assert.equal((await fill({})).credit, '');
  });
});
