import assert from 'node:assert/strict';
import { add } from '../../lib/base/add.js';

describe('Figures of two processes', () => {
  it('are added, also those that one of them lacks; what only one of them finds true is not', () => {
    const one = { hits: 1, origin: { reachable: true, running: 2 }, kind: 'one', isSafe: true };
    const other = { hits: 2, origin: { reachable: false, running: 3 }, kind: 'other', more: 4 };
    assert.deepEqual(add(/** @type {any} */ (one), other), {
      hits: 3,
      origin: { reachable: false, running: 5 },
      kind: 'one',
      isSafe: true,
      more: 4,
    });
    assert.deepEqual(add({ is: true }, { is: true }), { is: true });
  });
});
