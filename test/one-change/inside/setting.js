import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../../support/authors.js';
import { jamPost } from '../../support/fixtures.js';
import { bearer } from '../../support/people.js';
import { inCopy, inExport } from './carried.js';

/** Run in a copy of the project in which there is a setting `hideTags`: see setting.long.test.js. */

const path = '/admin/settings';

describe('The setting that hides tags', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [jamPost] });
  const isHidden = async () => {
    const { text } = await request(blog.url).get(`/post/${jamPost.slug}`).expect(200);
    return !text.includes('class="tagged"');
  };
  const stored = async () => (await blog.open.store.get('settings', 'site'))?.hideTags;
  const fill = async (/** @type {Record<string, string>} */ typed) =>
    Object.assign((await ada.open(path)).fields('form[data-settings]'), typed);
  const save = async (/** @type {Record<string, string>} */ typed) =>
    ada.send(path, await fill(typed));

  it('is ticked on the page of settings, and the pages that show it are cleared', async () => {
    assert.equal(await isHidden(), false);
    assert.equal((await save({ hideTags: 'on' })).status, 303);
    assert.equal(await isHidden(), true);
    assert.equal((await fill({})).hideTags, 'on');
    await save({ hideTags: '' });
    assert.equal(await isHidden(), false);
  });

  it('is shown beside mine when somebody else has changed it meanwhile', async () => {
    const mine = await fill({ hideTags: 'on', title: 'Mine' });
    await save({ title: 'Theirs' });
    const { status, text } = await ada.send(path, mine);
    assert.equal(status, 409);
    assert.match(text, /name="hideTags"[^>]* checked/);
  });

  it('is written and read by the API, and described there', async () => {
    const token = await bearer(blog, 'ada', 'settings:write');
    const { headers } = await request(blog.url).get('/api/settings').set(token);
    const put = (/** @type {object} */ fields) =>
      request(blog.url).put('/api/settings').set(token).set('If-Match', headers.etag).send(fields);
    assert.equal((await put({ hideTags: 'yes' })).status, 422);
    assert.equal((await put({ hideTags: true }).expect(200)).body.hideTags, true);
    const { body } = await request(blog.url).get('/api/openapi.json');
    assert.equal(body.components.schemas.Settings.properties.hideTags.type, 'boolean');
  });

  it('is in an export, and an import brings it', async () => {
    await save({ hideTags: 'on' });
    await inExport(blog, async (twin) => {
      assert.equal((await twin.open.store.get('settings', 'site')).hideTags, true);
    });
  });

  it('is copied to another store', async () => {
    await save({ hideTags: 'on' });
    await inCopy(blog, async (store) => {
      /** @type {any} */
      const { settings } = await store.summaries();
      assert.equal(settings.hideTags, true);
    });
  });

  it('is as usual where the console has set it to something else', async () => {
    await save({ hideTags: 'on' });
    const { store, changes } = blog.open;
    const { revision, ...settings } = await store.get('settings', 'site');
    await store.write([{ kind: 'settings', record: { ...settings, hideTags: 7 }, revision }]);
    await changes.compare();
    assert.equal(await isHidden(), false);
    assert.equal(await stored(), false);
  });
});
