import { deepEqual } from 'node:assert/strict';
import { createNetworks } from '../../lib/networks/networks.js';
import { networks } from '../../lib/networks/settings.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { Held, Problem } from '../../lib/networks/networks.js' */
/** @import { NetworkState } from '../../lib/networks/purger.js' */

const [EARLIER, LATER] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 2)];
const baseUrl = 'http://blog.example';
const settled = { owed: 0, since: null, lastStatus: 200, lagMs: 2000 };

describe('What /status says of two networks', () => {
  /** @param {{ told?: Partial<NetworkState>[], held?: Held[][][], seen?: Problem[][] }} given  by workers */
  function open({ told = [], held = [], seen = [] }) {
    const state = (/** @type {number} */ place) => ({ network: '', ...settled, ...told[place] });
    const parts = {
      config: { networks: networks('varnish:http://a,fastly:b'), tokens: [''], maxAge: 1, baseUrl },
      cache: { haveCopies() {}, onClear() {} },
      purgers: { states: () => [state(0), state(1)], problems: () => [] },
      heldByAll: async () => held,
      seenByAll: async () => seen,
      clock: createClock(),
      log: createQuietLog(),
    };
    return createNetworks(/** @type {any} */ (parts));
  }

  /** @param {Partial<NetworkState>[]} told  @param {Held[][][]} held  of each worker, and in it of each network */
  async function owed(told, held) {
    return (await open({ told, held }).states()).map(({ owed, since }) => [
      owed,
      since && Date.parse(since),
    ]);
  }

  it('counts what an old answer of any worker holds up, from the oldest on', async () => {
    const [here, there] = [
      { owed: 3, since: LATER },
      { owed: 4, since: EARLIER },
    ];
    deepEqual(
      await owed(
        [],
        [
          [[here], []],
          [[there], []],
        ],
      ),
      [
        [7, EARLIER],
        [0, null],
      ],
    );
  });

  it('adds it to what waits for the network itself', async () => {
    const waiting = { owed: 2, since: new Date(EARLIER).toISOString() };
    const held = [[[], [{ owed: 1, since: LATER }]]];
    deepEqual(await owed([waiting, waiting], held), [
      [2, EARLIER],
      [3, EARLIER],
    ]);
  });

  it('has beside it what any worker has seen of old pages', async () => {
    const old = { network: 'fastly:b', problem: 'It still shows an old one.' };
    deepEqual(await open({ seen: [[], [old]] }).problems(), [old]);
  });

  it('is nothing where nothing is held up', async () => {
    deepEqual(
      await owed(
        [],
        [
          [[], []],
          [[], []],
        ],
      ),
      [
        [0, null],
        [0, null],
      ],
    );
  });
});
