import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sayFault } from '../../lib/base/system-errors.js';

describe('A fault of the machine', () => {
  it('is told with what to do, and what was tried', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    assert.equal(
      sayFault(error, ', and run this again'),
      'The disk is full: free some space, and run this again (ENOSPC: no space left on device, write).',
    );
    assert.match(sayFault(error), /^The disk is full: free some space \(ENOSPC/);
  });

  it('is not what a mistake of a program is', () => {
    assert.equal(sayFault(new TypeError('x is not a function')), '');
    try {
      readFileSync(tmpdir());
    } catch (error) {
      assert.equal(sayFault(error), '');
    }
  });
});
