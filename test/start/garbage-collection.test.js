import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const memory = new URL('../../lib/start/garbage-collection.js', import.meta.url);

/** Keeps many objects for a while, as a busy server does, and tells how large the space for new ones became. */
const busy = `
import v8 from 'node:v8';
import { setImmediate } from 'node:timers/promises';
const kept = [];
for (let turn = 0; turn < 200; turn++) {
  for (let round = 0; round < 2e4; round++) kept[(turn * 2e4 + round) % 1e5] = { round };
  await setImmediate();
}
const isNew = ({ space_name }) => space_name === 'new_space';
console.log(v8.getHeapSpaceStatistics().find(isNew).space_size);
`;

describe("V8's young generation", () => {
  /** @param {string} start code */
  const sizeAfter = async (start) => {
    const code = `${start}; ${busy}`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
    return Number(stdout);
  };

  it('stays small under load, where that of other programs grows', async () => {
    const start = `import { tuneGarbageCollection } from '${memory.href}'; tuneGarbageCollection()`;
    const [grown, small] = await Promise.all([sizeAfter(''), sizeAfter(start)]);
    assert.ok(small <= grown / 2, `${small} of ${grown} bytes`);
  }).timeout(20_000);
});
