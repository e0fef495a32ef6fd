import { existsSync, rmSync } from 'node:fs';
import { byOne, ensureAdmin, mustRun, placesOf, thisMachine, USER } from '../install/machine.js';
import { currentVersion } from '../install/versions.js';
/** @import { Machine } from '../install/machine.js' */
/** @import { System } from './types.js' */

/**
 * `uninstall`: removes what `install` has made, but neither the blog nor its settings.
 * @param {string[]} args
 * @param {System} system
 * @param {{ machine?: Machine }} [deps]
 * @returns {Promise<number>} the exit code
 */
export async function run(args, { stdout, stderr }, { machine = thisMachine() } = {}) {
  if (args.length > 0) {
    stderr.write('Usage: larder uninstall\n');
    return 2;
  }
  ensureAdmin(machine, 'uninstall');
  const places = placesOf(machine.root);
  const { program, unit, command, data, settings } = places;
  // A folder of somebody else's is not removed.
  currentVersion(places);
  if (![program, unit, command].some((path) => existsSync(path))) {
    stdout.write('Larder is not installed here: nothing was changed.\n');
    return 0;
  }
  await byOne(places, async () => {
    if (existsSync(unit))
      await mustRun(machine, 'systemctl', ['disable', '--now', '--quiet', USER]);
    for (const path of [unit, command, program]) rmSync(path, { recursive: true, force: true });
    await mustRun(machine, 'systemctl', ['daemon-reload']);
    return 0;
  });
  stdout.write(
    `Larder is no longer installed. The blog is still in ${data}, its settings in ${settings}, and the user ${USER} owns it.\n`,
  );
  return 0;
}
