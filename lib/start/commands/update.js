import { rmSync } from 'node:fs';
import { messageOf } from '../../base/errors.js';
import { sayFault } from '../../base/system-errors.js';
import { settingsOf } from '../install/health.js';
import { byOne, ensureAdmin, placesOf, refusal, thisMachine } from '../install/machine.js';
import { replace } from '../install/replace.js';
import {
  currentVersion,
  isOlder,
  manifestOf,
  placeVersion,
  removeVersions,
} from '../install/versions.js';
/** @import { Machine, Places } from '../install/machine.js' */
/** @import { System } from './types.js' */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * `update`: a new version in the place of the installed one, or, if that does not serve the blog, the old one with the
 * data as it was. The two never write at the same time.
 * @param {string[]} args
 * @param {System} system
 * @param {{ machine?: Machine }} [deps]
 * @returns {Promise<number>} the exit code
 */
export async function run(args, system, { machine = thisMachine() } = {}) {
  const [source, ...rest] = args;
  if (!source || source.startsWith('-') || rest.length > 0) {
    system.stderr.write('Usage: larder update PATH-OR-VERSION\n');
    return 2;
  }
  const places = placesOf(machine.root);
  const old = currentVersion(places);
  if (old === null)
    throw refusal(
      'Larder was not installed by “larder install” here: in a checkout, use git pull && npm ci.',
    );
  ensureAdmin(machine, 'update');
  return byOne(places, () => updateTo(source, { machine, places, old, system }));
}

/**
 * @param {string} source
 * @param {{ machine: Machine, places: Places, old: string, system: System }} options  `old`: the folder of the version
 *   that runs
 */
async function updateTo(source, { machine, places, old, system }) {
  const say = (/** @type {string} */ sentence) => void system.stdout.write(`${sentence}\n`);
  const { name, version } = manifestOf(old);
  say('Installing the new version next to the old one …');
  const next = await placeVersion(machine, places, source, name);
  const offered = manifestOf(next).version;
  if (isOlder(offered, version)) {
    rmSync(next, { recursive: true, force: true });
    throw refusal(
      `${source} is Larder ${offered}, older than ${version}, which runs. To go back: uninstall, install that one, and restore a backup of it.`,
    );
  }
  const settings = settingsOf(places);
  // It comes to its end, one way or the other.
  const goOn = () => say('One moment: it cannot be interrupted now.');
  for (const signal of SIGNALS) process.on(signal, goOn);
  try {
    await replace({ machine, places, clock: system.clock, old, next, settings, say });
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    system.stderr.write(
      `${sayFault(error) || messageOf(error)}
Larder ${version} keeps running, with its data unchanged.
`,
    );
    return 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, goOn);
  }
  removeVersions(places, [old, next]);
  say(`Updated: Larder ${version} → ${offered}. From now on, the backup is the only way back.`);
  return 0;
}
