import assert from 'node:assert/strict';
import { LarderError } from '../../lib/base/errors.js';
import { again, removal, createWriter } from '../../lib/content/writing/writer.js';

/** @import { Put } from '../../lib/store/types.js' */

/** @type {Put} */
const put = { kind: 'post', record: { id: 'a', title: 'Jam' }, revision: null };

describe('A write of content', () => {
  it('goes to the store, then to the pages of this process, then to the other workers, and only then to the author', async () => {
    const { writer, steps } = start({ revisions: ['1'] });
    assert.deepEqual(await writer.write([put], 'reader'), ['1']);
    assert.deepEqual(steps, [
      'expects post a by reader',
      'stores 1',
      'applies post a, revision 1, by reader',
      'other workers: post a 1',
      'waits for grace',
      'waits for recovery',
      'expects post a no more',
    ]);
  });

  it('that the store refuses changes no page, and is expected no more', async () => {
    const { writer, steps } = start({ fails: new LarderError('conflict', 'Saved by another') });
    await assert.rejects(writer.write([put]), { code: 'conflict' });
    assert.deepEqual(steps, ['expects post a by here', 'expects post a no more']);
  });

  it('of several records is applied in their order, without those that the store did not write', async () => {
    const { writer, steps } = start({ revisions: ['1', '', null] });
    await writer.write([
      put,
      { ...put, record: { id: 'b' } },
      removal('comment', { id: 'c', revision: '7' }),
    ]);
    assert.deepEqual(
      steps.filter((step) => /^(?:applies|other)/.test(step)),
      [
        'applies post a, revision 1, by here',
        'applies removal of comment c, revision 7, by here',
        'other workers: post a 1, comment c null',
      ],
    );
  });

  it('of what no reader sees is not sent to the other workers', async () => {
    const { writer, steps } = start({ revisions: ['1'] });
    await writer.write([{ kind: 'session', record: { id: 's' }, revision: null }]);
    assert.ok(steps.includes('other workers: '));
  });

  it('that the other workers do not confirm is an error that says that it was saved', async () => {
    const { writer } = start({ revisions: ['1'], isConfirmed: false });
    await assert.rejects(writer.write([put]), { outcome: 'saved' });
  });

  it('that meets another one is made again up to four times, and after any other error never', async () => {
    for (const [code, tries] of /** @type {const} */ ([
      ['conflict', 5],
      ['unavailable', 1],
    ])) {
      let count = 0;
      const write = async () => {
        count++;
        throw new LarderError(code, 'Not written');
      };
      await assert.rejects(again(write), { code });
      assert.equal(count, tries);
    }
  });

  /** @param {{ revisions?: (string | null)[], fails?: Error, isConfirmed?: boolean }} [how] */
  function start({ revisions = [], fails, isConfirmed = true } = {}) {
    /** @type {string[]} */
    const steps = [];
    const later = (/** @type {string} */ step) =>
      new Promise((resolve) => setImmediate(() => resolve(steps.push(step))));
    const changes = {
      expect(/** @type {string} */ kind, /** @type {string} */ id, /** @type {string} */ by) {
        steps.push(`expects ${kind} ${id} by ${by}`);
        return () => steps.push(`expects ${kind} ${id} no more`);
      },
      apply: (/** @type {any[]} */ ...[kind, id, record, revision, by]) =>
        steps.push(
          `applies ${record ? '' : 'removal of '}${kind} ${id}, revision ${revision}, by ${by}`,
        ),
      grace: { then: (/** @type {() => void} */ go) => later('waits for grace').then(go) },
      recovery: { then: (/** @type {() => void} */ go) => later('waits for recovery').then(go) },
    };
    const store = {
      async write() {
        if (fails) throw fails;
        await later(`stores ${revisions.join()}`);
        return revisions;
      },
    };
    const acknowledge = async (/** @type {any[]} */ all) => {
      const what = all.map(({ kind, id, revision }) => `${kind} ${id} ${revision}`);
      await later(`other workers: ${what.join(', ')}`);
      if (!isConfirmed) throw new LarderError('unavailable', 'A worker hangs');
    };
    const deps = /** @type {any} */ ({ store, changes, acknowledge });
    return { writer: createWriter(deps), steps };
  }
});
