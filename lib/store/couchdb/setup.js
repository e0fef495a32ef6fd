import { randomUUID } from 'node:crypto';
import { LarderError } from '../../base/errors.js';
import { asResponse } from './client.js';
import { design, designPath, version } from './design.js';
import { isMissing, silence, translate, unavailable } from './errors.js';
/** @import { Log } from '../../base/log.js' */
/** @import { Client } from './client.js' */

/** Each takes as long as a request may. */
const attemptsWhileSilent = 18;

const epochPath = encodeURIComponent('larder:epoch');

/**
 * Creates the database, the design document and the epoch, if they are missing or outdated. Several processes may do so
 * at once. Without `create`, a database without a blog is left as it is.
 *
 * @param {Client} client
 * @param {{ log: Log, create: boolean }} deps
 * @throws {LarderError} `notFound` when there is no blog; `invalid` when it is that of a newer Larder, or another one
 *   at each node; `unavailable`
 */
export async function setUp(client, { log, create }) {
  await untilAnswered(client, log);
  if (create) await makeDatabase(client, log);
  else await findBlog(client);
  const databases = (await askEachNode(client, 500)).flatMap(({ createdAt }) => createdAt ?? []);
  if (new Set(databases).size > 1)
    throw new LarderError(
      'invalid',
      `The hosts in STORE_URL have different databases (${client.places.join(', ')}): name only nodes of one cluster.`,
    );
  await makeDesign(client, log);
  await makeEpoch(client);
}

/**
 * While a majority is frozen, the others answer nothing, until they take it for down, as CouchDB does after a minute.
 * (A node that is down refuses the connection.)
 *
 * @param {Client} client
 * @param {Log} log
 */
async function untilAnswered({ nodes, requestOnce, place }, log) {
  for (let attempt = 0; attempt < attemptsWhileSilent; attempt += 1) {
    const ending = new AbortController();
    const { signal } = ending;
    const asked = nodes.origins.map((origin) => requestOnce({ isOfServer: true, origin, signal }));
    const errors = await Promise.any(asked).then(
      () => [],
      (error) => error.errors,
    );
    ending.abort();
    if (!errors.some((/** @type {Error} */ { message }) => message === silence)) return;
    if (attempt === 0) log.warn({ database: place }, 'CouchDB does not answer yet; waiting');
  }
}

/**
 * @param {Client} client
 * @param {number} timeout  milliseconds
 * @returns {Promise<{ place: string, status: number, createdAt?: string }[]>} what each node says of its database;
 *   status 0: nothing
 */
export function askEachNode({ nodes, places, requestOnce }, timeout) {
  const asked = nodes.origins.map(async (origin, at) => {
    const { status, body } = await requestOnce({ origin, timeout }).catch(asResponse);
    return { place: places[at], status, createdAt: body.instance_start_time };
  });
  return Promise.all(asked);
}

/**
 * @param {Client} client
 * @throws {LarderError} `notFound` when there is no such database, or it contains no blog
 */
async function findBlog(client) {
  const found = await client.request({ path: epochPath });
  if (found.status === 200) return;
  if (found.status !== 404) throw translate(client.place, found);
  throw new LarderError(
    'notFound',
    `There is no blog in the database ${client.place}: check the URL.`,
  );
}

/**
 * @param {Client} client
 * @param {Log} log
 */
async function makeDatabase(client, log) {
  const found = await client.request({});
  if (found.status === 200) return;
  if (found.status !== 404) throw translate(client.place, found);
  const made = await client.request({ method: 'PUT' });
  if (made.status === 401 || made.status === 403) {
    throw new LarderError(
      'unavailable',
      `The database ${client.place} does not exist, and this user cannot create it: create it, or use an administrator in STORE_URL.`,
    );
  }
  // 412: another process has just created it.
  if (![201, 202, 412].includes(made.status)) throw translate(client.place, made);
  log.info({ database: client.place }, 'Created the database');
}

/**
 * @param {Client} client
 * @param {Log} log
 */
async function makeDesign(client, log) {
  const found = await client.request({ path: designPath });
  if (!isMissing(found) && found.status !== 200) throw translate(client.place, found);
  const present = found.status === 200 ? found.body : { version: 0 };
  if (present.version > version) {
    throw new LarderError(
      'invalid',
      `The database ${client.place} belongs to a newer Larder (design document version ${present.version}; this one supports ${version}): install the newer version.`,
    );
  }
  if (present.version === version) return;
  const body = { ...design, _rev: present._rev };
  const made = await client.request({ path: designPath, method: 'PUT', body });
  if (made.status === 409) return makeDesign(client, log);
  if (made.status === 403) {
    throw new LarderError(
      'unavailable',
      `This user cannot write the design document of ${client.place}: use an administrator of the database in STORE_URL.`,
    );
  }
  if (made.status !== 201 && made.status !== 202) throw translate(client.place, made);
  log.info({ database: client.place, version }, 'Updated the design document');
}

/** @param {Client} client */
async function makeEpoch(client) {
  const found = await client.request({ path: epochPath });
  if (found.status === 200) return;
  if (!isMissing(found)) throw translate(client.place, found);
  const body = { epoch: randomUUID() };
  const made = await client.request({ path: epochPath, method: 'PUT', body });
  if (![201, 202, 409].includes(made.status)) throw translate(client.place, made);
}

/**
 * Makes all running processes read everything again.
 *
 * @param {Client} client
 */
export async function renewEpoch(client) {
  for (;;) {
    const found = await client.request({ path: epochPath });
    if (found.status !== 200 && !isMissing(found)) throw translate(client.place, found);
    const body = { epoch: randomUUID(), _rev: found.body._rev };
    const made = await client.request({ path: epochPath, method: 'PUT', body });
    if (made.status === 201 || made.status === 202) return;
    if (made.status !== 409) throw translate(client.place, made);
  }
}

/**
 * Reads the epoch. It consists of our own document, which a restore renews, and of the time at which CouchDB created
 * the database, since a new database may be given the same document.
 *
 * @param {Client} client
 * @returns {Promise<string>}
 * @throws {LarderError} `unavailable`
 */
export async function readEpoch(client) {
  const database = await client.request({});
  if (database.status !== 200) throw translate(client.place, database);
  const own = await client.request({ path: epochPath });
  if (isMissing(own)) {
    throw new LarderError('unavailable', `The database ${client.place} no longer contains a blog.`);
  }
  if (own.status !== 200) throw unavailable(client.place, own);
  return `${own.body.epoch}-${database.body.instance_start_time}`;
}

/**
 * @param {string} documentId
 * @returns {boolean} whether a change of this document may start a new epoch
 */
export const isEpoch = (documentId) => documentId === 'larder:epoch';
