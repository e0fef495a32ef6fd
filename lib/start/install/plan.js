import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../base/files.js';
import { addressesOf, settingsOf } from './health.js';
import { mustRun, refusal, USER } from './machine.js';
import { currentVersion, manifestOf, placeVersion, useVersion } from './versions.js';
/** @import { Machine, Places } from './machine.js' */

/**
 * @typedef {object} Step  One thing that an installation needs.
 * @property {string} what  it is, such as 'the user larder'
 * @property {'missing' | 'there' | 'different'} state
 * @property {string} [text]  of the file to be written
 * @property {() => unknown} apply
 */

/** Of ports below 1024, without root: Linux's rule. */
const PORTS = [443, 80];

/**
 * @param {Machine} machine
 * @param {Places} places
 * @param {string} folder  of the Larder to be installed
 * @param {string} domain  '' for none
 * @returns {Promise<Step[]>} in the order in which they are done
 * @throws {LarderError} `invalid` when another version is installed
 */
export async function planInstallation(machine, places, folder, domain) {
  return [
    await userStep(machine, places),
    versionStep(machine, places, folder),
    settingsStep(places, domain),
    fileStep('the service', places.unit, unitText(machine, folder), 0o644, async () => {
      await mustRun(machine, 'systemctl', ['daemon-reload']);
    }),
    fileStep('the command', places.command, commandText(machine, places), 0o755),
  ];
}

/** @param {Machine} machine @param {Places} places @returns {Promise<Step>} */
async function userStep(machine, { data }) {
  const { code } = await machine.run('getent', ['passwd', USER]);
  const args = ['--system', '--home-dir', data, '--shell', '/usr/sbin/nologin', USER];
  return {
    what: `the user ${USER}, who may do nothing else here`,
    state: code === 0 ? 'there' : 'missing',
    apply: () => mustRun(machine, 'useradd', args),
  };
}

/** @param {Machine} machine @param {Places} places @param {string} folder @returns {Step} */
function versionStep(machine, places, folder) {
  const { name, version } = manifestOf(folder);
  const current = currentVersion(places);
  if (current !== null && manifestOf(current).version !== version)
    throw refusal(
      `Larder ${manifestOf(current).version} is installed. To go to ${version}: larder update ${folder}`,
    );
  return {
    what: `Larder ${version} with its packages, in ${places.program}`,
    state: current === null ? 'missing' : 'there',
    apply: async () => useVersion(places, await placeVersion(machine, places, folder, name)),
  };
}

/** What its owner has set besides stays. @param {Places} places @param {string} domain @returns {Step} */
function settingsStep(places, domain) {
  const what = `the settings, ${places.settings}`;
  const text = settingsText(places, domain);
  const write = (/** @type {string} */ each) => () => writeFileFor(places.settings, each, 0o600);
  if (!existsSync(places.settings)) return { what, text, state: 'missing', apply: write(text) };
  const found = readFileSync(places.settings, 'utf8');
  const set = settingsOf(places).DOMAIN ?? '';
  const isSame = !domain || set === domain;
  const change = set ? `DOMAIN=${set} by DOMAIN=${domain} in` : `DOMAIN=${domain} in`;
  const others = found.split('\n').filter((line) => !/^\s*DOMAIN\s*=/.test(line));
  const changed = `${others.join('\n').trimEnd()}\nDOMAIN=${domain}\n`;
  return {
    what: isSame ? what : `${change} ${places.settings}`,
    state: isSame ? 'there' : set ? 'different' : 'missing',
    text: isSame ? undefined : changed,
    apply: write(changed),
  };
}

/**
 * @param {string} name
 * @param {string} path
 * @param {string} text
 * @param {number} mode
 * @param {() => unknown} [then]
 * @returns {Step}
 */
function fileStep(name, path, text, mode, then = () => {}) {
  const isThere = existsSync(path);
  const isSame = isThere && readFileSync(path, 'utf8') === text;
  return {
    what: `${name}, ${path}`,
    text,
    state: isSame ? 'there' : isThere ? 'different' : 'missing',
    async apply() {
      writeFileFor(path, text, mode);
      await then();
    },
  };
}

/** @param {string} path @param {string} text @param {number} mode */
function writeFileFor(path, text, mode) {
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, text);
  chmodSync(path, mode);
}

/**
 * @param {Machine} machine
 * @param {Places} places
 * @param {string} domain
 * @throws {LarderError} `invalid`: what would keep the service from running
 */
export async function refuseWhatCannotRun(machine, places, domain) {
  if (/^\/(home|root|run\/user)\//.test(machine.node))
    throw refusal(
      `The service cannot read ${machine.node}, which is in a home folder: install Node.js for all users, as by apt.`,
    );
  if ((await machine.run('npm', ['--version'])).code !== 0)
    throw refusal('npm is missing, which installs the packages: apt install npm');
  const isRunning = (await machine.run('systemctl', ['is-active', '--quiet', USER])).code === 0;
  if (isRunning) return;
  const [own] = addressesOf(settingsOf(places));
  const [ports, other] = domain
    ? [PORTS, 'leave out --domain and let it pass requests on: docs/running.md']
    : [[own.port], `set another PORT in ${places.settings}`];
  for (const port of ports)
    if (!(await machine.isFree(port)))
      throw refusal(`Port ${port} is taken by another server. Stop that, or ${other}`);
}

/**
 * The settings of a new blog.
 * @param {Places} places
 * @param {string} domain  '' for a blog that only this machine reaches
 */
const settingsText = ({ data }, domain) =>
  `# The settings of Larder; “larder config” shows all. After a change: systemctl restart larder
STORE_URL=sqlite:${data}/larder.db
${domain ? `DOMAIN=${domain}` : '# DOMAIN=blog.example.org'}
`;

/**
 * docs/larder.service, with this machine's Node.js.
 * @param {Machine} machine
 * @param {string} folder  of a Larder
 */
const unitText = ({ node }, folder) =>
  readFileSync(join(folder, 'docs/larder.service'), 'utf8').replaceAll('/usr/bin/node', node);

/**
 * A command for the shell, which runs as the blog's user, with its settings and in the folder where the service runs:
 * a user's own may be closed to it, and names in the settings begin there. What changes the system runs as root.
 * @param {Machine} machine
 * @param {Places} places
 */
const commandText = ({ node }, { app, data, settings }) => `#!/bin/sh
# Runs a command of the installed Larder, as its user, with its settings and in its folder.
case "$1" in install | update | uninstall) exec ${node} ${app} "$@" ;; esac
if [ -t 0 ] && [ -t 1 ]; then streams=--pty; else streams=--pipe; fi
exec systemd-run --quiet --collect --wait $streams --working-directory=${data} --uid=${USER} --gid=${USER} \\
  --property=EnvironmentFile=${settings} ${node} ${app} "$@"
`;
