import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Database } from '../../lib/base/sqlite.js';
import { DiskFolder } from './disk-folder.js';
import { entryOf, signature, signedEntry, until } from './entries.js';

const children = fileURLToPath(new URL('children/', import.meta.url));

describe('The disk tier', () => {
  /** @type {DiskFolder} */
  let folder;
  beforeEach(() => (folder = new DiskFolder()));
  afterEach(() => folder.dispose());

  describe('after a restart', () => {
    it('returns an entry as it was written, with all its variants', async () => {
      const entry = entryOf('/a?b=1', 'first', { groups: ['news', 'sport'], version: '7' });
      const [variant] = entry.variants;
      const german = { ...variant, varied: { 'accept-language': 'de' }, body: Buffer.from('zwei') };
      const empty = { ...variant, status: 301, body: Buffer.alloc(0) };
      const whole = { ...entry, variants: [german, variant, empty] };
      await folder.write(whole);
      assert.deepEqual(await folder.open().read('/a?b=1'), whole);
    });

    it('does not return what was removed or replaced', async () => {
      await folder.write(entryOf('/a', 'one'), entryOf('/b', 'one'));
      const again = folder.open();
      assert.equal(again.remove('/a'), true);
      assert.equal(again.remove('/a'), false);
      again.write(entryOf('/b', 'two'));
      await again.close();
      assert.equal(await folder.open().read('/a'), undefined);
      assert.equal((await folder.tier?.read('/b'))?.variants[0].body.toString(), 'two');
      assert.deepEqual(folder.tier?.find({ prefixes: [''] }), ['/b']);
    });

    it('does not return what was removed while it waited to be written', async () => {
      const first = folder.open();
      first.write(entryOf('/a', 'one'));
      assert.equal(first.remove('/a'), true);
      await first.close();
      assert.deepEqual(folder.bodies(), []);
      assert.equal(await folder.open().read('/a'), undefined);
    });

    it('does not return what was removed while it was being written', async () => {
      const first = folder.open();
      first.write(entryOf('/a', 'one'));
      await until(() => folder.bodies().length > 0);
      first.remove('/a');
      await first.close();
      assert.deepEqual(folder.bodies(), []);
      assert.equal(await folder.open().read('/a'), undefined);
    });
  });

  it('returns an entry before it is written, and finds it', async () => {
    const entry = entryOf('/a', 'one', { groups: ['news'], etag: '"x"' });
    folder.open().write(entry);
    assert.equal(await folder.tier?.read('/a'), entry);
    for (const selector of selectors) assert.deepEqual(folder.tier?.find(selector), ['/a']);
  });

  it('finds entries by key, prefix, entity tag and group', async () => {
    await folder.write(
      entryOf('/a', 'one', { groups: ['news'], etag: '"x"' }),
      entryOf('/b%_*', 'two', { groups: ['newsletter'], etag: 'W/"x"' }),
      entryOf('/b\u{10ffff}', 'three'),
    );
    const again = folder.open();
    for (const selector of selectors) assert.deepEqual(again.find(selector), ['/a']);
    assert.deepEqual(again.find({ prefixes: ['/b%_'] }), ['/b%_*']);
    assert.deepEqual(again.find({ prefixes: ['/b'] }), ['/b%_*', '/b\u{10ffff}']);
    assert.deepEqual(again.find({ urls: ['/a', '/none'], groups: ['news'] }), ['/a']);
    assert.deepEqual(again.find({}), []);
  });
  const selectors = [
    { urls: ['/a'] },
    { prefixes: ['/a'] },
    { etags: ['"x"'] },
    { groups: ['news'] },
  ];

  describe('with an invalidation of many entries', () => {
    const keys = Array.from({ length: 100 }, (_, n) => `/many/${n}`);
    beforeEach(() =>
      folder.write(
        entryOf('/other', 'other', { groups: ['others'] }),
        ...keys.map((key) => entryOf(key, key, { groups: ['many'] })),
      ),
    );

    for (const selector of [{ prefixes: ['/many/'] }, { groups: ['many'] }])
      it(`returns none of them from then on, by ${Object.keys(selector)}`, async () => {
        const tier = folder.open();
        const reading = tier.read('/many/99');
        tier.invalidate(selector);
        assert.ok(tier.count().entries > 50, 'as yet they are not deleted');
        tier.write(entryOf('/many/7', 'a later one', { groups: ['many'] }));
        assert.equal(await reading, undefined);
        assert.deepEqual(tier.find({ prefixes: ['/'] }), ['/other', '/many/7']);
        for (const key of keys) assert.equal(Boolean(await tier.read(key)), key === '/many/7');
        await tier.close();
        const again = folder.open();
        assert.deepEqual(again.find({ prefixes: ['/'] }), ['/many/7', '/other']);
        assert.equal(again.versionOf('/many/8'), undefined);
        assert.equal(again.versionOf('/many/7'), '1');
        await until(() => again.count().entries === 2 && folder.bodies().length === 2);
      });

    it('invalidates all when too many wait to be carried out', async () => {
      const tier = folder.open();
      for (let n = 0; n < 100; n++) tier.invalidate({ prefixes: ['/many/'], groups: [`${n}`] });
      assert.deepEqual(tier.find({ groups: ['others'] }), ['/other']);
      tier.invalidate({ groups: ['many'] });
      assert.deepEqual(tier.find({ prefixes: [''] }), []);
      await tier.close();
      const database = new Database(folder.database);
      assert.equal(database.prepare('SELECT count(*) FROM invalidations').pluck().get(), 1);
      database.close();
    });

    it('drops those that wait to be written', async () => {
      const tier = folder.open();
      tier.write(entryOf('/many/new', 'new'));
      tier.invalidate({ prefixes: ['/many/'] });
      assert.equal(await tier.read('/many/new'), undefined);
    });
  });

  it('does not return what was removed while it was read', async () => {
    await folder.write(entryOf('/a', 'one'), entryOf('/b', 'two'));
    const reading = folder.open().read('/a');
    folder.tier?.remove('/a');
    assert.equal(await reading, undefined);
    const replaced = folder.tier?.read('/b');
    folder.tier?.write(entryOf('/b', 'three'));
    assert.equal(await replaced, undefined);
  });

  it('can be read by its owner only', async () => {
    rmSync(folder.path, { recursive: true });
    await folder.write(entryOf('/a', 'one'));
    const modes = [
      folder.path,
      join(folder.path, 'responses'),
      folder.database,
      folder.pathOf(folder.bodies()[0]),
    ];
    assert.deepEqual(
      modes.map((path) => (statSync(path).mode & 0o777).toString(8)),
      ['700', '700', '600', '600'],
    );
  });

  it('returns whole entries, and none that was removed or replaced, when a process was killed', async () => {
    /** What was asked for last, by key. @type {Map<string, { version: number, what: string }>} */
    const reported = new Map();
    let found = 0;
    for (let round = 0; round < 3; round++) {
      const args = [`${children}write-and-remove.js`, folder.path, String(1 + round * 1_000_000)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const exit = once(child, 'exit');
      let lines = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        const [key, version, what] = line.split(' ');
        reported.set(key, { version: Number(version), what });
        if (++lines === 500 + round * 50) child.kill('SIGKILL');
      }
      assert.deepEqual(await exit, [null, 'SIGKILL']);
      const again = folder.open({ boot: undefined, maxBytes: 2_000_000 });
      for (const [key, { version, what }] of reported) {
        const entry = await again.read(key);
        if (!entry) continue;
        found++;
        // What the child did after its last line was not told.
        const isLater = Number(entry.version) > version;
        assert.ok(isLater || (what === 'written' && Number(entry.version) === version), key);
        assert.deepEqual(entry, signedEntry(key, Number(entry.version)));
        assert.equal(entry.variants[0].headers[3], signature(entry.variants[0].body));
      }
      assert.equal(again.statistics().damaged, 0);
      // What was not written to its end is deleted a folder at a time, while others are served.
      await until(() => !folder.bodies().some((name) => name.endsWith('.new')));
      await again.close();
      assert.deepEqual(folder.warnings(), []);
    }
    assert.ok(found > 50, `${found}`);
  });

  describe('under its budget', () => {
    const text = (/** @type {number} */ size, fill = 'x') => Buffer.alloc(size, fill);

    it('deletes what was not used for longest, also before a restart', async () => {
      await folder.write(...['/a', '/b', '/c'].map((key) => entryOf(key, text(300_000, key))));
      assert.ok(await folder.open().read('/a'));
      await folder.tier?.close();
      const again = folder.open({ maxBytes: 1_000_000 });
      again.write(entryOf('/d', text(300_000, 'd')));
      await again.close();
      assert.deepEqual(folder.open().find({ prefixes: ['/'] }), ['/a', '/c', '/d']);
    });

    it('keeps what is read from memory, as long as there is something else', async () => {
      const keys = ['/a', '/b', '/c'];
      await folder.write(...keys.map((key) => entryOf(key, text(300_000, key))));
      let inMemory = ['/a', '/b'];
      const options = {
        maxBytes: 1_000_000,
        isInMemory: (/** @type {string} */ key) => inMemory.includes(key),
      };
      const tier = folder.open(options);
      tier.write(entryOf('/d', text(300_000, 'd')));
      await until(() => tier.statistics().evictions === 1);
      assert.deepEqual(tier.find({ prefixes: ['/'] }), ['/a', '/b', '/d']);
      inMemory = ['/a', '/b', '/d', '/e'];
      tier.write(entryOf('/e', text(300_000, 'e')));
      await tier.close();
      assert.deepEqual(folder.open().find({ prefixes: ['/'] }), ['/a', '/b', '/e']);
    });

    it('fits into a smaller one at the next start', async () => {
      await folder.write(...Array.from({ length: 100 }, (_, n) => entryOf(`/${n}`, `body ${n}`)));
      const again = folder.open({ maxBytes: 100_000 });
      await until(
        () => again.count().bytes <= 100_000 && folder.bodies().length === again.count().entries,
      );
      assert.ok(again.find({ urls: ['/99'] }).length === 1 && again.count().entries > 15);
    });

    it('counts and writes a body once that several entries have', async () => {
      await folder.write(entryOf('/a', text(100_000)));
      const { bytes } = folder.open().count();
      await folder.tier?.close();
      await folder.write(entryOf('/b', text(100_000)));
      assert.equal(folder.bodies().length, 1);
      assert.ok(folder.open().count().bytes - bytes < 2000);
      folder.tier?.remove('/a');
      assert.ok(await folder.tier?.read('/b'));
      folder.tier?.remove('/b');
      await folder.tier?.close();
      assert.deepEqual(folder.open().count(), { entries: 0, bytes: 0 });
      assert.deepEqual(folder.bodies(), []);
    });

    it('is about what the files take on disk', async () => {
      await folder.write(
        ...Array.from({ length: 300 }, (_, n) => entryOf(`/${n}`, text(1 + n * 9, `${n}`))),
      );
      const used = [folder.database, ...folder.bodies().map((name) => folder.pathOf(name))]
        .map((path) => statSync(path).blocks * 512)
        .reduce((sum, bytes) => sum + bytes);
      const { bytes } = folder.open().count();
      assert.ok(bytes > used * 0.8 && bytes < used * 1.25, `${bytes} for ${used}`);
    });

    it('does not write what is larger, and removes the older copy', async () => {
      await folder.write(entryOf('/a', 'one'));
      const again = folder.open({ maxBytes: 100_000 });
      again.write(entryOf('/a', text(100_001)));
      assert.equal(again.statistics().skipped, 1);
      assert.equal(await again.read('/a'), undefined);
    });

    it('does not write what the queue has no room for, and removes the older copy', async () => {
      await folder.write(entryOf('/17', 'one'));
      const again = folder.open({ maxBytes: 1e9 });
      const body = text(2 ** 20);
      for (let n = 0; n < 18; n++) again.write(entryOf(`/${n}`, body));
      assert.deepEqual(again.find({ prefixes: ['/'] }).length, 15);
      assert.equal(await again.read('/17'), undefined);
    });
  });
});
