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
  const text = textOf(bytes);
  refuseStrayLines(text, ENV_FILE);
  return util.parseEnv(text);
}

/**
 * Node.js 20 would take such a line, and the next one with it, for one setting.
 * @param {string} text  of settings
 * @param {string} name  of their file
 * @throws {LarderError} `invalid` when a line is neither a setting nor a remark
 */
export function refuseStrayLines(text, name) {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (/^\s*(?:#|$)/.test(lines[at])) continue;
    const [, quote, rest] = /^[^=]*=\s*(?:(["'`])(.*))?/.exec(lines[at]) ?? [];
    if (!lines[at].includes('='))
      throw new LarderError(
        'invalid',
        `${name}, line ${at + 1}: there is no “=”. Write NAME=value, or # before a remark.`,
      );
    // A value in quotes may have several lines.
    if (!quote || rest.includes(quote)) continue;
    const end = lines.findIndex((each, place) => place > at && each.includes(quote));
    if (end > 0) at = end;
  }
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
