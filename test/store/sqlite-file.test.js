import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chmodSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Database } from '../../lib/base/sqlite.js';
import { connect } from '../../lib/store/sqlite/connection.js';
import { VERSION } from '../../lib/store/sqlite/schema.js';
import { blogFile } from './blog-file.js';
import { breadDraft, welcomePost } from './fixtures.js';
import { listen } from './listen.js';

const run = promisify(execFile);
const child = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`children/${name}`, import.meta.url));
const isUnavailable = (/** @type {RegExp} */ message) => ({ code: 'unavailable', message });
const create = (/** @type {any} */ store, record = welcomePost) =>
  store.write([{ kind: 'post', record, revision: null }]);

describe('The SQLite file', () => {
  /** @type {ReturnType<typeof blogFile>} */
  let blog;
  beforeEach(() => {
    blog = blogFile();
  });
  afterEach(() => blog.dispose());

  it('syncs each commit to the disk, in a log that readers do not wait for', () => {
    const db = connect(blog.file);
    const [full, journal] = ['synchronous', 'journal_mode'].map((name) =>
      db.pragma(name, { simple: true }),
    );
    db.close();
    assert.deepEqual([full, journal], [2, 'wal']);
  });

  it('can be opened by several processes at once when it is not there yet', async () => {
    const lengths = ['1', '2', '3'];
    const outcomes = await Promise.all(
      lengths.map((length) => run(process.execPath, [child('write-once.js'), blog.file, length])),
    );
    assert.deepEqual(
      outcomes.map(({ stdout }) => stdout),
      ['done', 'done', 'done'],
    );
    assert.equal((await (await blog.open()).summaries()).posts.length, 3);
  });

  it('keeps every acknowledged write when the process is killed', async () => {
    const writer = spawn(process.execPath, [child('write-on-and-on.js'), `sqlite:${blog.file}`]);
    /** @type {string[]} */
    const acknowledged = [];
    for await (const id of createInterface({ input: writer.stdout })) {
      if (acknowledged.push(id) === 50) writer.kill('SIGKILL');
    }
    assert.ok(acknowledged.length >= 50);
    const store = await blog.open();
    const kept = await store.getMany('post', acknowledged);
    assert.ok(kept.every((post) => post?.markdown === welcomePost.markdown));
    assert.equal(blog.console().pragma('integrity_check', { simple: true }), 'ok');
  });

  it('of a newer Larder is left alone', async () => {
    await blog.open();
    blog.console().pragma('user_version = 99');
    await assert.rejects(blog.open(), { code: 'invalid', message: /newer Larder.*version 99/ });
  });

  it('is written to no more once a newer Larder has changed its tables, and can be read', async () => {
    const store = await blog.open();
    const post = { ...welcomePost, id: 'a' };
    await store.write([{ kind: 'post', record: post, revision: null }]);
    blog.console().pragma(`user_version = ${VERSION + 1}`);
    const later = { ...welcomePost, id: 'b' };
    await assert.rejects(store.write([{ kind: 'post', record: later, revision: null }]), {
      code: 'unavailable',
      message: /newer Larder has changed .*: restart the server with it\.$/,
    });
    assert.equal((await store.get('post', 'b')) ?? null, null);
    assert.equal((await store.get('post', 'a'))?.id, 'a');
  });

  it('of another program is left alone', async () => {
    await blog.open();
    const other = join(blog.folder, 'other.db');
    const db = new Database(other);
    db.exec('CREATE TABLE recipes (id)');
    db.close();
    await assert.rejects(blog.open(other), { code: 'invalid', message: /another program/ });
  });

  it('that is no database is refused with that reason', async () => {
    const text = join(blog.folder, 'notes.txt');
    writeFileSync(text, 'Buy flour, and then write a long enough note about it. '.repeat(20));
    await assert.rejects(blog.open(text), isUnavailable(/is not a SQLite database/));
  });

  it('that cannot be created is an error that names its path', async () => {
    const folder = join(blog.folder, 'jams');
    rmdirSync(folder);
    writeFileSync(folder, '');
    await assert.rejects(blog.open(), isUnavailable(/larder\.db cannot be opened/));
    rmSync(folder);
  });

  it('that may only be read refuses a write with a sentence, and keeps what it has', async () => {
    await create(await blog.open());
    chmodSync(blog.folder, 0o755);
    chmodSync(join(blog.file, '..'), 0o555);
    chmodSync(blog.file, 0o444);
    const { stdout } = await run(process.execPath, [
      child('write-once.js'),
      blog.file,
      '9',
      'ordinary',
    ]);
    chmodSync(join(blog.file, '..'), 0o700);
    assert.match(stdout, /^unavailable: The database .*cannot be written: check the permissions/);
  });

  it('on a full disk refuses a write with a sentence, and keeps no half of it', async () => {
    const store = await blog.open();
    await create(store);
    // The shell lets no file grow beyond so many kilobytes, and nobody is killed for trying.
    const script = `trap '' XFSZ; ulimit -f 600; exec "$0" "$@"`;
    const { stdout } = await run('bash', [
      '-c',
      script,
      process.execPath,
      child('write-once.js'),
      blog.file,
      '2000000',
    ]);
    assert.match(stdout, /^unavailable: The database .*(disk is full|cannot grow)/);
    assert.equal((await store.summaries()).posts.length, 1);
    await create(store, breadDraft);
  });

  it('writes several records together or not at all', async () => {
    const store = await blog.open();
    await create(store);
    const writes = [breadDraft, { ...welcomePost, title: 'Other' }].map((record) => ({
      kind: /** @type {const} */ ('post'),
      record,
      revision: null,
    }));
    await assert.rejects(store.write(writes), { code: 'conflict' });
    assert.equal(await store.get('post', breadDraft.id), null);
  });

  it('can be copied while it is in use', async () => {
    const store = await blog.open();
    await create(store);
    const copy = join(blog.folder, 'copy.db');
    await store.backup(copy);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    assert.equal((await (await blog.open(copy)).get('post', welcomePost.id)).slug, 'welcome');
  });

  it('when it is replaced by another one, is opened anew and all is read again', async () => {
    const store = await blog.open();
    const heard = listen(store, (await store.summaries()).sequence);
    const other = join(blog.folder, 'restored.db');
    const restored = await blog.open(other);
    await create(restored, breadDraft);
    await restored.close();
    for (const end of ['-wal', '-shm']) rmSync(blog.file + end);
    renameSync(other, blog.file);
    await heard.until(() => heard.resets.length === 1);
    assert.equal((await store.get('post', breadDraft.id)).slug, 'bread');
    await create(store);
  });

  it('when it was deleted, refuses writes, and takes them again when it is back', async () => {
    const store = await blog.open();
    const heard = listen(store, (await store.summaries()).sequence);
    renameSync(blog.file, `${blog.file}.away`);
    await heard.until(() => heard.reachable.at(-1) === false);
    await assert.rejects(create(store), isUnavailable(/cannot be opened/));
    await assert.rejects(store.ping(), isUnavailable(/cannot be opened/));
    renameSync(`${blog.file}.away`, blog.file);
    await heard.until(() => heard.reachable.at(-1) === true);
    const [revision] = await create(store);
    await heard.told('post', welcomePost.id, revision);
  });
});
