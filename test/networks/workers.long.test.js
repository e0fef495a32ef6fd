import { ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import request from 'supertest';
import { childrenOf } from '../../bench/support/broken-off.js';
import { startNetwork } from '../support/network.js';
import { install } from '../support/served.js';

describe('A network in front of two workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-network-'));
  const larder = install(folder);
  /** @type {Awaited<ReturnType<typeof larder.start>>} */
  let server;
  /** @type {Awaited<ReturnType<typeof startNetwork>>} */
  let network;

  before(async () => {
    network = await startNetwork({ origin: () => server.url });
    server = await larder.start({
      WORKERS: '2',
      BASE_URL: 'http://blog.example',
      CDN: `varnish:${network.url}`,
    });
  });
  after(async () => {
    await server?.stop();
    network.stop();
    larder.dispose();
    rmSync(folder, { recursive: true });
  });

  /** @param {number} count @param {number[]} [former] */
  async function untilServing(count, former = []) {
    for (;;) {
      const { body } = await request(server.url).get('/status');
      const isNew = childrenOf(server.pid).every((pid) => !former.includes(pid));
      if (isNew && body.workers?.length === count && body.cdn[0].owed === 0) return;
      await setTimeout(20);
    }
  }

  const keep = () => fetch(`${network.url}/robots.txt`).then((answer) => answer.text());

  it('keeps what it has when one dies, and forgets all when both do, since nobody has heard what changed meanwhile', async () => {
    await untilServing(2);
    await keep();
    const [one] = childrenOf(server.pid);
    process.kill(one, 'SIGKILL');
    await untilServing(2, [one]);
    ok(network.kept.has('/robots.txt'));
    const both = childrenOf(server.pid);
    for (const pid of both) process.kill(pid, 'SIGKILL');
    await untilServing(2, both);
    ok(!network.kept.has('/robots.txt'));
  });
});
