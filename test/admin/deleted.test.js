import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { signInAs } from '../support/authors.js';
import { jamPost } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The id of a deleted post, which feeds made public,', () => {
  const { startBlog } = eachTest();

  /** A blog in which Ada has written a post, changed it, and deleted it. */
  async function blogWithDeleted() {
    const blog = await startBlog({ posts: [{ ...jamPost, author: 'ada' }] });
    await addPeople(blog);
    const { store, content } = blog.open;
    const { revision } = await store.get('post', jamPost.id);
    const changed = await content.savePost(
      { id: jamPost.id, markdown: 'Stir.' },
      { revision, by: 'ada' },
    );
    await content.removePost(jamPost.id, changed.revision ?? '', { by: 'ada' });
    return blog;
  }

  /** @param {TestBlog} blog */
  async function assertItCanComeBack(blog) {
    assert.equal(await blog.open.store.get('post', jamPost.id), null);
    const ada = await signInAs(blog, 'ada');
    const page = await ada.follow(`/admin/trash/${jamPost.id}`, {});
    assert.match(page.flash(), /Restored, with its comments/);
    const { markdown, author } = await blog.open.store.get('post', jamPost.id);
    assert.deepEqual({ markdown, author }, { markdown: 'Stir.', author: 'ada' });
  }

  it('gives nobody its earlier versions through the API, and the post can still be restored', async () => {
    const blog = await blogWithDeleted();
    await request(blog.url)
      .post('/api/posts')
      .set(await bearer(blog, 'anna', 'posts:write'))
      .send({ id: jamPost.id, title: 'Mine now' })
      .expect(409);
    await assertItCanComeBack(blog);
  });

  it('is not taken from a form either, which keeps what was typed', async () => {
    const blog = await blogWithDeleted();
    const anna = await signInAs(blog, 'anna');
    const form = await anna.fill('/admin/posts/new', { title: 'Mine now', action: 'save' });
    const answer = await anna.send('/admin/posts/new', { ...form, id: jamPost.id });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /Mine now/);
    await assertItCanComeBack(blog);
  });
});
