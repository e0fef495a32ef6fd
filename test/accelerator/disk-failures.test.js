import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import { BodyFiles, digestOf } from '../../lib/accelerator/store/body-files.js';
import { DiskIndex } from '../../lib/accelerator/store/disk-index.js';
import { DiskTier } from '../../lib/accelerator/store/disk-tier.js';
import { DiskFolder } from './disk-folder.js';
import { entryOf, until } from './entries.js';

/** @param {Buffer} body */
const nameOf = async (body) => {
  const digest = await digestOf(body);
  return `${digest[0]}/${digest}`;
};

describe('The disk tier', () => {
  /** @type {DiskFolder} */
  let folder;
  beforeEach(() => (folder = new DiskFolder()));
  afterEach(() => folder.dispose());

  describe('with a body that is not as it was written', () => {
    const content = Buffer.from('a body of some length');
    /** @type {string} */
    let path;
    beforeEach(async () => {
      await folder.write(entryOf('/a', content));
      path = folder.pathOf(await nameOf(content));
    });

    for (const [how, damage] of /** @type {[string, () => void][]} */ ([
      ['changed', () => writeFileSync(path, 'A body of some length')],
      ['cut', () => writeFileSync(path, 'a body of')],
      ['missing', () => rmSync(path)],
      [
        'a link',
        () => (renameSync(path, `${folder.path}/x`), symlinkSync(`${folder.path}/x`, path)),
      ],
    ]))
      it(`returns nothing when it is ${how}, and writes it anew`, async () => {
        damage();
        assert.equal(await folder.open().read('/a'), undefined);
        assert.equal(folder.tier?.statistics().damaged, 1);
        folder.tier?.write(entryOf('/a', content));
        await folder.tier?.close();
        assert.deepEqual((await folder.open().read('/a'))?.variants[0].body, content);
      });
  });

  it('returns nothing when the headers are not as they were written', async () => {
    await folder.write(entryOf('/a', 'one'), entryOf('/b', 'two'));
    folder.change(`UPDATE entries SET fields = replace(fields, 'plain', 'html ') WHERE key = '/a'`);
    assert.equal(await folder.open().read('/a'), undefined);
    assert.deepEqual(folder.tier?.find({ prefixes: ['/'] }), ['/b']);
  });

  describe('with an index that cannot be relied on', () => {
    beforeEach(() => folder.write(entryOf('/a', 'one')));

    for (const [reason, spoil] of /** @type {[string, () => void][]} */ ([
      [
        'it is damaged',
        () => writeFileSync(folder.database, 'not a database, and long enough'.repeat(99)),
      ],
      [
        'it was written by another version of Larder',
        () => folder.change('PRAGMA user_version = 9999'),
      ],
      [
        'the machine stopped while it was in use',
        () => folder.change(`UPDATE run SET boot = 'earlier'`),
      ],
    ]))
      it(`starts anew, and says so: ${reason}`, async () => {
        spoil();
        const again = folder.open();
        assert.deepEqual(folder.warnings(), [`The disk cache starts empty, since ${reason}`]);
        assert.deepEqual(again.count(), { entries: 0, bytes: 0 });
        again.write(entryOf('/b', 'two'));
        await until(
          () =>
            folder.bodies().join() ===
            '3/3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3',
        );
        await again.close();
        assert.ok(await folder.open().read('/b'));
        assert.equal(folder.warnings().length, 1);
      });

    it('starts anew when the tables are damaged', async () => {
      const bytes = readFileSync(folder.database);
      writeFileSync(folder.database, bytes.fill('x', 4096));
      assert.deepEqual(folder.open().count(), { entries: 0, bytes: 0 });
      assert.deepEqual(folder.warnings(), ['The disk cache starts empty, since it is damaged']);
    });

    it('does not start anew when it was closed before the machine stopped', async () => {
      assert.ok(await folder.open({ boot: 'later' }).read('/a'));
    });

    it('does not start anew when only the process has ended', async () => {
      folder.change(`UPDATE run SET boot = 'boot'`);
      assert.ok(await folder.open().read('/a'));
      await folder.tier?.close();
      folder.change(`UPDATE run SET boot = ''`);
      assert.equal(await folder.open({ boot: '' }).read('/a'), undefined);
    });
  });

  it('deletes files that no entry uses, and none that is not its own', async () => {
    await folder.write(entryOf('/a', 'one'));
    const [known] = folder.bodies();
    const others = ['0/notes.txt', `0/${'0'.repeat(63)}`, 'f/00'];
    const orphans = [`0/${'0'.repeat(64)}`, `f/${'f'.repeat(64)}.new`];
    for (const name of [...others, ...orphans]) writeFileSync(folder.pathOf(name), '');
    writeFileSync(join(folder.path, 'manifest.json'), '');
    folder.open();
    const expected = [known, ...others].sort();
    await until(() => folder.bodies().length === expected.length);
    assert.deepEqual(folder.bodies(), expected);
    assert.ok(existsSync(join(folder.path, 'manifest.json')));
  });

  describe('with a folder that it cannot use, leaves responses in memory', () => {
    /** @param {RegExp} reason @param {string} [path] */
    function refuses(reason, path = folder.path) {
      assert.equal(folder.tryOpen({ folder: path }), undefined);
      assert.equal(folder.warnings().length, 1);
      assert.match(
        folder.warnings()[0],
        /^Responses are kept in memory only, since the disk cache/,
      );
      assert.match(folder.warnings()[0], reason);
    }

    it('since it is no folder', () => {
      writeFileSync(join(folder.path, 'file'), '');
      refuses(/EEXIST|ENOTDIR/, join(folder.path, 'file'));
    });

    it('since another process uses it', () => {
      const first = folder.open();
      refuses(/responses\.db is in use by another process/);
      folder.tier = first;
    });

    it('since it has the database of another program', () => {
      new Database(folder.database).exec('CREATE TABLE accounts (name)').close();
      refuses(/is the database of another program/);
      assert.equal(new Database(folder.database).prepare('SELECT * FROM accounts').all().length, 0);
    });

    it('since its database or a folder in it is a link', async () => {
      mkdirSync(join(folder.path, 'elsewhere'));
      symlinkSync(join(folder.path, 'elsewhere'), join(folder.path, 'responses'));
      refuses(/responses is not a folder of the user/);
      rmSync(folder.database);
      folder.log.lines.length = 0;
      symlinkSync(join(folder.path, 'elsewhere/x.db'), folder.database);
      refuses(/responses\.db is not a file of the user/);
      assert.deepEqual(readdirSync(join(folder.path, 'elsewhere')), []);
    });
  });

  describe('when the disk fails', () => {
    it('stops writing for a minute, with one warning, and still reads and removes', async () => {
      const [away, here] = [entryOf('/away', 'one'), entryOf('/here', 'two')];
      await folder.write(away, here, entryOf('/old', 'three'), entryOf('/c', 'four'));
      const path = folder.pathOf(await nameOf(Buffer.from('one')));
      const shard = dirname(path);
      const again = folder.open();
      renameSync(shard, `${shard}.away`);
      writeFileSync(shard, 'in the way');
      again.remove('/away');
      again.write(away);
      await until(() => !again.statistics().isWriting);
      again.write(entryOf('/old', 'newer'));
      assert.equal(await again.read('/away'), undefined);
      assert.equal(await again.read('/old'), undefined);
      assert.deepEqual(await again.read('/here'), here);
      assert.ok(again.remove('/c'));
      await folder.clock.tick(60_000);
      again.write(away);
      await until(() => !again.statistics().isWriting);
      assert.equal(folder.warnings().length, 1);
      assert.match(folder.warnings()[0], /since the disk cache cannot be written: ENOTDIR/);
      rmSync(shard);
      renameSync(`${shard}.away`, shard);
      await folder.clock.tick(60_000);
      again.write(away);
      await again.close();
      assert.equal(folder.log.lines.at(-1)?.message, 'The disk cache works again');
      assert.deepEqual(folder.open().find({ prefixes: ['/'] }), ['/away', '/here']);
    });

    it('keeps what it could not read for the moment', async () => {
      await folder.write(entryOf('/a', 'one'));
      const shard = dirname(folder.pathOf(await nameOf(Buffer.from('one'))));
      const again = folder.open();
      renameSync(shard, `${shard}.away`);
      writeFileSync(shard, 'in the way');
      assert.equal(await again.read('/a'), undefined);
      rmSync(shard);
      renameSync(`${shard}.away`, shard);
      assert.ok(await again.read('/a'));
    });

    it('gives up an index that it cannot remove from, so that nothing comes back', async () => {
      await folder.write(entryOf('/a', 'one'), entryOf('/b', 'two'));
      const index = new DiskIndex(folder.database, 'boot', assert.fail);
      const fail = () => {
        throw new Error('database or disk is full');
      };
      index.insert = fail;
      const files = new BodyFiles(join(folder.path, 'responses'));
      const options = { ...folder, folder: folder.path, maxBytes: 1e6 };
      const tier = new DiskTier(index, files, options);
      tier.write(entryOf('/c', 'three'));
      await until(() => !tier.statistics().isWriting);
      index.delete = fail;
      assert.equal(tier.remove('/a'), false);
      const message = /has failed and is not used until the next start: database or disk/;
      assert.match(folder.warnings()[1], message);
      tier.write(entryOf('/c', 'three'));
      assert.equal(await tier.read('/b'), undefined);
      assert.deepEqual(tier.count(), { entries: 0, bytes: 0 });
      await until(() => folder.bodies().length === 0);
      await tier.close();
      assert.deepEqual(folder.open().count(), { entries: 0, bytes: 0 });
      assert.equal(folder.warnings().length, 2);
    });
  });
});
