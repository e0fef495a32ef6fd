import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import util from 'node:util';
import { isSystemError, LarderError, messageOf } from './errors.js';

/** In the folder in which a server is started. */
export const ENV_FILE = 'larder.env';

/** @typedef {Record<string, string | undefined>} Env */

/**
 * Settings from `larder.env`, for those that the environment does not set.
 * @param {Env} env
 * @param {string} folder  where it is
 * @returns {{ env: Env, file: Env }} `file`: what is in the file; empty when there is none
 * @throws {LarderError} `invalid` when it cannot be read
 */
export function withEnvFile(env, folder) {
  const file = readEnvFile(join(folder, ENV_FILE));
  const isSet = (/** @type {string} */ name) => Boolean(env[name]?.trim());
  const missing = Object.entries(file).filter(([name]) => !isSet(name));
  return { env: { ...env, ...Object.fromEntries(missing) }, file };
}

/** @param {string} path @returns {Env} */
function readEnvFile(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return {};
    throw new LarderError(
      'invalid',
      `${ENV_FILE} must be a file that the user who starts Larder can read (${messageOf(error)}).`,
    );
  }
  if (!util.parseEnv) throw new LarderError('invalid', `${ENV_FILE} needs Node.js 20.12 or later.`);
  return util.parseEnv(textOf(bytes));
}

/** @param {Buffer} bytes @returns {string} without the mark that some editors put before it */
function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // As in UTF-16.
  }
  throw new LarderError('invalid', `${ENV_FILE} is not UTF-8 text: save it in this encoding.`);
}
