import assert from 'node:assert/strict';
import { join } from 'node:path';
import request from 'supertest';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import { importBlog } from '../../../lib/exchange/import/importer.js';
import { run as copyBlog } from '../../../lib/start/commands/copy.js';
import { openStore } from '../../../lib/store/open.js';
import { withAuthors } from '../../support/authors.js';
import { makeFolder, startBlog } from '../../support/blog.js';
import { jamPost } from '../../support/fixtures.js';

/** Run in a copy of the project in which authors have a field `pronouns`: see profile-field.long.test.js. */

const silent = { write: () => true };
const report = { progress() {}, warning() {}, refusal() {} };

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
      /name="pronouns" value="she\/&lt;her&gt;"/,
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
    const { folder, remove } = makeFolder();
    const twin = await startBlog();
    try {
      const { store, index } = blog.open;
      const target = join(folder, 'out');
      await exportBlog({ target: exportFolder(target), store, index, progress: () => {} });
      await importBlog({ path: target, content: twin.open.content, report });
      assert.equal((await twin.open.store.get('user', 'ada')).pronouns, 'she/her');
    } finally {
      await twin.close();
      remove();
    }
  });

  it('are copied to another store, and are in its summaries', async () => {
    await save('she/her');
    const { folder, remove } = makeFolder();
    const to = `sqlite:${join(folder, 'copy.db')}`;
    const context = { clock: blog.clock, log: blog.log, stdout: silent, stderr: silent };
    const args = ['--from', blog.config.storeUrl, '--to', to];
    assert.equal(await copyBlog(args, /** @type {any} */ (context)), 0);
    const store = await openStore(to, { clock: blog.clock, log: blog.log });
    const { users } = await store.summaries();
    /** @type {any} */
    const summary = users.find(({ id }) => id === 'ada');
    assert.equal(summary.pronouns, 'she/her');
    await store.close();
    remove();
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
