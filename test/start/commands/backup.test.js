import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../lib/base/sqlite.js';
import { run as runBackup } from '../../../lib/start/commands/backup.js';
import { run as runDoctor } from '../../../lib/start/commands/doctor.js';
import { run as runRestore } from '../../../lib/start/commands/restore.js';
import { compareBlogs } from '../../../lib/start/commands/copy/compare.js';
import { lastingKinds } from '../../../lib/store/batches.js';
import { openBlog } from '../../../lib/start/open-blog.js';
import { readConfig } from '../../../lib/start/config.js';
import * as fixtures from '../../store/fixtures.js';
import { createClock } from '../../support/clock.js';
import { kindsOfStore, makePlaces, sheet } from './places.js';
/** @import { OpenBlog } from '../../../lib/start/open-blog.js' */
/** @import { Store } from '../../../lib/store/types.js' */

for (const storeKind of kindsOfStore) {
  const usual = { host: '127.0.0.1', domain: [], cdn: [], baseUrl: '' };

  describe(`A backup of a blog in ${storeKind}`, () => {
    /** @type {ReturnType<typeof makePlaces>} */
    let places;
    let storeUrl = '';
    let file = '';
    beforeEach(() => {
      places = makePlaces();
      storeUrl = places.url(storeKind);
      file = join(places.folder, 'backup.db');
    });
    afterEach(() => places.clear());

    /** @param {typeof runBackup} run @param {string[]} args @param {string} [url] */
    async function execute(run, args, url = storeUrl) {
      const [stdout, stderr] = [sheet(), sheet()];
      const config = { storeUrl: url, ...usual, backupDir: join(places.folder, 'daily') };
      const { clock, quietLog } = fixtures;
      const context = /** @type {any} */ ({ config, clock, log: quietLog(), stdout, stderr });
      const code = await run(args, context).catch((error) => {
        stderr.write(error.message);
        return error.code === undefined ? 99 : 1;
      });
      return { code, said: stdout.text() + stderr.text() };
    }
    /** @template T @param {(blog: OpenBlog) => Promise<T>} work */
    async function inBlog(work) {
      const config = readConfig({ STORE_URL: storeUrl });
      const blog = await openBlog(config, { clock: createClock(), log: fixtures.quietLog() });
      try {
        return await work(blog);
      } finally {
        await blog.close();
      }
    }
    const fill = () =>
      inBlog(async ({ content, store }) => {
        await content.saveSettings({ title: 'Jams' });
        const { id } = await content.saveUser({ name: 'Ann', role: 'owner', password: 'hash' });
        const jam = await content.savePost({
          title: 'Jam',
          markdown: 'Boil.',
          status: 'published',
          author: id,
        });
        await content.savePost(
          { id: jam.id, markdown: 'Stir.' },
          { revision: jam.revision, by: id },
        );
        const comment = { name: 'Eve', url: '', markdown: 'Hm.', replyTo: '' };
        await content.saveComment({ ...comment, postId: jam.id, status: 'approved' });
        await content.saveMedia({
          name: 'jar.png',
          type: 'image/png',
          bytes: Buffer.from('jar'),
          width: 1,
          height: 1,
        });
        const session = {
          id: 's1',
          user: id,
          passwordAt: '',
          stage: 'in',
          secret: '',
          createdAt: '',
          seenAt: '',
          agent: '',
        };
        const mail = { id: 'm1', to: 'ann@example.org', text: 'secret link' };
        await store.write([{ kind: 'session', record: session, revision: null }]);
        await store.write([{ kind: 'mail', record: mail, revision: null }]);
      });

    it('gives the same blog when it is restored, without sessions and waiting mail', async () => {
      await fill();
      const { code, said } = await execute(runBackup, [file]);
      assert.equal(code, 0, said);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      for (const left of ['"stage":"in"', 'secret link'])
        assert.equal(readFileSync(file).includes(left), false);
      const target = places.url(storeKind);
      const restored = await execute(runRestore, [file], target);
      assert.equal(restored.code, 0, restored.said);
      assert.match(restored.said, /Restored: 1 posts and pages, 1 comments, 1 media, 1 users\./);
      await places.inStore(storeUrl, (from) =>
        places.inStore(target, async (to) => {
          // Each knows which command was run on it.
          const kinds = lastingKinds.filter((kind) => kind !== 'act');
          const { differences } = await compareBlogs(kinds, from, to);
          assert.deepEqual(differences, []);
          assert.equal(await to.get('session', 's1'), null);
          assert.equal(await to.get('mail', 'm1'), null);
          assert.notEqual(await to.epoch(), await from.epoch());
        }),
      );
      assert.equal((await execute(runDoctor, [], target)).said.includes('No problems found'), true);
    });

    it('is refused when a byte of its content is another one', async () => {
      await fill();
      await execute(runBackup, [file]);
      const bytes = readFileSync(file);
      const at = bytes.indexOf('Stir.');
      assert.ok(at > 0);
      bytes[at] ^= 1;
      writeFileSync(file, bytes);
      const { code, said } = await execute(runRestore, [file, '--force']);
      assert.match(
        said,
        /^The backup .*backup\.db is damaged: its content is not that of its check/,
      );
      assert.equal(code, 1);
    });

    it('of an older Larder is restored, and said to be unchecked', async () => {
      await fill();
      await execute(runBackup, [file]);
      const checked = await execute(runRestore, [file, '--force']);
      assert.doesNotMatch(checked.said, /not checked/);
      truncateSync(file, 4096 * Math.floor(statSync(file).size / 4096));
      const { code, said } = await execute(runRestore, [file, '--force']);
      assert.match(said, /backup\.db has no checksum, so its content was not checked/);
      assert.equal(code, 0);
    });

    it('is not written over a file, nor restored over a blog, unless by force', async () => {
      await fill();
      writeFileSync(file, 'mine');
      assert.equal((await execute(runBackup, [file])).code, 1);
      assert.equal(readFileSync(file, 'utf8'), 'mine');
      assert.equal((await execute(runBackup, [file, '--force'])).code, 0);
      await inBlog(({ content }) => content.savePost({ title: 'Later', status: 'published' }));
      const refused = await execute(runRestore, [file]);
      assert.equal(refused.code, 1);
      assert.match(refused.said, /There is already a blog here, with 2 posts.*Nothing was changed/);
      assert.equal((await execute(runRestore, [file, '--force'])).code, 0);
      await inBlog(async ({ index }) => {
        assert.deepEqual(
          [...index.posts()].map(({ title }) => title),
          ['Jam'],
        );
      });
    });

    if (storeKind === 'SQLite')
      it('is never written over the blog itself', async () => {
        await fill();
        const own = storeUrl.slice('sqlite:'.length);
        symlinkSync(own, file);
        for (const path of [own, file]) {
          const { code, said } = await execute(runBackup, [path, '--force']);
          assert.equal(code, 1);
          assert.match(said, /is the blog’s own database/);
        }
        await inBlog(async ({ index }) => assert.equal([...index.posts()].length, 1));
      });

    it('when restored is seen by a running server, which reads all anew', async () => {
      await fill();
      await execute(runBackup, [file]);
      await inBlog(async ({ content, index, changes }) => {
        const { id, revision = '' } = [...index.posts()][0];
        await content.savePost({ id, title: 'Changed' }, { revision });
        changes.follow();
        const { code, said } = await execute(runRestore, [file, '--force']);
        assert.equal(code, 0, said);
        while (index.post(id)?.title !== 'Jam') await new Promise((done) => setImmediate(done));
        await assert.rejects(content.savePost({ id, title: 'Old' }, { revision }), {
          code: 'conflict',
        });
      });
    });

    it('taken while others write is a blog in which all is well', async () => {
      await fill();
      await inBlog(async ({ content }) => {
        let isDone = false;
        const writing = (async () => {
          for (let number = 0; !isDone; number += 1) {
            const post = await content.savePost({ title: `Jar ${number}`, status: 'published' });
            const { id, revision } = post;
            await content.savePost({ id, slug: `moved-${number}` }, { revision });
            const comment = { name: 'Eve', url: '', markdown: 'Hm.', replyTo: '' };
            await content.saveComment({ ...comment, postId: id, status: 'approved' });
            await new Promise((done) => setImmediate(done));
          }
        })();
        for (let time = 0; time < 5; time += 1) {
          const { code, said } = await execute(runBackup, [file, '--force']);
          assert.equal(code, 0, said);
          const target = places.url('SQLite');
          assert.equal((await execute(runRestore, [file], target)).code, 0);
          const doctor = await execute(runDoctor, [], target);
          assert.match(doctor.said, /^No problems found/);
        }
        isDone = true;
        await writing;
      });
    });

    it('that is none, or damaged, changes nothing', async () => {
      await fill();
      await execute(runBackup, [file]);
      const [text, other, cut, newer] = ['a.txt', 'b.db', 'c.db', 'd.db'].map((name) =>
        join(places.folder, name),
      );
      writeFileSync(text, 'Hello');
      new Database(other).exec('CREATE TABLE t (x)').close();
      writeFileSync(cut, readFileSync(file));
      truncateSync(cut, 20_000);
      writeFileSync(newer, readFileSync(file));
      new Database(newer).exec('PRAGMA user_version = 999').close();
      truncateSync(newer, 4096 * Math.floor(statSync(newer).size / 4096));
      for (const [path, sentence] of /** @type {[string, RegExp][]} */ ([
        [text, /^The backup .*a\.txt is not a Larder backup/m],
        [other, /is not a Larder backup/],
        [cut, /^The backup .*c\.db is damaged: choose another one/m],
        [newer, /d\.db was written by a newer Larder/],
        [join(places.folder, 'gone.db'), /The file .* does not exist/],
      ])) {
        const { code, said } = await execute(runRestore, [path, '--force']);
        assert.equal(code, 1);
        assert.match(said, sentence);
      }
      await inBlog(async ({ index }) => assert.equal([...index.posts()].length, 1));
    });

    if (storeKind === 'SQLite')
      it('is not made of a blog that is damaged, which is named', async () => {
        await fill();
        const own = storeUrl.slice('sqlite:'.length);
        // An index that nobody reads now: the integrity check alone finds it.
        const db = new Database(own);
        db.exec('CREATE INDEX other ON posts (id); PRAGMA wal_checkpoint(TRUNCATE)');
        const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'other'");
        const page = Number(root.pluck().get());
        db.close();
        const handle = openSync(own, 'r+');
        writeSync(handle, 'damaged', (page - 1) * 4096 + 100);
        writeSync(handle, Buffer.alloc(2), 0, 2, (page - 1) * 4096 + 3);
        closeSync(handle);
        const { code, said } = await execute(runBackup, [file]);
        assert.equal(code, 1);
        assert.match(said, /^The database .*larder-test-.* is damaged: .*wrong # of entries/m);
        assert.doesNotMatch(said, /\.part/);
        assert.equal(existsSync(file), false);
      });

    it('leaves nothing half, and what one that was killed has left goes with the next', async () => {
      await fill();
      writeFileSync(`${file}.999999999.part`, 'half');
      writeFileSync(`${file}.999999999`, 'mine');
      await execute(runBackup, [file]);
      assert.deepEqual(
        readdirSync(places.folder).filter((name) => name.startsWith('backup')),
        ['backup.db', 'backup.db.999999999'],
      );
      const { code } = await execute(runBackup, [join(places.folder, 'no/such/folder/b.db')]);
      assert.equal(code, 1);
      assert.equal(existsSync(join(places.folder, 'no')), false);
    });

    it('is listed among those of each day, and restored by its day, with what would be lost', async () => {
      assert.match((await execute(runRestore, [])).said, /There is no backup in .*daily yet/);
      await fill();
      const daily = join(places.folder, 'daily');
      mkdirSync(daily);
      await execute(runBackup, [join(daily, 'larder-2020-03-04T03-10-00Z.db')]);
      const { said, code } = await execute(runRestore, []);
      assert.equal(code, 0);
      assert.match(said, /^2020-03-04 03:10 UTC +\S+ \w+ {2}\S+larder-2020-03-04T03-10-00Z\.db\n/);
      for (const name of ['2020-03-04', 'latest']) {
        const refused = await execute(runRestore, [name]);
        assert.equal(refused.code, 1);
        assert.match(refused.said, /Since that backup .* there was 1 change of posts and pages/);
        assert.match((await execute(runRestore, [name, '--force'])).said, /Restored: 1 posts/);
      }
      assert.match((await execute(runRestore, ['2020-03-05'])).said, /no backup of 2020-03-05/);
    });

    it('says how it is used', async () => {
      for (const run of [runBackup, runRestore])
        for (const args of [
          ['a', 'b'],
          ['a', '--wrong'],
        ])
          assert.equal((await execute(run, args)).code, 2);
      assert.equal((await execute(runBackup, [])).code, 2);
    });
  });
}
