import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const module = new URL('../../lib/start/tick-shape.js', import.meta.url);

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
