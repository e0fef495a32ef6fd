import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { blogFile } from './blog-file.js';
import { jamPhoto } from './fixtures.js';
/** @import { Kind } from '../../lib/store/types.js' */

const read = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url));
/** A small blog that commit 40fc539b wrote, and what that commit read of it, by kind. */
const before = { file: gunzipSync(read('of-40fc539b.db.gz')), json: read('of-40fc539b.json') };
/** Of commit 0bc5061. */
const early = gunzipSync(read('of-an-early-larder.db.gz'));

describe('A SQLite file of an earlier Larder', () => {
  /** @type {ReturnType<typeof blogFile>} */
  let blog;
  beforeEach(() => {
    blog = blogFile();
  });
  afterEach(() => blog.dispose());

  it('has all that was in it, under the same revisions', async () => {
    writeFileSync(blog.file, before.file);
    const store = await blog.open();
    const expected = JSON.parse(String(before.json));
    for (const kind of /** @type {Kind[]} */ (Object.keys(expected))) {
      const records = [];
      for await (const record of store.all(kind)) records.push(record);
      assert.deepEqual(records, expected[kind], kind);
    }
  });

  it('takes changes and removals of all that was in it', async () => {
    writeFileSync(blog.file, before.file);
    const store = await blog.open();
    for (const kind of /** @type {Kind[]} */ (Object.keys(JSON.parse(String(before.json)))))
      for await (const { revision = '', ...record } of store.all(kind)) {
        const [next] = await store.write([{ kind, record, revision }]);
        assert.ok(Number(next) > Number(revision), kind);
        assert.deepEqual(
          await store.write([{ kind, id: record.id, revision: next ?? '', removed: true }]),
          [null],
        );
      }
  });

  it('has the tables and triggers that a new one has', async () => {
    const tablesOf = async (/** @type {Buffer | null} */ file) => {
      if (file) writeFileSync(blog.file, file);
      await blog.open();
      const rows = blog
        .console()
        .prepare('SELECT name, sql FROM sqlite_schema ORDER BY name')
        .all();
      await blog.dispose();
      blog = blogFile();
      // A table that had another name has it in quotes, and a column that was added later a line of its own.
      const plain = (/** @type {any} */ { name, sql }) => [name, sql?.replace(/["\s]/g, '')];
      return rows.map(plain);
    };
    assert.deepEqual(await tablesOf(before.file), await tablesOf(null));
  });

  it('keeps its files and their revisions when these had no place for further fields', async () => {
    const { id, ...file } = jamPhoto;
    const store = await blog.open();
    await store.write([{ kind: 'media', record: { ...file, id }, revision: null }]);
    const before = await store.get('media', id);
    await store.close();
    for (const table of [
      'acts',
      'subscribers',
      'subscriberCounts',
      'mailings',
      'deliveries',
      'mails',
    ])
      blog.console().exec(`DROP TABLE ${table}`);
    blog
      .console()
      .exec('DROP INDEX media_facts; ALTER TABLE media DROP COLUMN more; PRAGMA user_version = 21');
    const again = await blog.open();
    assert.deepEqual(await again.get('media', id), before);
    const record = { ...before, credit: 'Eve' };
    const [revision] = await again.write([{ kind: 'media', record, revision: before.revision }]);
    assert.deepEqual(await again.get('media', id), { ...record, revision });
  });

  it('counts the subscribers that were there before they were counted', async () => {
    const store = await blog.open();
    const record = { email: 'a@example.org', state: 'confirmed', source: 's', confirmedAt: '' };
    for (const id of ['a', 'b'])
      await store.write([{ kind: 'subscriber', record: { ...record, id }, revision: null }]);
    await store.close();
    for (const name of ['counted', 'recounted', 'discounted'])
      blog.console().exec(`DROP TRIGGER subscribers_${name}`);
    blog.console().exec('DROP INDEX subscribers_by_address');
    blog.console().exec('DROP TABLE subscriberCounts; PRAGMA user_version = 23');
    const again = await blog.open();
    const counted = { state: 'confirmed', source: 's', day: '', count: 2 };
    assert.deepEqual(await again.subscriberCounts(), [counted]);
  });

  it('from before that is refused with the commit that can open it', async () => {
    writeFileSync(blog.file, early);
    await assert.rejects(blog.open(), {
      code: 'invalid',
      message: /early Larder \(schema version 16\): open it once with the commit 40fc539b/,
    });
  });
});
