import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { isRunning } from '../../lib/base/processes.js';

describe('The look whether a process runs', () => {
  it('finds this one and the first, which is another user’s, and not one that has ended', () => {
    assert.deepEqual([process.pid, 1].map(isRunning), [true, true]);
    assert.equal(isRunning(spawnSync(process.execPath, ['--version']).pid), false);
  });
});
