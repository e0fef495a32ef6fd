import assert from 'node:assert/strict';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';
import { draftPost, jamPost } from '../support/fixtures.js';
/** @import { Author } from '../support/authors.js' */

const path = '/admin/posts/quince-jam';

describe('An author who edits one post in two windows', () => {
  const { blog, ada, emil } = withAuthors(['ada', 'emil'], { posts: [jamPost, draftPost] });
  const stands = async (id = jamPost.id) => (await blog.open.store.get('post', id)) !== null;
  /** @param {string} markdown @param {string} [where] */
  const type = async (markdown, where = path) =>
    ada.sendJson(where, await ada.fill(where, { markdown, action: 'autosave' })).expect(200);
  /** @param {Author} who @param {string} markdown @param {string} [where] */
  const save = async (who, markdown, where = path) =>
    who.follow(where, await who.fill(where, { markdown, action: 'save' }));
  const bringBack = (id = jamPost.id) => ada.follow(`/admin/trash/${id}`, {});

  it('is told that it was them, and not that there were two people', async () => {
    const here = { markdown: 'Here.', cover: '/media/here.webp', commentsClosed: 'on' };
    const form = await ada.fill(path, { ...here, action: 'save' });
    await save(ada, 'There.');
    const page = parsePage(await ada.send(path, form).expect(409));
    assert.match(page.text('.conflict'), /Cover image.*here\.webp.*Close comments/);
    assert.match(page.text(), /You changed this in another window.* Your saved version/);
    assert.doesNotMatch(page.text(), /Someone else|theirs/);
    const { body } = await ada.sendJson(path, form).expect(409);
    assert.deepEqual(body, { conflict: true, own: true });
  });

  it('keeps the other version when they choose it, and not what they had typed beside it', async () => {
    await type('Here, kept.');
    const form = await ada.fill(path, { action: 'save' });
    await save(ada, 'There.');
    await type('Here, kept again.');
    const page = parsePage(await ada.send(path, form));
    const action = page.attribute(
      'button[name=action]:contains("Keep the other version")',
      'value',
    );
    const kept = await ada.follow(path, { ...page.fields('#editor'), action });
    assert.equal(kept.fields('#editor').markdown, 'There.');
    assert.match(kept.flash(), /^Changes discarded/);
  });

  it('deletes a post although the other window has saved it since', async () => {
    const form = await ada.fill(path, { action: 'delete' });
    await save(ada, 'There.');
    await ada.follow(path, form);
    assert.equal(await stands(), false);
    const page = await bringBack();
    assert.equal(page.fields('#editor').markdown, 'There.');
    assert.doesNotMatch(page.text(), /You have unpublished changes/);
  });

  it('deletes a post with unpublished changes to an older version, and has them again when it is back', async () => {
    await type('Not public yet.');
    await save(emil, 'By Emil.');
    await ada.follow(path, await ada.fill(path, { action: 'delete' }));
    assert.equal(await stands(), false);
    const page = await bringBack();
    assert.match(page.text(), /You have unpublished changes/);
    assert.equal(page.fields('#editor').markdown, 'Not public yet.');
    assert.equal((await blog.open.store.get('post', jamPost.id)).markdown, 'By Emil.');
  });

  it('publishes unpublished changes after the post was deleted and restored, as if it had not been', async () => {
    await type('Not public yet.');
    await ada.follow(path, await ada.fill(path, { action: 'delete' }));
    const form = (await bringBack()).fields('#editor');
    assert.equal(form.markdown, 'Not public yet.');
    assert.match((await ada.follow(path, { ...form, action: 'save' })).flash(), /^Updated/);
  });

  for (const { id, slug } of [jamPost, draftPost])
    it(`loses nothing that was typed and never saved when they delete it (${slug})`, async () => {
      const where = `/admin/posts/${slug}`;
      const form = await ada.fill(where, { markdown: 'Typed.', action: 'delete' });
      await ada.follow(where, form);
      assert.equal((await bringBack(id)).fields('#editor').markdown, 'Typed.');
      await type('Typed, and more.', where);
      assert.equal((await ada.fill(where)).markdown, 'Typed, and more.');
    });

  it('does not delete what somebody else has saved since, and is told so', async () => {
    const form = await ada.fill(path, { action: 'delete' });
    await save(emil, 'By Emil.');
    const page = parsePage(await ada.send(path, form).expect(409));
    assert.match(page.text(), /Nothing was deleted\./);
    assert.equal(await stands(), true);
    await ada.follow(path, { ...page.fields('#editor'), action: 'delete' });
    assert.equal(await stands(), false);
  });
});
