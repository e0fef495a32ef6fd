import { ENV_FILE } from '../../base/env-file.js';
import { LarderError } from '../../base/errors.js';
import { fallbackOf } from '../../base/read-settings.js';
import { differsBy } from '../../search/similar-words.js';
import { readConfig, settings } from '../config.js';
/** @import { Env } from '../../base/env-file.js' */
/** @import { Setting } from '../../base/read-settings.js' */
/** @import { System } from './types.js' */

/** Slips of the pen in a name that is meant to be a setting's. */
const SLIPS = 2;

/**
 * `config`: each setting, its value, and where it comes from; names that look like a setting, and are none; and what
 * keeps a server with them from starting.
 * @param {string[]} args
 * @param {System} system
 * @returns {Promise<number>} the exit code
 */
export async function run(args, { env, envFile, stdout, stderr }) {
  if (args.length > 0) {
    stderr.write('Usage: node app.js config\n');
    return 2;
  }
  for (const line of describe(env, envFile)) stdout.write(`${line}\n`);
  const wrong = mistakeIn(env);
  for (const line of [...warnings(env, envFile), ...wrong]) stderr.write(`${line}\n`);
  return wrong.length;
}

/** @param {Env} env @returns {string[]} a sentence, or none */
function mistakeIn(env) {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    return [error.message];
  }
}

/** @param {Env} env  with what the file adds @param {Env} file @returns {string[]} */
function describe(env, file) {
  /** @type {Setting[]} */
  const all = Object.values(settings);
  return all.map((setting) => {
    const { name, isSecret } = setting;
    const value = env[name]?.trim();
    const isOfFile = value && file[name]?.trim() === value;
    const source = value ? (isOfFile ? ENV_FILE : 'environment') : 'default';
    const shown =
      isSecret && value ? withoutPassword(value) : value || fallbackOf(setting, env) || '(none)';
    return `${name.padEnd(24)} ${shown.padEnd(36)} ${source}`;
  });
}

/** @param {string} value @returns {string} an address without its password; nothing of another secret */
const withoutPassword = (value) =>
  /^[a-z]+:/i.test(value) ? value.replace(/\/\/[^@/]*@/, '//…@') : '(hidden)';

/** @param {Env} env @param {Env} file @returns {string[]} */
function warnings(env, file) {
  const known = Object.values(settings).map(({ name }) => name);
  return Object.keys({ ...env, ...file }).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((each) => isLike(name, each));
    if (meant) return [`${name} is not a setting. Did you mean ${meant}?`];
    return Object.hasOwn(file, name) ? [`${name} in ${ENV_FILE} is not a setting.`] : [];
  });
}

/** @param {string} name @param {string} known */
function isLike(name, known) {
  const [one, other] = [name, known].map((each) => each.toUpperCase().replaceAll('_', ''));
  if (one === other) return true;
  const isLong = Math.min(one.length, other.length) > 2 * SLIPS + 1;
  return isLong && Math.abs(one.length - other.length) <= SLIPS && differsBy(SLIPS, one, other);
}
