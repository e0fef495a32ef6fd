import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { run as install } from '../../../lib/start/commands/install.js';
import { openStore } from '../../../lib/store/open.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
import { project, smallMachine } from './small-machine.js';
/** @import { System } from '../../../lib/start/commands/types.js' */

describe('A change of the domain by larder install', () => {
  const small = smallMachine(() => Promise.reject(new Error('Nothing is started')));
  after(() => small.close());

  it('says whose passkeys it would end, before it does', async () => {
    const { machine, places } = small;
    const file = `sqlite:${places.data}/larder.db`;
    for (const folder of [places.data, dirname(places.settings)])
      mkdirSync(folder, { recursive: true });
    const store = await openStore(file, { clock: createClock(), log: createQuietLog() });
    const passkey = { id: 'a', key: 'b', counter: 0, name: 'Laptop', createdAt: '', usedAt: '' };
    const passkeys = [{ ...passkey, site: 'old.example.org' }];
    const record = { id: 'ada', name: 'Ada', role: 'owner', passkeys };
    await store.write([{ kind: 'user', record, revision: null }]);
    await store.close();
    writeFileSync(places.settings, `STORE_URL=${file}\nDOMAIN=old.example.org\n`);
    const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const clock = createClock();
    const system = /** @type {System} */ (
      /** @type {unknown} */ ({ stdout, stderr, stdin, clock })
    );
    const args = ['--domain', 'blog.example.org', '--dry-run'];
    await install(args, system, { machine, folder: project });
    assert.match(
      String(stdout.read()),
      /Passkeys of ada are for old\.example\.org: .* at blog\.example\.org/,
    );
  });
});
