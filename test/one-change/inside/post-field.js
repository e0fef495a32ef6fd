import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../../support/authors.js';
import { jamPost } from '../../support/fixtures.js';
import { bearer } from '../../support/people.js';
import { inCopy, inExport } from './carried.js';
/** @import { TestBlog } from '../../support/blog.js' */

/** Run in a copy of the project in which posts have a field `subtitle`: see post-field.long.test.js. */

describe('The subtitle of a post', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [jamPost] });
  const path = `/post/${jamPost.slug}`;
  const editor = `/admin/posts/${jamPost.slug}`;
  const shown = async (/** @type {TestBlog} */ { url } = blog) => {
    const { text } = await request(url).get(path).expect(200);
    return / class="subtitle"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
  };
  const stored = async (/** @type {any} */ { open } = blog) =>
    (await open.store.get('post', jamPost.id)).subtitle;
  const save = async (/** @type {Record<string, string>} */ fields) =>
    ada.send(editor, await ada.fill(editor, { ...fields, action: 'save' }));
  const api = async (/** @type {object} */ fields, match = '') => {
    const token = await bearer(blog, 'ada', 'posts:write');
    const { headers } = await request(blog.url).get(`/api/posts/${jamPost.slug}`).set(token);
    return request(blog.url)
      .put(`/api/posts/${jamPost.slug}`)
      .set(token)
      .set('If-Match', match || headers.etag)
      .send(fields);
  };

  it('is typed in the editor, and shown on the page, which is cleared for it', async () => {
    assert.equal(await shown(), '');
    assert.equal((await save({ subtitle: ' Of <plums> ' })).status, 303);
    assert.equal(await shown(), 'Of &lt;plums&gt;');
    assert.equal((await ada.fill(editor, {})).subtitle, 'Of <plums>');
    const preview = await ada.send(
      '/admin/preview',
      await ada.fill(editor, { subtitle: 'Of jam' }),
    );
    assert.match(preview.text, /class="subtitle"[^>]*>Of jam</);
    await save({ subtitle: '' });
    assert.equal(await shown(), '');
    assert.equal(await stored(), undefined);
  });

  it('is refused in the editor when it is too long, beside its field', async () => {
    const { status, text } = await save({ subtitle: 'x'.repeat(301) });
    assert.equal(status, 422);
    assert.match(text, /id="subtitle-problem">The subtitle can have at most 300 characters/);
  });

  it('is written and read by the API, and described there', async () => {
    const changed = await api({ subtitle: 'Of plums' });
    assert.deepEqual([changed.status, changed.body.subtitle], [200, 'Of plums']);
    assert.equal((await api({ subtitle: 7 })).status, 422);
    assert.equal((await api({ title: 'Jam' })).body.subtitle, 'Of plums');
    assert.equal((await api({ subtitle: 'Late' }, '"1"')).status, 412);
    const { body } = await request(blog.url).get('/api/openapi.json');
    assert.equal(body.components.schemas.Post.properties.subtitle.maxLength, 300);
  });

  it('comes back with a version, and is named among what differs', async () => {
    await save({ subtitle: 'First' });
    await save({ subtitle: 'Second' });
    const { versions } = await blog.open.content.history(jamPost.id);
    const name = versions.at(-1)?.id.split(':')[1];
    const version = await ada.get(`${editor}/history/${name}`);
    assert.match(version.text, /Subtitle/);
    const { revision = '' } = await blog.open.store.get('post', jamPost.id);
    await ada.send(`${editor}/history/${name}`, { revision });
    assert.equal(await shown(), 'First');
  });

  it('comes back from the trash', async () => {
    await save({ subtitle: 'Kept' });
    const { revision = '' } = await blog.open.store.get('post', jamPost.id);
    await blog.open.content.removePost(jamPost.id, revision);
    await blog.open.content.restorePost(jamPost.id);
    assert.equal(await shown(), 'Kept');
  });

  it('is in an export, and whoever imports it again leaves alone what was changed here', async () => {
    await save({ subtitle: 'Exported' });
    await inExport(blog, async (twin, bring) => {
      assert.equal(await shown(twin), 'Exported');
      const { revision = null } = await twin.open.store.get('post', jamPost.id);
      /** @type {any} */
      const theirs = { id: jamPost.id, subtitle: 'Theirs' };
      await twin.open.content.savePost(theirs, { revision });
      await bring();
      assert.equal(await shown(twin), 'Theirs');
    });
  });

  it('is copied to another store', async () => {
    await save({ subtitle: 'Copied' });
    await inCopy(blog, async (store) => {
      assert.equal(await stored({ open: { store } }), 'Copied');
      /** @type {any} */
      const [summary] = (await store.summaries()).posts;
      assert.equal(summary.subtitle, 'Copied');
    });
  });

  it('can be changed in the console, also to what cannot be shown', async () => {
    await save({ subtitle: 'Saved' });
    await shown();
    const { store, changes } = blog.open;
    const { revision, ...post } = await store.get('post', jamPost.id);
    await store.write([{ kind: 'post', record: { ...post, subtitle: 7 }, revision }]);
    await changes.compare();
    assert.equal(await shown(), '');
  });

  it('is in the index, and in the summaries of which a start makes it', async () => {
    await save({ subtitle: 'Indexed' });
    const { index, store } = blog.open;
    /** @type {any} */
    const [summary] = (await store.summaries()).posts;
    assert.deepEqual(
      [index.post(jamPost.id), summary].map((post) => /** @type {any} */ (post).subtitle),
      ['Indexed', 'Indexed'],
    );
  });

  it('is news for readers, so that the post is told to be changed', async () => {
    const before = await blog.open.store.get('post', jamPost.id);
    await blog.clock.tick(60_000);
    await save({ subtitle: 'News' });
    const after = await blog.open.store.get('post', jamPost.id);
    assert.ok(after.updatedAt > before.updatedAt);
  });
});
