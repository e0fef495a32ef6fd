import { messageOf } from '../../../base/errors.js';
/** @import { Problem } from '../../../store/inspect.js' */

/** Of Redis; Valkey says with which one it is compatible. */
const OLDEST = 7;

/**
 * What an engine lacks that accelerators share their writes in.
 * @param {string} url
 * @returns {Promise<Problem[]>}
 */
export async function checkShared(url) {
  const { createClient } = await import('@redis/client');
  const socket = { connectTimeout: 5000, reconnectStrategy: /** @type {const} */ (false) };
  const client = createClient({ url, socket, RESP: 2, disableClientInfo: true });
  client.on('error', () => {});
  try {
    await client.connect();
    const info = await Promise.all(
      ['server', 'persistence', 'memory', 'replication'].map((section) => client.info(section)),
    );
    return problemsOf(info.join('\n'));
  } catch (error) {
    const what = `The engine of SHARED_URL cannot be used: ${messageOf(error)}`;
    return [{ what, todo: 'Start it, or correct SHARED_URL: until then nothing can be stored' }];
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/** @param {string} info  what INFO says @returns {Problem[]} */
export function problemsOf(info) {
  const said = (/** @type {string} */ name) =>
    new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1];
  const version = said('redis_version') ?? 'unknown';
  const policy = said('maxmemory_policy');
  const mayEvict = said('maxmemory') !== '0' && policy !== 'noeviction';
  /** @type {[boolean, string, string][]} */
  const checks = [
    [
      !(Number.parseInt(version, 10) >= OLDEST),
      `The engine of SHARED_URL has version ${version}`,
      `Install Redis or Valkey ${OLDEST} or later`,
    ],
    [
      said('role') !== 'master',
      'The engine of SHARED_URL is a replica, which accepts no writes',
      'Name the primary in SHARED_URL',
    ],
    [
      said('aof_enabled') !== '1',
      'The engine of SHARED_URL keeps no append-only file: acknowledged writes are lost when it stops',
      'Set appendonly yes there',
    ],
    [
      mayEvict,
      `The engine of SHARED_URL may drop its log to save memory (${policy})`,
      'Set maxmemory-policy noeviction there',
    ],
  ];
  return checks.flatMap(([isWrong, what, todo]) => (isWrong ? { what, todo } : []));
}
