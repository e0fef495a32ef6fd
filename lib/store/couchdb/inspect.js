import { setTimeout } from 'node:timers/promises';
import { asResponse, makeClient } from './client.js';
import { conflictsPath } from './design.js';
import { parseDocumentId } from './documents.js';
import { translate } from './errors.js';
import { askEachNode } from './setup.js';
/** @import { Problem } from '../inspect.js' */
/** @import { Deps } from '../open.js' */
/** @import { Client } from './client.js' */

const oldestVersion = 3;
/** In milliseconds: the view may have to be built first. */
const timeout = 300_000;

/**
 * @param {URL[]} addresses of a store that is open
 * @param {Pick<Deps, 'log' | 'clock'>} deps
 * @returns {Promise<Problem[]>}
 */
export async function inspectCouchdb(addresses, { clock }) {
  const deps = { clock, sleep: (/** @type {number} */ ms) => setTimeout(ms), random: Math.random };
  const client = makeClient(addresses, deps);
  return [
    ...(await version(client)),
    ...(await publicAccess(makeClient(addresses.map(anonymous), deps))),
    ...(await nodes(client)),
    ...(await namedNodes(client)),
    ...(await conflicts(client)),
  ];
}

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
  const response = await client.request({ path: conflictsPath, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.rows.map(
    (/** @type {{ key: string, value: string[] }} */ { key, value }) => {
      const { kind, id } = parseDocumentId(key);
      return {
        what: `The ${kind} ${id} has ${value.length + 1} conflicting versions, of which readers see one (after a network split or a restore).`,
        todo: `Copy what is missing by hand, then delete the others in CouchDB: document ${key}, revision ${value.join(', ')}.`,
      };
    },
  );
}
