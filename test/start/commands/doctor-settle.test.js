import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../lib/start/commands/doctor.js';
import { clusterBench } from '../../store/cluster-bench.js';
import { ada, quietLog, siteSettings, welcomePost } from '../../store/fixtures.js';
import { sheet } from './places.js';
/** @import { Store } from '../../../lib/store/types.js' */

describe('larder doctor, of a record of which a cluster has two texts,', () => {
  const bench = clusterBench();
  const { id } = welcomePost;
  const folder = process.cwd();
  /** @type {Store} */
  let store;
  /** Called while the doctor waits for servers to withdraw what they have refused. */
  let meanwhile = () => {};
  beforeEach(async () => {
    process.chdir(mkdtempSync(join(tmpdir(), 'larder-')));
    meanwhile = () => {};
    store = await bench.open(0);
    const [revision] = await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
    await bench.put(store, siteSettings.title, null);
    split(`post:${id}`, { ...welcomePost, title: 'Ours' }, { title: 'Theirs' }, String(revision));
  });
  afterEach(() => {
    rmSync(process.cwd(), { recursive: true });
    process.chdir(folder);
  });

  /** Makes two texts of one. @param {string} document @param {any} record @param {object} change @param {string} _rev */
  function split(document, { id: _, ...record }, change, _rev) {
    bench.cluster.split([[0], [1, 2]]);
    bench.cluster.put(0, document, { ...record, _rev, writeId: 'ours' });
    bench.cluster.put(1, document, { ...record, ...change, _rev, writeId: 'theirs' });
    bench.cluster.heal();
  }
  /** @param {string} document */
  const living = (document) =>
    bench.cluster.branches(0, document).flatMap(({ doc }) => (doc._deleted ? [] : [doc.title]));

  /** @param {string[]} args */
  async function doctor(...args) {
    const stdout = sheet();
    const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') };
    const sleep = async () => meanwhile();
    const config = {
      host: '127.0.0.1',
      domain: [],
      cdn: [],
      baseUrl: '',
      workers: 1,
      storeUrl: bench.couches[0].url,
    };
    const context = /** @type {any} */ ({
      config,
      clock,
      sleep,
      log: quietLog(),
      stdout,
      stderr: sheet(),
    });
    return { code: await run(args, context), said: stdout.text() };
  }

  it('names it, and changes nothing', async () => {
    const { code, said } = await doctor();
    assert.match(said, new RegExp(`The post “(Ours|Theirs)” \\(${id}\\) has 2 conflicting`));
    assert.match(said, /--settle/);
    assert.equal(code, 1);
    assert.equal(living(`post:${id}`).length, 2);
  });

  it('keeps the one that readers see when asked to, and puts the other into the history', async () => {
    const before = await store.get('post', id);
    const { said } = await doctor('--settle');
    assert.match(said, new RegExp(`Settled the post “(Ours|Theirs)” \\(${id}\\)`));
    assert.doesNotMatch(said, /has 2 conflicting/);
    assert.deepEqual(living(`post:${id}`), [before.title]);
    assert.deepEqual(await store.get('post', id), before);
    const [version] = (await store.get('history', id)).versions;
    const kept = await store.get('version', version.id);
    assert.deepEqual([kept.title, before.title].sort(), ['Ours', 'Theirs']);
    assert.equal(kept.markdown, welcomePost.markdown);
    const again = await doctor('--settle');
    assert.doesNotMatch(again.said, /Settled/);
  });

  it('puts what has no history into a file', async () => {
    const { revision } = await store.get('settings', 'site');
    split(
      'settings:site',
      { ...siteSettings, title: 'Our blog' },
      { title: 'Their blog' },
      revision,
    );
    await doctor('--settle');
    assert.equal(living('settings:site').length, 1);
    const lines = readFileSync('settled.jsonl', 'utf8').trim().split('\n');
    const titles = lines.map((line) => JSON.parse(line).title);
    assert.deepEqual([...titles, ...living('settings:site')].sort(), ['Our blog', 'Their blog']);
  });

  it('leaves alone what was refused, and is withdrawn meanwhile', async () => {
    await store.write([{ kind: 'user', record: ada, revision: null }]);
    meanwhile = () => {
      const [one, other] = bench.cluster.branches(0, `post:${id}`);
      const losing = one.doc.title === 'Ours' ? one : other;
      bench.cluster.split([[0, 1, 2]]);
      bench.cluster.put(0, `post:${id}`, { _rev: losing.line[0], _deleted: true });
    };
    const { said } = await doctor('--settle');
    assert.doesNotMatch(said, /Settled/);
    assert.equal(await store.get('history', id), null);
  });

  it('settles nothing while a node is away, which may know what was refused', async () => {
    bench.cluster.split([[0, 1], [2]]);
    const { code, said } = await doctor('--settle');
    assert.match(said, /Nothing was settled/);
    assert.equal(code, 1);
    assert.equal(living(`post:${id}`).length, 2);
    assert.ok(!existsSync('settled.jsonl'));
  });
});
