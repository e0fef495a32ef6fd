import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const memory = new URL('../../lib/memory.js', import.meta.url);

/** Keeps a good many objects for a while, as a busy server does, and tells how large the space for new ones became. */
const busy = `
import v8 from 'node:v8';
const kept = [];
for (let round = 0; round < 1e6; round++) kept[round % 1e5] = { round };
const isNew = ({ space_name }) => space_name === 'new_space';
console.log(v8.getHeapSpaceStatistics().find(isNew).space_size);
`;

describe('The space for new objects', () => {
  /** @param {string} start code */
  const sizeAfter = async (start) => {
    const code = `${start}; ${busy}`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
    return Number(stdout);
  };

  it('stays small under load, where that of other programs grows', async () => {
    const start = `import { keepNewSpaceSmall } from '${memory.href}'; keepNewSpaceSmall()`;
    const [grown, small] = [await sizeAfter(''), await sizeAfter(start)];
    assert.ok(small <= grown / 4, `${small} of ${grown} bytes`);
  }).timeout(20_000);
});
