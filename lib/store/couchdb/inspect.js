import { setTimeout } from 'node:timers/promises';
import { asAnswer, makeClient } from './client.js';
import { conflictsPath } from './design.js';
import { identify } from './documents.js';
import { translate } from './errors.js';

/**
 * @typedef {import('../inspect.js').Problem} Problem
 * @typedef {import('./client.js').Client} Client
 */

const oldestVersion = 3;
/** In milliseconds: the view may have to be built first. */
const timeout = 300_000;

/**
 * @param {URL} address of a store that is open
 * @param {Pick<import('../open.js').Means, 'log' | 'clock'>} means
 * @returns {Promise<Problem[]>}
 */
export async function inspectCouchdb(address, { clock }) {
  const means = { clock, sleep: (/** @type {number} */ ms) => setTimeout(ms), random: Math.random };
  const client = makeClient(address, means);
  const stranger = new URL(address);
  stranger.username = stranger.password = '';
  return [
    ...(await version(client)),
    ...(await strangers(makeClient(stranger, means))),
    ...(await nodes(client)),
    ...(await conflicts(client)),
  ];
}

/** @param {Client} client @returns {Promise<Problem[]>} */
async function version(client) {
  const { status, body } = await client.ask({ isOfServer: true });
  const found = String(body?.version ?? status);
  if (Number.parseInt(found, 10) >= oldestVersion) return [];
  return [
    {
      what: `The CouchDB at ${client.place} is of version ${found}.`,
      todo: `Install CouchDB ${oldestVersion} or later: Larder is tried with 3.5.`,
    },
  ];
}

/** @param {Client} client without a name @returns {Promise<Problem[]>} */
async function strangers(client) {
  const { status } = await client.askOnce({}).catch(asAnswer);
  if (status !== 200) return [];
  return [
    {
      what: `Anyone who reaches ${client.place} may read it, with its drafts and password hashes.`,
      todo: 'Give the CouchDB an administrator, and let the _security of the database name its members.',
    },
  ];
}

/** @param {Client} client @returns {Promise<Problem[]>} of a cluster; only an administrator may ask */
async function nodes(client) {
  const { status, body } = await client.ask({ path: '_membership', isOfServer: true });
  if (status !== 200 || !Array.isArray(body.cluster_nodes)) return [];
  const away = body.cluster_nodes.filter(
    (/** @type {string} */ node) => !body.all_nodes.includes(node),
  );
  return away.map((/** @type {string} */ node) => ({
    what: `The node ${node} of the CouchDB cluster is away.`,
    todo: 'Start it, or take it out of the cluster: with a majority away nothing can be written.',
  }));
}

/** @param {Client} client @returns {Promise<Problem[]>} */
async function conflicts(client) {
  const answer = await client.ask({ path: conflictsPath, timeout });
  if (answer.status !== 200) throw translate(client.place, answer);
  return answer.body.rows.map((/** @type {{ key: string, value: string[] }} */ { key, value }) => {
    const { kind, id } = identify(key);
    return {
      what: `The ${kind} ${id} has ${value.length + 1} versions, of which readers see one (a split of the network, or a restore).`,
      todo: `Take over by hand what is missing, then delete the others in CouchDB's console: document ${key}, revision ${value.join(', ')}.`,
    };
  });
}
