import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../../support/authors.js';
import { jamPost } from '../../support/fixtures.js';
import { inCopy, inExport } from './carried.js';

/** Run in a copy of the project in which authors have a field `pronouns`: see text-field.long.test.js. */

describe('The pronouns of an author', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [{ ...jamPost, author: 'ada' }] });
  const shown = async () => {
    const { text } = await request(blog.url).get('/author/ada').expect(200);
    return / class="pronouns">([^<]*)</.exec(text)?.[1];
  };
  const save = (/** @type {string} */ pronouns) =>
    ada.send('/admin/account/profile', { about: 'I bake.', picture: '', pronouns });

  it('are typed on the account page, and shown on theirs, which is cleared for them', async () => {
    assert.equal(await shown(), '');
    assert.equal((await save(' she/<her> ')).status, 303);
    assert.equal(await shown(), 'she/&lt;her&gt;');
    assert.match(
      (await ada.get('/admin/account')).text,
      /name="pronouns"[^>]* value="she\/&lt;her&gt;"/,
    );
    await save('');
    assert.equal(await shown(), '');
  });

  it('are refused when they are too long, beside their field', async () => {
    const { status, text } = await save('x'.repeat(41));
    assert.equal(status, 422);
    assert.match(text, /id="pronouns-problem">[^<]*40 characters/);
  });

  it('are in an export, and an import brings them', async () => {
    await save('she/her');
    await inExport(blog, async (twin) => {
      assert.equal((await twin.open.store.get('user', 'ada')).pronouns, 'she/her');
    });
  });

  it('are copied to another store, and are in its summaries', async () => {
    await save('she/her');
    await inCopy(blog, async (store) => {
      const { users } = await store.summaries();
      /** @type {any} */
      const summary = users.find(({ id }) => id === 'ada');
      assert.equal(summary.pronouns, 'she/her');
    });
  });

  it('are left out where the console has set them to something else', async () => {
    await save('she/her');
    const { store, changes } = blog.open;
    const { revision, ...user } = await store.get('user', 'ada');
    await store.write([{ kind: 'user', record: { ...user, pronouns: 7 }, revision }]);
    await changes.compare();
    assert.equal(await shown(), '');
  });
});
