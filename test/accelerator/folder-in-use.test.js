import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { DiskTier } from '../../lib/accelerator/store/disk-tier.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { makeFolder } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';

const CACHE_TOKEN = 'a-token-of-the-peers';

describe('An accelerator whose CACHE_DIR another one uses', () => {
  it('writes nothing there that the other would take for its own', async () => {
    const { folder, remove } = makeFolder();
    const [clock, log] = [createClock(), createQuietLog()];
    const other = DiskTier.open({ folder, maxBytes: 1e6, clock, log });
    const env = { ORIGIN_URL: 'http://127.0.0.1:1', PEERS: 'http://127.0.0.1:1', CACHE_TOKEN };
    const config = readAcceleratorConfig({ PORT: '0', CACHE_DIR: folder, ...env });
    try {
      const before = readdirSync(folder);
      const starting = startAccelerator(config, { clock, log, nodeId: 'second--' });
      for (let turn = 0; turn < 100; turn++) await clock.tick(100);
      const { url, stop } = await starting;
      const headers = {
        Authorization: `Bearer ${CACHE_TOKEN}`,
        'Content-Type': 'application/json',
      };
      const port = Number(new URL(url).port);
      const reported = ask(
        { port },
        '/.cache/etags',
        headers,
        'POST',
        '{"url":"/a","new":"\\"1\\""}',
      );
      for (let turn = 0; turn < 100; turn++) await clock.tick(100);
      assert.equal((await reported).status, 200);
      await stop();
      assert.deepEqual(readdirSync(folder), before);
    } finally {
      await other?.close();
      remove();
    }
  });
});
