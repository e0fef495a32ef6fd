import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LarderError, messageOf } from '../../base/errors.js';
import { createLog } from '../../base/log.js';
import { domains } from '../../base/setting-values.js';
import { settings } from '../config.js';
import { addressesOf, lastLog, settingsOf, untilHealthy } from '../install/health.js';
import {
  byOne,
  confirm,
  ensureAdmin,
  mustRun,
  placesOf,
  refusal,
  thisMachine,
  USER,
} from '../install/machine.js';
import { planInstallation, refuseWhatCannotRun } from '../install/plan.js';
import { passkeysEnded } from './config.js';
import { setupFileOf } from '../open-blog.js';
/** @import { Machine, Places } from '../install/machine.js' */
/** @import { Step } from '../install/plan.js' */
/** @import { System } from './types.js' */

const own = fileURLToPath(new URL('../../..', import.meta.url));

const USAGE =
  'Usage: larder install [--domain blog.example.org] [--dry-run] [--yes: replace what is different]\n';

/** Milliseconds between two looks for the link, and how many there are. */
const PAUSE = 250;
const LOOKS = 12;

const SAID = { missing: 'to do', there: 'there', different: 'REPLACE' };

/**
 * `install`: makes a service of this Larder, which runs whenever the machine does. Once more changes nothing.
 * @param {string[]} args
 * @param {System} system
 * @param {{ machine?: Machine, folder?: string }} [deps]  `folder`: of the Larder to be installed
 * @returns {Promise<number>} the exit code
 */
export async function run(args, system, { machine = thisMachine(), folder = own } = {}) {
  const { stdout, stderr } = system;
  const options = parse(args);
  if (!options) {
    stderr.write(USAGE);
    return 2;
  }
  const { domain, isDryRun, isSure } = options;
  const places = placesOf(machine.root);
  const steps = await planInstallation(machine, places, folder, domain);
  for (const { state, what } of steps) stdout.write(`${SAID[state].padEnd(8)} ${what}\n`);
  for (const line of domain ? await passkeysAt(domain, places, system) : [])
    stdout.write(`${line}\n`);
  if (isDryRun) {
    for (const { what, text } of steps) if (text) stdout.write(`\n# ${what}\n\n${text}`);
    return 0;
  }
  ensureAdmin(machine, 'install');
  await refuseWhatCannotRun(machine, places, domain);
  for (const { state, what } of steps)
    if (state === 'different' && !isSure && !(await confirm(system, `Replace ${what}?`)))
      throw refusal(`Nothing was changed. To replace ${what}, add --yes.`);
  return byOne(places, () => carryOut(steps, { machine, places, stdout, stderr }));
}

/**
 * @param {Step[]} steps
 * @param {Pick<System, 'stdout' | 'stderr'> & { machine: Machine, places: Places }} options
 */
async function carryOut(steps, { machine, places, stdout, stderr }) {
  const open = steps.filter(({ state }) => state !== 'there');
  for (const { apply } of open) await apply();
  await mustRun(machine, 'systemctl', ['enable', '--quiet', USER]);
  await mustRun(machine, 'systemctl', [open.length > 0 ? 'restart' : 'start', USER]);
  stdout.write('Starting …\n');
  const problem = await untilHealthy(machine, places);
  if (problem) {
    stderr.write(`${problem}\n`);
    return 1;
  }
  const [secure, local] = addressesOf(settingsOf(places));
  if (local) {
    stdout.write('Getting a certificate …\n');
    const missing = await untilHealthy(machine, places, [secure]);
    if (missing)
      stderr.write(
        `There is no certificate yet. Larder goes on trying; until then the blog is at http://${local.host}:${local.port} on this machine.\n${await lastLog(machine)}\n`,
      );
  }
  stdout.write(await ready(machine, places));
  return 0;
}

/** @param {string[]} args */
function parse(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        domain: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
    });
    return { domain: namesOf(values.domain), isDryRun: values['dry-run'], isSure: values.yes };
  } catch (error) {
    if (error instanceof LarderError) throw error;
    return null;
  }
}

/** @param {string | undefined} domain @returns {string} '' for none */
function namesOf(domain) {
  if (domain === undefined) return '';
  try {
    // An empty one is a variable of the shell that is not set.
    return domains(domain || ',').join(',');
  } catch (error) {
    throw refusal(`--domain ${messageOf(error)}. It is “${domain}”.`);
  }
}

/**
 * @param {string} domain  to be
 * @param {Places} places
 * @param {Pick<System, 'clock' | 'stderr'>} system
 * @returns {Promise<string[]>} sentences about passkeys that it ends
 */
function passkeysAt(domain, places, { clock, stderr }) {
  const { BASE_URL, STORE_URL } = settingsOf(places);
  const storeUrl = (STORE_URL || settings.storeUrl.fallback).replace(
    /^sqlite:(.*)/,
    (_, file) => `sqlite:${resolve(places.data, file)}`,
  );
  const baseUrl = BASE_URL || `https://${domain.split(',')[0]}`;
  return passkeysEnded({ storeUrl, baseUrl }, clock, createLog('error', stderr));
}

/** @param {Machine} machine @param {Places} places @returns {Promise<string>} what the owner does next */
async function ready(machine, places) {
  const { DOMAIN, BASE_URL, PORT = '3000', STORE_URL } = settingsOf(places);
  const storeUrl = STORE_URL || settings.storeUrl.fallback;
  const file = setupFileOf(storeUrl);
  const url = BASE_URL || (DOMAIN ? `https://${DOMAIN.split(',')[0]}` : `http://localhost:${PORT}`);
  if (!file)
    return `The blog is at ${url}\nThe link to create your account, if there is none yet, is in its log: journalctl -u ${USER}\n`;
  const link = resolve(places.data, file);
  // It is written after the first pages are served, and not at all if somebody can sign in.
  for (let look = 0; look < LOOKS && !existsSync(link); look += 1) await machine.sleep(PAUSE);
  const setUp = existsSync(link) && readFileSync(link, 'utf8').trim();
  return `The blog is at ${url}\n${setUp ? `Create your account: ${setUp}\n` : ''}`;
}
