import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chmodSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Database } from '../../lib/base/sqlite.js';
import { applicationId, connect } from '../../lib/store/sqlite/connection.js';
import { migrations } from '../../lib/store/sqlite/migrations.js';
import { blogFile } from './blog-file.js';
import {
  aboutPage,
  breadDraft,
  countedDay,
  countedHour,
  deletedComment,
  friendlyComment,
  importedWelcome,
  welcomePost,
} from './fixtures.js';
import { listen } from './listen.js';

/** How many migrations there were before something was kept. */
const BEFORE_TRASHED_COMMENTS = 7;
const BEFORE_COVERS = 9;
const BEFORE_AUTHOR_PAGES = 10;
const BEFORE_STATISTICS = 11;
const BEFORE_COMMENT_AUTHORS = 13;
const BEFORE_SEARCH_ENGINES = 14;

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

  /** @param {number} version  how many migrations there were */
  function makeOld(version) {
    const old = blog.console();
    for (const migration of migrations.slice(0, version)) old.exec(migration);
    old.pragma(`application_id = ${applicationId}`);
    old.pragma(`user_version = ${version}`);
    return old;
  }

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

  it('of a Larder from before the trash of comments and the records of imports opens, and keeps its content', async () => {
    const old = makeOld(BEFORE_TRASHED_COMMENTS);
    const { id, postId, name, markdown, html, createdAt } = friendlyComment;
    old
      .prepare(
        'INSERT INTO comments (id, postId, name, markdown, html, createdAt) VALUES (?,?,?,?,?,?)',
      )
      .run(id, postId, name, markdown, html, createdAt);
    const store = await blog.open();
    assert.equal((await store.get('comment', id)).markdown, markdown);
    const records = /** @type {const} */ ([
      ['trashedComment', deletedComment],
      ['import', importedWelcome],
    ]);
    for (const [kind, record] of records) {
      const [revision] = await store.write([{ kind, record, revision: null }]);
      assert.deepEqual(await store.get(kind, record.id), { ...record, revision });
    }
  });

  it('of a Larder from before statistics opens, and stores statistics', async () => {
    makeOld(BEFORE_STATISTICS);
    const store = await blog.open();
    const records = /** @type {const} */ ([
      ['statistics', countedDay],
      ['counts', countedHour],
    ]);
    for (const [kind, record] of records) {
      const [revision] = await store.write([{ kind, record, revision: null }]);
      assert.deepEqual(await store.get(kind, record.id), { ...record, revision });
    }
  });

  it('of a Larder from before covers opens, and stores covers', async () => {
    const old = makeOld(BEFORE_COVERS);
    const { id, slug, title, markdown, createdAt, updatedAt } = welcomePost;
    old
      .prepare(
        "INSERT INTO posts (id, type, slug, title, markdown, createdAt, updatedAt) VALUES (?,'post',?,?,?,?,?)",
      )
      .run(id, slug, title, markdown, createdAt, updatedAt);
    const store = await blog.open();
    const post = await store.get('post', id);
    assert.deepEqual(
      [post.markdown, 'cover' in post, 'coAuthors' in post],
      [markdown, false, false],
    );
    const { cover, coAuthors } = aboutPage;
    await store.write([
      { kind: 'post', record: { ...post, cover, coAuthors }, revision: post.revision },
    ]);
    const { revision: _, ...kept } = await store.get('post', id);
    assert.deepEqual([kept.cover, kept.coAuthors], [cover, coAuthors]);
  });

  it('of a Larder from before pages of authors opens, and reports when an author changes', async () => {
    const old = makeOld(BEFORE_AUTHOR_PAGES);
    old.exec("INSERT INTO users (id, name, role) VALUES ('ada', 'Ada', 'owner')");
    const store = await blog.open();
    const user = await store.get('user', 'ada');
    assert.deepEqual(
      { ...user, revision: '' },
      { id: 'ada', name: 'Ada', role: 'owner', revision: '' },
    );
    const told = () => old.prepare('SELECT kind FROM changes ORDER BY sequence DESC').pluck().get();
    old.exec("UPDATE users SET about = 'I bake.'");
    assert.equal(told(), 'user');
    old.exec("UPDATE users SET password = 'x'");
    assert.equal(told(), 'password');
    assert.equal((await store.get('user', 'ada')).about, 'I bake.');
  });

  it('of a Larder from before comments had authors opens, and stores who wrote a comment', async () => {
    const old = makeOld(BEFORE_COMMENT_AUTHORS);
    const { author, ...comment } = friendlyComment;
    const columns = Object.keys(comment);
    old
      .prepare(
        `INSERT INTO comments (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
      )
      .run(comment);
    const store = await blog.open();
    const { revision, ...kept } = await store.get('comment', comment.id);
    assert.deepEqual(kept, comment);
    const record = { ...comment, author };
    await store.write([{ kind: 'comment', record, revision }]);
    assert.equal((await store.get('comment', comment.id)).author, author);
  });

  it('of a Larder from before the settings for search engines opens, and names Larder in the footer', async () => {
    const old = makeOld(BEFORE_SEARCH_ENGINES);
    old.exec(`INSERT INTO posts (id, type, slug, title, markdown, createdAt, updatedAt)
      VALUES ('a', 'post', 'a', 'A', '', '', '')`);
    old.exec(`INSERT INTO settings (id, title, tagline, language, timeZone, postsPerPage, navigation)
      VALUES ('site', 'Jars', '', 'en', 'UTC', 10, '[]')`);
    const store = await blog.open();
    const { title, logo, icon, poweredBy, llmsText } = await store.get('settings', 'site');
    assert.deepEqual([title, logo, icon, poweredBy, llmsText], ['Jars', '', '', true, '']);
    const [post] = (await store.summaries()).posts;
    for (const record of [post, await store.get('post', 'a')])
      for (const field of ['description', 'canonicalUrl', 'noindex'])
        assert.equal(field in record, false, field);
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
    blog.console().pragma(`user_version = ${migrations.length + 1}`);
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
