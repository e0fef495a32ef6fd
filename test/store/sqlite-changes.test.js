import assert from 'node:assert/strict';
import { blogFile } from './blog-file.js';
import { ada, friendlyComment, welcomePost } from './fixtures.js';
import { listen } from './listen.js';
/** @import { Store } from '../../lib/store/types.js' */

describe('The changes of the SQLite file', () => {
  /** @type {ReturnType<typeof blogFile>} */
  let blog;
  /** @type {Store} */
  let store;
  beforeEach(async () => {
    blog = blogFile();
    store = await blog.open();
    await store.write([
      { kind: 'post', record: welcomePost, revision: null },
      { kind: 'user', record: ada, revision: null },
    ]);
  });
  afterEach(() => blog.dispose());
  const rows = () =>
    blog.console().prepare('SELECT kind, id, removed FROM changes WHERE sequence > 2').all();

  for (const recursion of ['OFF', 'ON']) {
    describe(`with recursive triggers ${recursion}`, () => {
      const inConsole = (/** @type {string} */ sql) => {
        const console = blog.console();
        console.pragma(`recursive_triggers = ${recursion}`);
        console.exec(sql);
      };

      it('has one row for an edit, whose number is the new revision', async () => {
        inConsole(`UPDATE posts SET title = 'By hand', markdown = 'New.'`);
        assert.deepEqual(rows(), [{ kind: 'post', id: welcomePost.id, removed: 0 }]);
        const { revision, title, rendered } = await store.get('post', welcomePost.id);
        assert.deepEqual([revision, title, rendered], ['3', 'By hand', '']);
      });

      it('has two rows for an edit of an id', async () => {
        inConsole(`UPDATE posts SET id = 'other'`);
        assert.deepEqual(rows(), [
          { kind: 'post', id: welcomePost.id, removed: 1 },
          { kind: 'post', id: 'other', removed: 0 },
        ]);
      });

      it('has the newest state of a row that was put in the place of another', async () => {
        inConsole(
          `INSERT OR REPLACE INTO users (id, name, role, revision) VALUES ('ada', 'Ada K.', 'owner', 1)`,
        );
        assert.deepEqual(rows().at(-1), { kind: 'user', id: 'ada', removed: 0 });
        assert.ok(Number((await store.get('user', 'ada')).revision) > 2);
      });

      it('has one row for a row that was made or removed', () => {
        const values = Object.values({ ...friendlyComment }).map(
          (value) => `'${value.replaceAll("'", "''")}'`,
        );
        const columns = Object.keys(friendlyComment).join(', ');
        inConsole(
          `INSERT INTO comments (${columns}) VALUES (${values.join(', ')}); DELETE FROM comments`,
        );
        assert.deepEqual(rows(), [
          { kind: 'comment', id: friendlyComment.id, removed: 0 },
          { kind: 'comment', id: friendlyComment.id, removed: 1 },
        ]);
      });
    });
  }

  it('are not known from the beginning once the first of them are no longer there', async () => {
    const { sequence } = await store.summaries();
    const beginning = `${sequence.split(':')[0]}:0:`;
    assert.equal(await store.knows(beginning), true);
    blog.console().exec('DELETE FROM changes WHERE sequence = 1');
    assert.equal(await store.knows(beginning), false);
    assert.equal(await store.knows(sequence), true);
  });

  it('do not tell readers of a password, yet two who change it are told from each other', async () => {
    const heard = listen(store, (await store.summaries()).sequence);
    const { revision } = await store.get('user', 'ada');
    const change = (/** @type {object} */ fields) =>
      store.write([{ kind: 'user', record: { ...ada, ...fields }, revision }]);
    const [changed] = await change({ password: 'scrypt$another' });
    await assert.rejects(change({ password: 'scrypt$third' }), { code: 'conflict' });
    const [renamed] = await store.write([
      { kind: 'user', record: { ...ada, name: 'Ada King' }, revision: changed },
    ]);
    await heard.told('user', 'ada', renamed);
    assert.equal(heard.changes.length, 1);
  });

  it('are no more than a hundred thousand, and whoever is further behind begins anew', async () => {
    const { sequence } = await store.summaries();
    blog.console().exec(`
      INSERT INTO changes (kind, id, removed)
      SELECT 'post', value, 0 FROM (WITH RECURSIVE numbers (value) AS
        (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 101000) SELECT value FROM numbers)`);
    const count = blog.console().prepare('SELECT count(*) FROM changes').pluck().get();
    assert.ok(Number(count) <= 101_000);
    const heard = listen(store, sequence);
    await heard.until(() => heard.resets.length === 1);
  });

  it('that were taken back by an older copy of the file make everyone begin anew', async () => {
    const { sequence } = await store.summaries();
    blog
      .console()
      .exec(
        `DELETE FROM changes WHERE sequence > 1; UPDATE sqlite_sequence SET seq = 1 WHERE name = 'changes'`,
      );
    const heard = listen(store, sequence);
    await heard.until(() => heard.resets.length === 1);
  });

  for (const sql of [
    `UPDATE posts SET status = 'publishd'`,
    `UPDATE posts SET tags = 'jam, bread'`,
    `UPDATE posts SET publishedAt = NULL`,
    `UPDATE posts SET words = 'many'`,
    `UPDATE users SET role = 'admin'`,
    `INSERT INTO settings (id, title, tagline, language, timeZone, postsPerPage) VALUES ('other', '', '', '', '', 1)`,
  ]) {
    it(`are refused to the console where they would break the blog: ${sql}`, () => {
      assert.throws(() => blog.console().exec(sql), /constraint|malformed|cannot store/i);
    });
  }
});
