import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createRefresh } from '../../lib/changes/refresh.js';

const ALL_PAUSES = [0, 20, 50, 100, 200, 400, 800, 1600, 3200];
const told = (/** @type {object} */ fields) =>
  /** @type {any} */ ({ kind: 'post', id: 'jam', ...fields });

describe('A record that the change feed reports', () => {
  it('is applied at once when its revision is the reported one or a later one', async () => {
    for (const revision of ['5', '6']) {
      const { refresh, applied, pauses } = start({ read: () => ({ revision }), known: () => '4' });
      await refresh(told({ revision: '5' }));
      assert.deepEqual(applied, [{ id: 'jam', revision, replaces: undefined, isThere: true }]);
      assert.deepEqual(pauses, []);
    }
  });

  it('is read again after growing pauses while its revision is older, and in the end applied as it is', async () => {
    const { refresh, applied, pauses } = start({ read: () => ({ revision: '4' }) });
    await refresh(told({ revision: '5' }));
    assert.deepEqual(pauses, ALL_PAUSES);
    assert.equal(applied.length, 1);
  });

  it('counts as removed when it is still missing after all pauses', async () => {
    const { refresh, applied, pauses } = start({ read: () => null, known: () => '4' });
    await refresh(told({ revision: '5' }));
    assert.deepEqual(pauses, [0, 20, 50]);
    assert.deepEqual(applied, [{ id: 'jam', revision: '4', replaces: undefined, isThere: false }]);
  });

  it('is removed without a revision when the index did not have it either', async () => {
    const { refresh, applied } = start({ read: () => null });
    await refresh(told({ revision: null }));
    assert.equal(applied[0].revision, null);
  });

  it('is applied as it is found when a comparison of two states names no revision', async () => {
    for (const record of [null, { revision: '3' }]) {
      const { refresh, applied, pauses } = start({ read: () => record, known: () => '4' });
      await refresh(told({}));
      assert.equal(applied.length, 1);
      assert.deepEqual(pauses, []);
    }
  });

  it('as removed is read again until the removed revision is gone, or a later one is there', async () => {
    for (const [record, expected] of /** @type {const} */ ([
      [{ revision: '4' }, ALL_PAUSES],
      [{ revision: '6' }, []],
      [null, []],
    ])) {
      const { refresh, pauses } = start({ read: () => record, known: () => '4' });
      await refresh(told({ revision: null }));
      assert.deepEqual(pauses, expected);
    }
  });

  it('as the remaining one of two versions is read again while its removed rival is found', async () => {
    for (const [revision, expected] of /** @type {const} */ ([
      ['3', []],
      ['4', ALL_PAUSES],
      ['5', []],
      ['6', []],
    ])) {
      const { refresh, applied, pauses } = start({ read: () => ({ revision }), known: () => '4' });
      await refresh(told({ revision: '3', replaces: 5 }));
      assert.deepEqual(pauses, expected, revision);
      assert.deepEqual(applied, [{ id: 'jam', revision, replaces: 5, isThere: true }]);
    }
  });

  it('is read again when the index changes during the read', async () => {
    let known = '4';
    const { refresh, applied, reads } = start({
      read: () => ({ revision: (known = '7') }),
      known: () => known,
    });
    await refresh(told({ revision: '5' }));
    assert.equal(reads(), 2);
    assert.equal(applied.length, 1);
  });

  it('is not read again after the server has stopped', async () => {
    let isClosed = false;
    const { refresh, applied, reads } = start({
      read: () => ({ revision: '4' }),
      isClosed: () => isClosed,
      onPause: (milliseconds) => (isClosed = milliseconds === 50),
    });
    await refresh(told({ revision: '5' }));
    assert.equal(reads(), 3);
    assert.deepEqual(applied, []);
    await refresh(told({ revision: '5' }));
    assert.equal(reads(), 3);
  });

  it('is an error when the store cannot read it', async () => {
    const { refresh, refreshInTurn, pauses } = start({
      read: () => Promise.reject(new Error('down')),
    });
    await assert.rejects(refresh(told({ revision: '5' })), /down/);
    await assert.rejects(refreshInTurn(told({ revision: '5' })), /down/);
    assert.deepEqual(pauses, []);
  });

  describe('in turn', () => {
    it('holds up the feed until it is applied, and leaves no timer', async () => {
      let open = () => {};
      const gate = new Promise((resolve) => (open = () => resolve({ revision: '5' })));
      const { refreshInTurn, applied, running } = start({ read: () => gate, isManual: true });
      const done = refreshInTurn(told({ revision: '5' }));
      assert.deepEqual(running(), [150]);
      open();
      await done;
      assert.equal(applied.length, 1);
      assert.deepEqual(running(), []);
    });

    it('leaves no timer when it cannot be read', async () => {
      const read = () => Promise.reject(new Error('down'));
      const { refreshInTurn, running } = start({ read, isManual: true });
      await assert.rejects(refreshInTurn(told({ revision: '5' })), /down/);
      assert.deepEqual(running(), []);
    });

    it('that takes long holds up the feed no more, and is read again every second after an error', async () => {
      /** @type {any} */
      let found = new Promise(() => {});
      let fail = (/** @type {Error} */ _error) => {};
      found = new Promise((_, reject) => (fail = reject));
      const { refreshInTurn, applied, running, fire } = start({
        read: () => found,
        isManual: true,
      });
      const done = refreshInTurn(told({ revision: '5' }));
      await fire(150);
      await done;
      fail(new Error('down'));
      await setImmediate();
      assert.deepEqual(running(), [1000]);
      found = { revision: '5' };
      await fire(1000);
      assert.equal(applied.length, 1);
    });

    it('holds up the feed when a hundred others are still being read', async () => {
      /** @type {(() => void)[]} */
      const gates = [];
      const read = () => new Promise((resolve) => gates.push(() => resolve({ revision: '5' })));
      const { refreshInTurn, fire } = start({ read, isManual: true });
      let returned = 0;
      const begin = async (/** @type {number} */ count) => {
        for (let number = 0; number < count; number++)
          void refreshInTurn(told({ id: `${number}`, revision: '5' })).then(() => returned++);
        await fire(150);
      };
      await begin(100);
      assert.equal(returned, 100);
      await begin(2);
      assert.equal(returned, 100);
      gates.pop()?.();
      await setImmediate();
      assert.equal(returned, 101);
      for (const open of gates.splice(0)) open();
      await setImmediate();
      assert.equal(returned, 102);
      await begin(100);
      assert.equal(returned, 202);
    });
  });
});

/**
 * @param {object} given
 * @param {() => any} given.read
 * @param {() => string | undefined} [given.known]
 * @param {() => boolean} [given.isClosed]
 * @param {(milliseconds: number) => void} [given.onPause]
 * @param {boolean} [given.isManual]  timers fire when the test says so
 */
function start({ read, known = () => undefined, isClosed = () => false, onPause, isManual }) {
  /** @type {any[]} */
  const applied = [];
  /** @type {number[]} */
  const pauses = [];
  /** @type {Set<{ milliseconds: number, callback: () => void }>} */
  const timers = new Set();
  let reads = 0;
  const { refresh, refreshInTurn } = createRefresh({
    async read() {
      reads++;
      await null;
      return read();
    },
    clock: {
      now: () => 0,
      after(milliseconds, callback) {
        const timer = { milliseconds, callback };
        timers.add(timer);
        const cancel = () => void timers.delete(timer);
        if (isManual || milliseconds === 150) return cancel;
        pauses.push(milliseconds);
        onPause?.(milliseconds);
        queueMicrotask(callback);
        return cancel;
      },
    },
    known,
    apply: (_kind, id, record, revision, replaces) =>
      void applied.push({ id, revision, replaces, isThere: record !== null }),
    isClosed,
  });
  const running = () => [...timers].map(({ milliseconds }) => milliseconds);
  return { refresh, refreshInTurn, applied, pauses, reads: () => reads, running, fire };

  /** Lets all timers of so many milliseconds fire. @param {number} milliseconds */
  async function fire(milliseconds) {
    for (const timer of timers)
      if (timer.milliseconds === milliseconds) {
        timers.delete(timer);
        timer.callback();
      }
    await setImmediate();
  }
}
