import { deepEqual } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eachTest } from '../support/blog.js';

describe('The list of what networks without tags have', () => {
  const { makeFolder } = eachTest();

  it('can be opened by all workers at the same moment, also when it is new', async () => {
    const folder = makeFolder();
    for (let round = 0; round < 4; round++) {
      const workers = Array.from({ length: 3 }, () =>
        fork(new URL('opening.js', import.meta.url), {
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        }),
      );
      await Promise.all(workers.map((worker) => once(worker, 'message')));
      for (const worker of workers) worker.send(join(folder, `handed-out-${round}.db`));
      const ends = await Promise.all(workers.map((worker) => once(worker, 'exit')));
      deepEqual(
        ends.map(([code]) => code),
        [0, 0, 0],
      );
    }
  });
});
