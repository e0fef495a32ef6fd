import assert from 'node:assert/strict';
import { createRandom } from '../fuzz/random.js';
import { clusterBench } from './cluster-bench.js';
/** @import { Store } from '../../lib/store/types.js' */

/** Those that once ended badly. More, and longer, with SEED=2000 HISTORIES=3000 STEPS=60. */
const found = [1008, 1013, 1032, 1049, 1106, 1154, 1194, 1212, 1258, 1287, 1307, 1309];
const { SEED, HISTORIES = 1, STEPS = 45 } = process.env;
const seeds = SEED
  ? Array.from({ length: Number(HISTORIES) }, (_, at) => Number(SEED) + at)
  : found;

const splits = [[[0, 1, 2]], [[0], [1, 2]], [[0, 2], [1]], [[0, 1], [2]], [[0], [1], [2]]];

/**
 * @typedef {object} Server
 * @property {number} node
 * @property {Store} store
 * @property {any} record  as it has last read it
 * @property {Set<string>} refused  what its author was told is not saved
 * @property {boolean} hasRead  whether it has ever shown what was acknowledged
 */

describe('Two servers at a cluster that is split and joined again', () => {
  const bench = clusterBench();

  for (const seed of seeds)
    for (const know of ['one node', 'both nodes'])
      it(`show what was acknowledged last, and nothing that they have refused (each knows ${know}, seed ${seed})`, () =>
        play(createRandom(seed), know === 'both nodes'));

  for (const seed of SEED ? seeds : seeds.slice(0, 3))
    for (const know of ['one node', 'both nodes'])
      it(`do so also when nodes fall silent (each knows ${know}, seed ${seed})`, () =>
        play(createRandom(seed), know === 'both nodes', true)).timeout(300_000);

  /** @param {ReturnType<typeof createRandom>} random @param {boolean} knowBoth @param {boolean} [fallSilent] */
  async function play(random, knowBoth, fallSilent = false) {
    /** @type {string[]} */
    const history = [];
    /** @type {string | undefined} */
    let acknowledged;
    let count = 0;

    /** @type {Record<string, (server: Server) => unknown>} */
    const actions = {
      split: () => bench.cluster.split(random.pick(splits)),
      join: () => bench.cluster.heal(),
      freeze: () => bench.cluster.freeze(random.pick([0, 1, 2])),
      thaw: () => bench.cluster.thaw(),
      read,
      write(server) {
        const title = `version ${(count += 1)}`;
        const { store, record } = server;
        return outcome(server, title, bench.put(store, title, record?.revision ?? null));
      },
      remove(server) {
        const { store, record } = server;
        return record && outcome(server, undefined, bench.remove(store, record.revision));
      },
      /** From now on, what it refuses stays on the nodes. */
      stopWithdrawals: ({ node }) => void bench.keepRefused(node),
      loseResponse: ({ node }) => bench.loseResponse(node),
      recover,
    };
    const isEverRemoved = random.chance(50);
    const names = Object.keys(actions)
      .filter((name) => name !== 'remove' || isEverRemoved)
      .filter((name) => fallSilent || !['freeze', 'thaw'].includes(name))
      .concat('read', 'read', 'write', 'write', 'write');

    /** @param {Server} server */
    async function read(server) {
      const found = await server.store.get('settings', 'site').catch(({ code }) => ({ code }));
      if (found?.code) return found.code;
      assert.ok(!server.refused.has(found?.title), `it shows ${found?.title}`);
      const asked = knowBoth ? [0, 1] : [server.node];
      const isGone = !found && server.hasRead && asked.every(bench.cluster.hasMajority);
      assert.ok(!isGone || isEverRemoved, 'it shows nothing any more');
      server.hasRead ||= found && found.title === acknowledged;
      server.record = found;
      return found?.title;
    }

    /** @param {Server} server @param {string | undefined} title @param {Promise<unknown>} write */
    async function outcome({ record, refused }, title, write) {
      const code = await write.then(
        () => 'acknowledged',
        (error) => error.code ?? assert.fail(error),
      );
      if (code === 'acknowledged') acknowledged = title;
      else if (title) refused.add(title);
      return `${title} after ${record?.title}: ${code}`;
    }

    /** @param {Server} server */
    function recover({ node }) {
      bench.couches[node].play(bench.cluster.answer(node));
    }

    const timeout = fallSilent ? 150 : undefined;
    const servers = [];
    for (const node of [0, 1])
      servers.push({
        node,
        store: await bench.open(node, 2000, knowBoth, timeout),
        record: null,
        refused: new Set(),
        hasRead: false,
      });
    try {
      for (let step = 0; step < Number(STEPS); step += 1) {
        const name = random.pick(names);
        const server = random.pick(servers);
        history.push(`${server.node} ${name}: ${await actions[name](server)}`);
      }
      servers.forEach(recover);
      bench.cluster.thaw();
      bench.cluster.heal();
      await bench.allSettled();
      for (const server of servers) assert.equal(await read(server), acknowledged);
      bench.cluster.heal();
      for (const server of servers) assert.equal(await read(server), acknowledged);
      assert.deepEqual(bench.shown(), bench.everywhere(acknowledged));
    } catch (error) {
      throw new Error(history.join('\n'), { cause: error });
    }
  }
});
