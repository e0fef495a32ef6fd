import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LarderError } from '../../base/errors.js';
import { mustRun, refusal } from './machine.js';
/** @import { Machine, Places } from './machine.js' */

/** Its name and lock file are all that a package manager needs. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];
const LOCK = 'npm-shrinkwrap.json';
/** Of what is not complete. */
const PART = '.part-';
/** Until its owner chooses one, the package has a name that is another's where packages are published. */
const UNPUBLISHED = 'larder';

/**
 * @param {Places} places
 * @returns {string | null} the folder of the version that is installed
 * @throws {LarderError} `invalid` when something else is in its place
 */
export function currentVersion({ program, current }) {
  const found = lstatSync(current, { throwIfNoEntry: false });
  if (!found) return null;
  if (!found.isSymbolicLink())
    throw refusal(`${current} was not created by “larder install”: move it away first.`);
  const folder = join(program, readlinkSync(current));
  return existsSync(folder) ? folder : null;
}

/** @param {string} folder of a version @returns {{ name: string, version: string, files: string[] }} */
export function manifestOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    throw refusal(`${folder} is no Larder: it has no package.json that can be read.`);
  }
}

/**
 * Puts a version beside the one that is installed, with its own packages. An interrupted one leaves nothing that
 * counts.
 *
 * @param {Machine} machine
 * @param {Places} places
 * @param {string} source  a folder, a tarball that `npm pack` made, or a version that is published
 * @param {string} own  the name that its package must have
 * @returns {Promise<string>} its folder
 * @throws {LarderError} `invalid` when it is no Larder; `unavailable` when its packages cannot be installed
 */
export async function placeVersion(machine, { program }, source, own) {
  mkdirSync(program, { recursive: true, mode: 0o755 });
  for (const name of readdirSync(program))
    if (name.startsWith(PART)) rmSync(join(program, name), { recursive: true });
  const part = mkdtempSync(join(program, PART));
  try {
    await unpack(machine, source, part, own);
    const { name, version } = existsSync(join(part, 'package.json')) ? manifestOf(part) : {};
    if (name !== own || !version || !existsSync(join(part, LOCK)))
      throw refusal(
        `${source} is no Larder${name && name !== own ? `: its package is “${name}”` : ''}.`,
      );
    const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    const all = [...args, '--loglevel=warn'];
    const { code, output: said } = await machine.run('npm', all, { cwd: part });
    refuseFull(said, program);
    const errors = said.match(/(?<=npm error (?!code|errno|syscall|path|A complete)).+/g) ?? [
      said.trim(),
    ];
    if (code !== 0)
      throw new LarderError(
        'unavailable',
        `npm cannot install the packages: is there a network? Nothing was changed. (${errors[0]})`,
      );
    // npm itself goes on with half a package.
    const fault = /TAR_ENTRY_ERROR (.*)/.exec(said)?.[1];
    if (fault) throw new LarderError('unavailable', `The packages are not complete: ${fault}.`);
    await mustRun(machine, 'chmod', ['-R', 'u=rwX,go=rX', part]);
    const folder = freeName(program, version);
    renameSync(part, folder);
    return folder;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** @param {Machine} machine @param {string} source @param {string} folder @param {string} own */
async function unpack(machine, source, folder, own) {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    for (const file of [...ALWAYS, LOCK, ...manifestOf(source).files])
      if (existsSync(join(source, file)))
        cpSync(join(source, file), join(folder, file), { recursive: true });
    return;
  }
  const isPublished = !existsSync(source);
  const tarball = isPublished ? await download(machine, source, folder, own) : source;
  const options = ['--strip-components=1', '--no-same-owner', '--force-local'];
  const { code, output } = await machine.run('tar', ['-xzf', tarball, '-C', folder, ...options]);
  refuseFull(output, dirname(folder));
  if (code !== 0)
    throw refusal(
      `${source} cannot be unpacked: is it a whole tarball of “npm pack”? (${output.trim().split('\n')[0]})`,
    );
  if (isPublished) rmSync(tarball);
}

/** @param {string} said  by a program @param {string} folder @throws {LarderError} `unavailable` */
function refuseFull(said, folder) {
  if (/ENOSPC|No space left/.test(said))
    throw new LarderError(
      'unavailable',
      `The disk of ${folder} is full: make room, and run this again.`,
    );
}

/** @param {Machine} machine @param {string} version @param {string} folder @param {string} own */
async function download(machine, version, folder, own) {
  if (!/^\d+\.\d+\.\d+/.test(version))
    throw refusal(`There is no ${version}: give the path of a tarball of “npm pack”.`);
  if (own === UNPUBLISHED)
    throw refusal(
      `There is no file ${version}, and Larder is not published as a package yet: give the path of a tarball.`,
    );
  const args = ['pack', `${own}@${version}`, '--pack-destination', folder, '--silent'];
  return join(folder, (await mustRun(machine, 'npm', args)).trim());
}

/** @param {string} program @param {string} version @returns {string} such as `/opt/larder/1.2.0` or `…/1.2.0-2` */
function freeName(program, version) {
  for (let count = 1; ; count += 1) {
    const folder = join(program, count === 1 ? version : `${version}-${count}`);
    if (!existsSync(folder)) return folder;
  }
}

/** @param {string} one @param {string} other @returns {boolean} a test version counts as the one that it becomes */
export function isOlder(one, other) {
  const [mine, its] = [one, other].map((each) => each.replace(/[-+].*/, ''));
  return mine.localeCompare(its, 'en', { numeric: true }) < 0;
}

/** At once: whoever starts now has the one or the other. @param {Places} places @param {string} folder */
export function useVersion({ current }, folder) {
  const next = `${current}.next`;
  rmSync(next, { force: true });
  symlinkSync(basename(folder), next);
  renameSync(next, current);
}

/** @param {Places} places @param {string[]} kept  folders */
export function removeVersions({ program, current }, kept) {
  for (const name of readdirSync(program)) {
    const folder = join(program, name);
    if (folder !== current && !kept.includes(folder)) rmSync(folder, { recursive: true });
  }
}
