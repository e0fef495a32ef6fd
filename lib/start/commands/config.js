import { ENV_FILE } from '../../base/env-file.js';
import { LarderError } from '../../base/errors.js';
import { createLog } from '../../base/log.js';
import { fallbackOf } from '../../base/read-settings.js';
import { passkeysElsewhere } from '../../people/passkey-site.js';
import { openStore } from '../../store/open.js';
import { readConfig, settings } from '../config.js';
import { unknownSettings } from '../unknown-settings.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Env } from '../../base/env-file.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Config } from '../config.js' */
/** @import { Setting } from '../../base/read-settings.js' */
/** @import { System } from './types.js' */

/**
 * `config`: each setting, its value, and where it comes from; names that look like a setting, and are none; and what
 * keeps a server with them from starting.
 * @param {string[]} args
 * @param {System} system
 * @returns {Promise<number>} the exit code
 */
export async function run(args, { env, envFile, clock, stdout, stderr }) {
  if (args.length > 0) {
    stderr.write('Usage: node app.js config\n');
    return 2;
  }
  for (const line of describe(env, envFile)) stdout.write(`${line}\n`);
  const wrong = mistakeIn(env);
  const unused =
    wrong.length > 0 ? [] : await passkeysEnded(readConfig(env), clock, createLog('error', stderr));
  for (const line of [...(await unknownSettings(env, envFile)), ...wrong, ...unused])
    stderr.write(`${line}\n`);
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

/**
 * @param {Pick<Config, 'storeUrl' | 'baseUrl'>} config
 * @param {Clock} clock
 * @param {Log} log
 * @returns {Promise<string[]>} sentences
 */
export async function passkeysEnded({ storeUrl, baseUrl }, clock, log) {
  try {
    const store = await openStore(storeUrl, { clock, log, create: false });
    return await passkeysElsewhere(store, baseUrl).finally(() => store.close());
  } catch (error) {
    // There is no blog yet, or doctor says what is wrong with it.
    if (error instanceof LarderError) return [];
    throw error;
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

/** @param {string} value @returns {string} addresses without their passwords; nothing of another secret */
const withoutPassword = (value) =>
  /^[a-z]+:/i.test(value) ? value.replace(/\/\/[^@/]*@/g, '//…@') : '(hidden)';
