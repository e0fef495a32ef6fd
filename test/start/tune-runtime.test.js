import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const module = new URL('../../lib/start/tune-runtime.js', import.meta.url);

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
    const start = `import { tuneRuntime } from '${module.href}'; tuneRuntime()`;
    const [grown, small] = await Promise.all([sizeAfter(''), sizeAfter(start)]);
    assert.ok(small <= grown / 2, `${small} of ${grown} bytes`);
  });
});

/** Asks V8 whether what is held outlives a garbage collection, and is of the shape of what is queued afterwards. */
const look = `
import { executionAsyncResource } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { holdTickShape } from '${module.href}';
const held = await holdTickShape().then((tick) => new WeakRef(tick));
await turn();
gc();
const tick = held.deref();
process.nextTick(() => console.log(!!tick && %HaveSameMap(tick, executionAsyncResource())));
`;

describe("The object shape of process.nextTick's queue", () => {
  it('survives a garbage collection', async () => {
    const flags = ['--allow-natives-syntax', '--expose-gc', '--input-type=module'];
    const { stdout } = await run(process.execPath, [...flags, '-e', look]);
    assert.equal(stdout.trim(), 'true');
  });
});
