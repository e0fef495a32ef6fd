import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { toJson } from '../../lib/accelerator/control/write-json.js';
import { Shared } from '../../lib/accelerator/shared/shared.js';
import { Trust } from '../../lib/accelerator/writes/trust.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { until } from './entries.js';
import { createMemoryNode, entryOf } from './memory-node.js';
/** @import { Logged } from '../../lib/accelerator/shared/engine.js' */

describe('What another node put in the shared engine', () => {
  const clock = createClock();
  /** @type {ReturnType<typeof createMemoryNode>} */
  let node;
  /** @type {Shared} */
  let shared;
  /** @type {Logged[]} */
  let log;
  /** @type {ReturnType<typeof createQuietLog>} */
  let said;
  /** What is asked for: each waits until the test answers it. @type {((text: string) => void)[]} */
  let asked;

  beforeEach(async () => {
    node = createMemoryNode({ clock });
    log = [];
    asked = [];
    const { writes, reported, versions } = node;
    said = createQuietLog();
    const trust = new Trust({ writes, reported, clock, log: said });
    const connect = () => Promise.resolve(/** @type {any} */ (createEngine(log, asked)));
    shared = new Shared({ connect, writes, trust, versions, clock, log: said });
    await shared.start();
  });
  afterEach(() => shared.stop());

  /** @param {string} type @param {string} key */
  function logged(type, key) {
    const number = log.length + 1;
    log.push({ id: String(number), number, write: JSON.stringify({ type, key }), by: 'another' });
  }
  /** @param {string} key */
  const stored = (key) => node.entries.get(key)?.variants[0].body.toString();
  const fetched = (/** @type {string} */ version) => ({
    ...entryOf('/a', 'of the origin'),
    version,
  });

  it('is no reason for a warning when the engine is well at the start', () => {
    assert.deepEqual(
      said.lines.map(({ level }) => level),
      ['info'],
    );
  });

  it('takes the place of what a reader had fetched before it came here', async () => {
    logged('put', '/a');
    await until(() => asked.length === 1);
    assert.ok(node.writes.storeFetched(fetched(node.writes.beginFetch())));
    asked[0]('put');
    await until(() => stored('/a') === 'put');
  });

  it('is not replaced by what a reader had asked for before it came here', async () => {
    logged('put', '/a');
    await until(() => asked.length === 1);
    const version = node.writes.beginFetch();
    asked[0]('put');
    await until(() => stored('/a') === 'put');
    assert.ok(!node.writes.storeFetched(fetched(version)));
  });

  it('is not kept when it was removed before it came here', async () => {
    logged('put', '/a');
    logged('put', '/b');
    await until(() => asked.length === 2);
    logged('remove', '/a');
    logged('remove', '/c');
    await until(() => shared.status().writes === 4);
    for (const answer of asked) answer('put');
    await until(() => stored('/b') === 'put');
    assert.equal(stored('/a'), undefined);
  });

  it('comes here, however much was put at once', async () => {
    for (let i = 0; i < 300; i++) logged('put', `/${i}`);
    await until(() => shared.status().writes === 300);
    for (let i = 0; i < 300; i++) {
      for (const answer of asked.splice(0)) answer('put');
      await pause(0);
    }
    assert.equal(node.entries.size, 300);
  });
});

/** @param {Logged[]} log @param {((text: string) => void)[]} asked */
function createEngine(log, asked) {
  let isOpen = true;
  return {
    get isOpen() {
      return isOpen;
    },
    state: async () => ({ identity: 'one', number: log.length, id: String(log.length), time: 0 }),
    async readAfter(/** @type {string} */ id, /** @type {number} */ wait) {
      if (wait > 0) await pause(1);
      if (!isOpen) throw new Error('It is closed');
      return log.slice(Number(id));
    },
    find: (/** @type {string} */ key) =>
      new Promise((resolve) =>
        asked.push((text) => {
          const entry = JSON.stringify(toJson({ type: 'put', entry: entryOf(key, text) }));
          resolve({ number: '1', entry });
        }),
      ),
    close: () => void (isOpen = false),
  };
}
