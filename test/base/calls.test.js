import assert from 'node:assert/strict';
import { LarderError } from '../../lib/base/errors.js';
import { Calls } from '../../lib/base/threads/calls.js';
/** @import { Functions } from '../../lib/base/threads/calls.js' */

describe('Calls between processes and threads', () => {
  /** @param {Functions} functions */
  function connect(functions) {
    /** @type {[Calls, Calls]} */
    const ends = [
      new Calls({
        send: (message) => void ends[1].receive(structuredClone(message)),
        functions: {},
      }),
      new Calls({ send: (message) => void ends[0].receive(structuredClone(message)), functions }),
    ];
    return ends[0];
  }

  it('bring what the function returns', async () => {
    const calls = connect({ add: async (one, other) => one + other });
    assert.deepEqual(await Promise.all([calls.call('add', 1, 2), calls.call('add', 3, 4)]), [3, 7]);
  });

  it('bring an expected error whole', async () => {
    const all = {
      headers: ['Retry-After', '3'],
      field: 'name',
      word: ['tooManyComments', { count: 3 }],
      details: { wait: 3 },
      outcome: 'open',
    };
    const calls = connect({
      wait() {
        throw new LarderError('tooMany', 'Please wait', /** @type {any} */ (all));
      },
    });
    await assert.rejects(calls.call('wait'), { code: 'tooMany', message: 'Please wait', ...all });
  });

  it('fail with any other error, and tell one of the operating system from others', async () => {
    const calls = connect({
      write() {
        throw Object.assign(new Error('No space'), { syscall: 'write' });
      },
    });
    await assert.rejects(calls.call('write'), { message: 'No space', syscall: 'write' });
    await assert.rejects(calls.call('nothing'), /not a function/);
  });

  it('fail when the other process ends', async () => {
    const calls = connect({ hang: () => new Promise(() => {}) });
    const asked = calls.call('hang');
    calls.end();
    await assert.rejects(asked, { code: 'unavailable' });
    await assert.rejects(calls.call('hang'), { code: 'unavailable' });
  });
});
