import assert from 'node:assert/strict';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';

describe('The authors of a post', () => {
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], { posts: smallBlog });
  const path = '/admin/posts/rye-bread';
  /** @param {string} authors */
  const choose = async (authors) =>
    ada.send(path, await ada.fill(path, { authors, action: 'save' }));
  const chosen = async () => {
    const { author, coAuthors = [] } = await blog.open.store.get('post', breadPost.id);
    return [author, ...coAuthors];
  };

  it('are chosen by an editor, by name or by sign-in name', async () => {
    assert.equal((await choose('Emil, anna')).status, 303);
    assert.deepEqual(await chosen(), ['emil', 'anna']);
    assert.equal((await ada.open(path)).fields().authors, 'emil, anna');
    await choose('');
    assert.deepEqual(await chosen(), ['emil', 'anna']);
  });

  it('have to be somebody, and one alone', async () => {
    assert.match(parsePage(await choose('Nobody')).problems().authors, /nobody called “Nobody”/);
    await blog.open.content.saveUser({ id: 'anna-2', name: 'Anna', role: 'author' });
    assert.match(parsePage(await choose('Anna')).problems().authors, /Several .*anna, anna-2/);
  });

  it('may all change it, but not choose others', async () => {
    await choose('ada, anna');
    const page = await anna.open(path);
    assert.equal(page.has('[name=authors]'), false);
    const typed = await anna.fill(path, { title: 'Rye', authors: 'anna', action: 'save' });
    await anna.send(path, typed).expect(303);
    assert.deepEqual(await chosen(), ['ada', 'anna']);
    await choose('ada');
    await anna.get(path).expect(403);
  });
});
