import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { aboutPage, breadPost, jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { bearer, password } from '../support/people.js';

describe('A person who leaves', () => {
  const { blog, ada, emil } = withAuthors(['ada', 'emil'], {
    posts: [
      { ...breadPost, author: 'emil' },
      { ...jamPost, author: 'ada', coAuthors: ['emil'] },
      { ...aboutPage, author: 'ada' },
    ],
  });
  const read = async (/** @type {string} */ path) =>
    parsePage(await request(blog.url).get(path)).text();
  const leave = (/** @type {Record<string, string>} */ fields) =>
    ada.send('/admin/people/emil/remove', fields).expect(303);
  const acts = async () => (await blog.open.accounts.activity.list({ limit: 100 })).acts;

  it('stays as a name on the posts, or under another one, and comes in no more', async () => {
    await leave({ 'shown-name': 'A former baker' });
    assert.match(await read('/post/rye-bread'), /A former baker/);
    await emil.get('/admin').expect(303);
    const { name, password: secret } = await blog.open.store.get('user', 'emil');
    assert.deepEqual([name, secret], ['A former baker', undefined]);
  });

  it('hands all posts over, with those in the trash and what was done, and is gone', async () => {
    await emil.send('/admin/account/name', { name: 'Emil B.' });
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.removePost(breadPost.id, revision, { by: 'emil' });
    await leave({ 'posts-to': 'ada' });
    assert.equal(await blog.open.store.get('user', 'emil'), null);
    const jam = await blog.open.store.get('post', jamPost.id);
    assert.deepEqual([jam.author, jam.coAuthors], ['ada', undefined]);
    assert.equal((await blog.open.store.get('trash', breadPost.id)).post.author, 'ada');
    assert.deepEqual(
      (await acts()).filter(({ by }) => by === 'emil'),
      [],
    );
    assert.ok((await acts()).some(({ what, of }) => what === 'person.deleted' && of === 'emil'));
  });

  it('cannot hand posts over to nobody, and nothing is changed', async () => {
    await ada.send('/admin/people/emil/remove', { 'posts-to': 'nobody' }).expect(404);
    await emil.get('/admin').expect(200);
  });

  it('gets all that the blog holds of them in one file, without a secret', async () => {
    await bearer(blog, 'emil', 'read');
    const { body, headers } = await ada.send('/admin/people/emil/data', {}).expect(200);
    assert.match(headers['content-disposition'], /emil\.json/);
    assert.equal(body.account.name, 'Emil');
    assert.deepEqual(body.posts.map((/** @type {{ slug: string }} */ { slug }) => slug).sort(), [
      'quince-jam',
      'rye-bread',
    ]);
    assert.equal(body.tokens.length, 1);
    assert.equal(body.sessions.length, 1);
    const text = JSON.stringify(body);
    assert.doesNotMatch(text, /scrypt/);
    assert.equal(text.includes(password), false);
  });
});
