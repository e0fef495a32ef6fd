import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { blogFile } from './blog-file.js';
import { oneOfEachKind } from './fixtures.js';

/** All the records of `oneOfEachKind`, and a post `nul`, written by commit 0bc5061. */
const byBetterSqlite3 = new URL('by-better-sqlite3.db.gz', import.meta.url);

/** What settings had not then. */
const since = { theme: 'journal', appearance: {}, words: {} };

describe('A SQLite file that better-sqlite3 has written', () => {
  it('has all that was in it, and takes changes', async () => {
    const blog = blogFile();
    try {
      writeFileSync(blog.file, gunzipSync(readFileSync(byBetterSqlite3)));
      const store = await blog.open();
      for (const [kind, record] of oneOfEachKind) {
        const { revision, ...rest } = await store.get(kind, record.id);
        assert.deepEqual(rest, kind === 'settings' ? { ...record, ...since } : record);
        const gone = await store.write([{ kind, id: record.id, revision, removed: true }]);
        assert.deepEqual(gone, [null]);
      }
      assert.equal((await store.get('post', 'nul')).markdown, 'before\0after');
    } finally {
      await blog.dispose();
    }
  });
});
