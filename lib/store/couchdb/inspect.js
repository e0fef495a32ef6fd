import { setTimeout } from 'node:timers/promises';
import { asResponse, makeClient } from './client.js';
import { findConflicts, settle } from './conflicts.js';
import { makeMajority } from './majority.js';
import { askEachNode } from './setup.js';
/** @import { Problem, Settling } from '../inspect.js' */
/** @import { Deps } from '../open.js' */
/** @import { Client } from './client.js' */

const oldestVersion = 3;
/** In milliseconds: a server withdraws what it has refused within three seconds, if it can be reached. */
const timeToWithdraw = 10_000;
/** In milliseconds: so long an owner waits for a page. */
const timeToLook = 2000;

/**
 * @param {URL[]} addresses of a store that is open
 * @param {Pick<Deps, 'log' | 'clock'>} deps
 * @returns {Promise<Problem[]>}
 */
export async function inspectCouchdb(addresses, { clock }) {
  const client = clientOf(addresses, clock);
  return [
    ...(await version(client)),
    ...(await publicAccess(clientOf(addresses.map(anonymous), clock))),
    ...(await nodes(client)),
    ...(await namedNodes(client)),
    ...(await conflicts(client)),
  ];
}

/**
 * @param {URL[]} addresses of a store that is open
 * @param {Pick<Deps, 'clock'> & { sleep?: (ms: number) => Promise<unknown> }} deps
 * @param {Settling['keep']} keep
 * @returns {Promise<Settling['result']>}
 */
export async function settleCouchdb(addresses, { clock, sleep = (ms) => setTimeout(ms) }, keep) {
  const client = clientOf(addresses, clock);
  if ((await findConflicts(client)).length === 0) return { settled: [], problems: [] };
  await sleep(timeToWithdraw);
  if (!(await makeMajority(client).isComplete())) return { settled: [], problems: [incomplete] };
  const settled = [];
  for (const conflict of await findConflicts(client)) {
    const revision = await settle(client, conflict, keep);
    settled.push(`Settled the ${conflict.name}: revision ${revision} stays, as readers see it.`);
  }
  return { settled, problems: [] };
}

/**
 * @param {URL[]} addresses
 * @param {Pick<Deps, 'clock'>} deps
 * @returns {Promise<string[]>} the names of records with several texts, soon
 * @throws {LarderError} `unavailable`
 */
export async function namesOfConflicts(addresses, { clock }) {
  const found = await findConflicts(clientOf(addresses, clock), timeToLook);
  return found.map(({ name }) => name);
}

/** @type {Problem} */
const incomplete = {
  what: 'Nothing was settled: not all nodes of the CouchDB cluster accept writes.',
  todo: 'Start all nodes and servers first, since one that is away may know which text was refused; then run this again.',
};

/** @param {URL[]} addresses @param {Deps['clock']} clock */
const clientOf = (addresses, clock) =>
  makeClient(addresses, {
    clock,
    random: Math.random,
    sleep: (/** @type {number} */ ms) => setTimeout(ms),
  });

/** @param {URL} address @returns {URL} without name and password */
function anonymous(address) {
  const url = new URL(address);
  url.username = url.password = '';
  return url;
}

/** @param {Client} client @returns {Promise<Problem[]>} */
async function version(client) {
  const { status, body } = await client.request({ isOfServer: true });
  const found = String(body?.version ?? status);
  if (Number.parseInt(found, 10) >= oldestVersion) return [];
  return [
    {
      what: `The CouchDB at ${client.place} has version ${found}.`,
      todo: `Install CouchDB ${oldestVersion} or later. Larder is tested with 3.5.`,
    },
  ];
}

/** @param {Client} client without credentials @returns {Promise<Problem[]>} */
async function publicAccess(client) {
  const { status } = await client.requestOnce({}).catch(asResponse);
  if (status !== 200) return [];
  return [
    {
      what: `Anyone who can reach ${client.place} can read it, with drafts and password hashes.`,
      todo: 'Add an administrator to CouchDB, and list the members in the _security of the database.',
    },
  ];
}

/** @param {Client} client @returns {Promise<Problem[]>} nodes that are down; only an administrator can see them */
async function nodes(client) {
  const { status, body } = await client.request({ path: '_membership', isOfServer: true });
  if (status !== 200 || !Array.isArray(body.cluster_nodes)) return [];
  const down = body.cluster_nodes.filter(
    (/** @type {string} */ node) => !body.all_nodes.includes(node),
  );
  return down.map((/** @type {string} */ node) => ({
    what: `The node ${node} of the CouchDB cluster is down.`,
    todo: 'Start it, or remove it from the cluster: nothing can be written while a majority is down.',
  }));
}

/** @param {Client} client @returns {Promise<Problem[]>} nodes that STORE_URL names in vain */
async function namedNodes(client) {
  const failing = (await askEachNode(client, 5000)).filter(({ status }) => status !== 200);
  return failing.map(({ place, status }) => ({
    what: `The database ${place} ${status === 0 ? 'does not respond' : `answers with ${status}`}.`,
    todo: 'Start this node, or take it out of STORE_URL, which should name nodes of one cluster.',
  }));
}

/** @param {Client} client @returns {Promise<Problem[]>} */
async function conflicts(client) {
  return (await findConflicts(client)).map(({ key, name, losing }) => ({
    what: `The ${name} has ${losing.length + 1} conflicting versions, of which readers see one (after a network split or a restore).`,
    todo: `Run node app.js doctor --settle: it keeps that one, and what else there is goes to the history. Or do it in CouchDB: document ${key}, revision ${losing.join(', ')}.`,
  }));
}
