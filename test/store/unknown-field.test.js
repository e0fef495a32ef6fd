import assert from 'node:assert/strict';
import { blogFile } from './blog-file.js';
import { welcomePost } from './fixtures.js';

describe('A field of a record that Larder does not know', () => {
  /** @type {ReturnType<typeof blogFile>} */
  let blog;
  beforeEach(() => {
    blog = blogFile();
  });
  afterEach(() => blog.dispose());

  it('which somebody gave it in CouchDB, stays when it comes to SQLite', async () => {
    const store = await blog.open();
    const record = { ...welcomePost, note: 'my remark' };
    const [revision] = await store.write([{ kind: 'post', record, revision: null }]);
    assert.equal((await store.get('post', record.id)).note, 'my remark');
    const { revision: _, ...read } = await store.get('post', record.id);
    await store.write([{ kind: 'post', record: { ...read, title: 'Jars' }, revision }]);
    assert.equal((await store.get('post', record.id)).note, 'my remark');
  });

  it('can be typed in the console of SQLite, and its feed tells of it', async () => {
    const store = await blog.open();
    const [revision] = await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
    blog.console().exec(`UPDATE posts SET more = json_set(more, '$.note', 'my remark')`);
    const post = await store.get('post', welcomePost.id);
    assert.deepEqual([post.note, post.revision > (revision ?? '')], ['my remark', true]);
    assert.equal((await store.summaries()).posts[0].revision, post.revision);
  });

  it('never takes the place of one that has a column', async () => {
    const store = await blog.open();
    await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
    blog.console().exec(`UPDATE posts SET more = json_object('title', 'Another', 'id', 'x')`);
    const { id, title } = await store.get('post', welcomePost.id);
    assert.deepEqual([id, title], [welcomePost.id, welcomePost.title]);
  });

  it('is named where there is no place for it, as in an address', async () => {
    const store = await blog.open();
    const record = { id: '/x', owner: 'a', held: true, claimedAt: '', note: 'my remark' };
    await assert.rejects(store.write([{ kind: 'address', record, revision: null }]), {
      code: 'invalid',
      message: /“note” of \/x/,
    });
  });
});
