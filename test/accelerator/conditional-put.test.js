import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { createEntries } from '../../lib/accelerator/control/entries.js';
import { createClock } from '../support/clock.js';
import { entryOf } from './entries.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */

describe('A PUT on the condition that there is no entry', () => {
  it('creates one where the old one has expired here, and not yet in the shared engine', async () => {
    const [old] = entryOf('lock', 'old').variants;
    const variants = [{ ...old, headers: ['Cache-Control', 'max-age=1'] }];
    const entry = { ...entryOf('lock', 'old'), version: 'of 1 of another node', variants };
    const { methods } = createEntries({
      store: { load: async () => undefined, versionOf: () => undefined, largest: 100 },
      writes: { perform: async () => 1 },
      reported: { stateOf: () => 'current' },
      shared: {
        find: async () => ({ entry, number: '7' }),
        commit: async (_, expected) => ({ isChanged: expected !== '7', before: true, count: 1 }),
      },
      mostAtOnce: 100,
      clock: createClock(),
    });
    const request = new PassThrough().end('new');
    const headers = { 'if-none-match': '*' };
    const answer = await methods.PUT?.(
      /** @type {Request & PassThrough} */ (Object.assign(request, { headers })),
      /** @type {Response & PassThrough} */ (new PassThrough()),
      'lock',
    );
    assert.equal(answer?.status, 201);
  });
});
