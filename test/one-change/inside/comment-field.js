import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../../support/authors.js';
import { jamPost } from '../../support/fixtures.js';
import { bearer } from '../../support/people.js';
import { inCopy, inExport } from './carried.js';
/** @import { TestBlog } from '../../support/blog.js' */

/** Run in a copy of the project in which comments have a field `town`: see text-field.long.test.js. */

const path = `/post/${jamPost.slug}`;

describe('The town of a comment', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [jamPost] });
  const shown = async (/** @type {TestBlog} */ { url } = blog) => {
    const { text } = await request(url).get(path).expect(200);
    return / class="town">([^<]*)</.exec(text)?.[1] ?? '';
  };
  const send = (/** @type {string} */ town) =>
    request(blog.url)
      .post(`${path}/comments`)
      .type('form')
      .send({ name: 'Eve', markdown: 'Mm.', town });
  const stored = async ({ open } = blog) => (await open.store.commentsOf(jamPost.id))[0];
  const approved = async (/** @type {string} */ town) => {
    await send(town).expect(303);
    await blog.open.content.moderate([await stored()], 'approved');
    return (await stored()).id;
  };

  it('is asked for below the post, and shown when the comment is approved', async () => {
    assert.match((await request(blog.url).get(path)).text, /<label>Town <input name="town"/);
    await approved(' Ulm <3 ');
    assert.equal(await shown(), 'Ulm &lt;3');
  });

  it('is refused when it is too long, beside its field, with what was typed', async () => {
    const { status, text } = await send('x'.repeat(61));
    assert.equal(status, 422);
    assert.match(text, /name="town"[^>]* value="x+"[^>]*autofocus/);
    assert.match(text, /id="town-problem">Is it that long\?/);
  });

  it('can be edited in the admin pages', async () => {
    const page = `/admin/comments/${encodeURIComponent(await approved('Ulm'))}`;
    const typed = (await ada.open(page)).fields('form.fields:has([name=revision])');
    assert.equal(typed.town, 'Ulm');
    await ada.send(page, { ...typed, town: 'Bonn', action: 'save' });
    assert.equal(await shown(), 'Bonn');
  });

  it('is written and read by the API, and described there', async () => {
    const token = await bearer(blog, 'ada', 'comments:write');
    const sent = { postSlug: jamPost.slug, name: 'Eve', markdown: 'Mm.' };
    const post = (/** @type {object} */ more) =>
      request(blog.url)
        .post('/api/comments')
        .set(token)
        .send({ ...sent, ...more });
    assert.equal((await post({ town: 'Ulm' })).body.town, 'Ulm');
    assert.equal((await post({})).body.town, '');
    assert.equal((await post({ town: 7 })).status, 422);
    const { body } = await request(blog.url).get('/api/openapi.json');
    assert.equal(body.components.schemas.Comment.properties.town.maxLength, 60);
  });

  it('is in an export, and whoever imports it again leaves alone what was changed here', async () => {
    await approved('Ulm');
    await inExport(blog, async (twin, bring) => {
      assert.equal(await shown(twin), 'Ulm');
      /** @type {any} */
      const { revision, ...comment } = await stored(twin);
      await twin.open.content.saveComment({ ...comment, town: 'Bonn' }, { revision });
      await bring();
      assert.equal(await shown(twin), 'Bonn');
    });
  });

  it('comes back from the trash, and is copied to another store', async () => {
    await approved('Ulm');
    const { content } = blog.open;
    await content.removeComments([await stored()]);
    await content.restoreComments(await content.trashedComments());
    assert.equal(await shown(), 'Ulm');
    await inCopy(blog, async (store) => {
      assert.equal(/** @type {any} */ (await store.commentsOf(jamPost.id))[0].town, 'Ulm');
    });
  });

  it('is left out where the console has set it to something else', async () => {
    await approved('Ulm');
    const { store, changes } = blog.open;
    const { revision = null, ...comment } = await stored();
    await store.write([
      { kind: 'comment', record: /** @type {any} */ ({ ...comment, town: 7 }), revision },
    ]);
    await changes.compare();
    assert.equal(await shown(), '');
  });
});
