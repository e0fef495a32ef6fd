import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { conflictsIn } from '../store/inspect.js';
/** @import { Machine } from '../views/presenters/system.js' */
/** @import { Config } from './config.js' */

/**
 * @param {Pick<Config, 'storeUrl' | 'baseUrl' | 'smtpUrl'>} config
 * @param {{ now: () => number }} clock
 * @returns {Promise<Machine>}
 */
export async function stateOfMachine({ storeUrl, baseUrl, smtpUrl }, clock) {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  const data = storeUrl.startsWith('sqlite:') ? dirname(storeUrl.slice('sqlite:'.length)) : '.';
  return {
    version: manifest.version,
    node: process.versions.node,
    memory: { free: freemem(), total: totalmem() },
    disk: await diskOf(data).catch(() => null),
    isPublic: baseUrl !== '',
    isSecure: baseUrl.startsWith('https:'),
    hasMail: smtpUrl !== '',
    conflicts: await conflictsIn(storeUrl, { clock }).catch(() => []),
  };
}

/** @param {string} folder @returns {Promise<{ free: number, total: number }>} bytes of its disk */
export async function diskOf(folder) {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
