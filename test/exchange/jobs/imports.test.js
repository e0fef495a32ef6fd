import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Imports } from '../../../lib/exchange/jobs/imports.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
/** @import { TaskConfig } from '../../../lib/exchange/jobs/task.js' */

describe('Imports whose folder cannot be written to', () => {
  const { makeFolder } = eachTest();

  function imports() {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    const log = createQuietLog();
    const config = /** @type {TaskConfig} */ ({});
    const made = new Imports({ config, folder: join(file, 'import'), clock: createClock(), log });
    return { made, log };
  }

  it('do not keep the server from an orderly end', async () => {
    const { made, log } = imports();
    await made.close();
    assert.ok(log.lines.every(({ message }) => /files of an import could not/.test(message)));
    assert.equal(log.lines.at(-1)?.fields.err.code, 'ENOTDIR');
  });

  it('do not say that the disk is full', async () => {
    const { made } = imports();
    await assert.rejects(
      made.receive(async () => {}),
      { code: 'unavailable', message: 'The server cannot write to its folder for imports' },
    );
  });
});
