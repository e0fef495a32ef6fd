import assert from 'node:assert/strict';
import { eachTest } from '../support/blog.js';
import { fieldsOf, plain, sitDown } from '../support/editor.js';
import { draftPost, jamPost } from '../support/fixtures.js';
import { addPeople } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Desk } from '../support/editor.js' */

const path = '/admin/posts/quince-jam';

describe('An author with one post in two windows', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {Desk} */
  let ada;
  /** @type {Desk} */
  let emil;
  beforeEach(async () => {
    blog = await startBlog({ posts: [jamPost, draftPost] });
    await addPeople(blog);
    [ada, emil] = [await sitDown(blog, 'ada'), await sitDown(blog, 'emil')];
  });
  const stands = async (id = jamPost.id) => (await blog.open.store.get('post', id)) !== null;
  /** @param {string} markdown @param {string} [where] */
  const type = async (markdown, where = path) =>
    ada.sendJson(where, await ada.fill(where, { markdown, action: 'autosave' })).expect(200);
  /** @param {Desk} who @param {string} markdown @param {string} [where] */
  const save = async (who, markdown, where = path) =>
    who.follow(where, await who.fill(where, { markdown, action: 'save' }));
  const bringBack = (id = jamPost.id) => ada.follow(`/admin/trash/${id}`, {});

  it('is told that it was them, and not that there were two people', async () => {
    const form = await ada.fill(path, { markdown: 'Here.', action: 'save' });
    await save(ada, 'There.');
    const { text, status } = await ada.send(path, form);
    assert.equal(status, 409);
    assert.match(text, /You changed this post in another window/);
    assert.match(plain(text), /Your saved version/);
    assert.doesNotMatch(text, /Someone else|theirs/);
    const { body } = await ada.sendJson(path, form).expect(409);
    assert.deepEqual(body, { conflict: true, own: true });
  });

  it('keeps the other version when they choose it, and not what they had typed beside it', async () => {
    await type('Here, kept.');
    const form = await ada.fill(path, { action: 'save' });
    await save(ada, 'There.');
    await type('Here, kept again.');
    const { text } = await ada.send(path, form);
    const [button] = /<button[^>]*>Keep the other version/.exec(text) ?? [''];
    const [, action] = /name="action" value="(\w+)"/.exec(button) ?? [];
    const kept = await ada.follow(path, { ...fieldsOf(text), action });
    assert.equal(fieldsOf(kept.text).markdown, 'There.');
    assert.match(kept.said, /^Changes discarded/);
  });

  it('deletes a post although the other window has saved it since', async () => {
    const form = await ada.fill(path, { action: 'delete' });
    await save(ada, 'There.');
    await ada.follow(path, form);
    assert.equal(await stands(), false);
    const { text } = await bringBack();
    assert.equal(fieldsOf(text).markdown, 'There.');
    assert.doesNotMatch(text, /You have unpublished changes/);
  });

  it('deletes a post with unpublished changes to an older version, and has them again when it is back', async () => {
    await type('Not public yet.');
    await save(emil, 'By Emil.');
    await ada.follow(path, await ada.fill(path, { action: 'delete' }));
    assert.equal(await stands(), false);
    const { text } = await bringBack();
    assert.match(text, /You have unpublished changes/);
    assert.equal(fieldsOf(text).markdown, 'Not public yet.');
    assert.equal((await blog.open.store.get('post', jamPost.id)).markdown, 'By Emil.');
  });

  it('publishes unpublished changes after the post was deleted and restored, as if it had not been', async () => {
    await type('Not public yet.');
    await ada.follow(path, await ada.fill(path, { action: 'delete' }));
    const { text } = await bringBack();
    assert.equal(fieldsOf(text).markdown, 'Not public yet.');
    const { said } = await ada.follow(path, { ...fieldsOf(text), action: 'save' });
    assert.match(said, /^Updated/);
  });

  for (const { id, slug } of [jamPost, draftPost])
    it(`loses nothing that was typed and never saved when they delete it (${slug})`, async () => {
      const where = `/admin/posts/${slug}`;
      const form = await ada.fill(where, { markdown: 'Typed.', action: 'delete' });
      await ada.follow(where, form);
      const { text } = await bringBack(id);
      assert.equal(fieldsOf(text).markdown, 'Typed.');
      await type('Typed, and more.', where);
      assert.equal((await ada.fill(where)).markdown, 'Typed, and more.');
    });

  it('does not delete what somebody else has saved since, and is told so', async () => {
    const form = await ada.fill(path, { action: 'delete' });
    await save(emil, 'By Emil.');
    const { text, status } = await ada.send(path, form);
    assert.equal(status, 409);
    assert.match(text, /Nothing was deleted\./);
    assert.equal(await stands(), true);
    await ada.follow(path, { ...fieldsOf(text), action: 'delete' });
    assert.equal(await stands(), false);
  });
});
