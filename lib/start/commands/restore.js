import { basename, dirname, resolve } from 'node:path';
import { LarderError } from '../../base/errors.js';
import { formatSize } from '../../base/sizes.js';
import { withBackup } from '../../store/backup-file.js';
import { openStore } from '../../store/open.js';
import { counted } from '../../views/presenters/plain-text.js';
import { backupFolder, listBackups } from '../backups/folder.js';
import { parse } from './backup.js';
import { createProgress } from './backup/progress.js';
import { noteCommand } from './note-command.js';
/** @import { Kind, Store, OnProgress } from '../../store/types.js' */
/** @import { Config } from '../config.js' */
/** @import { Run } from './types.js' */

/**
 * `restore FILE`: puts the blog of a backup in the place of the one there is, also while the server runs. Without a
 * file it lists the daily backups.
 *
 * @type {Run}
 */
export async function run(args, { config, clock, log, stdout, stderr }) {
  if (args.length === 0) {
    for (const line of listed(config)) stdout.write(`${line}\n`);
    return 0;
  }
  const parsed = parse(args);
  if (!parsed) {
    stderr.write('Usage: node app.js restore [FILE | DAY | latest] [--force]\n');
    return 2;
  }
  const { force } = parsed;
  const file = chosen(parsed.file, config);
  const { onProgress, end } = createProgress(stderr);
  return withBackup(file, async (copy, isChecked) => {
    if (!isChecked)
      stderr.write(
        `${file} has no checksum, so its content was not checked: it is of an older Larder, or cut off.\n`,
      );
    const store = await openStore(config.storeUrl, { clock, log, create: true });
    try {
      const lost = await contentsOf(store);
      if (lost && !force)
        throw new LarderError(
          'invalid',
          `There is already a blog here, with ${lost}. ${await changedSince(store, file)}To replace all of it with ${file}, make a backup first, then add --force. Nothing was changed.`,
        );
      await carryOut(store, copy, onProgress);
      end();
      await noteCommand([store], clock, 'restore', 'blog.restored');
      const now = (await contentsOf(store)) || 'nothing';
      stdout.write(`Restored: ${now}. All sessions have ended: sign in again.\n`);
      return 0;
    } finally {
      end();
      await store.close();
    }
  });
}

/** @param {Config} config @returns {string[]} a line for each daily backup */
function listed(config) {
  const folder = resolve(backupFolder(config));
  const backups = listBackups(folder);
  if (backups.length === 0) return [`There is no backup in ${folder} yet.`];
  return [
    ...backups.map(
      ({ file, at, bytes }) => `${sayAt(at)}  ${formatSize(bytes).padStart(9)}  ${file}`,
    ),
    'Restore one with: node app.js restore FILE, or the last of a day: restore 2026-11-27, or: restore latest',
  ];
}

/** @param {number} at @returns {string} such as '2026-11-27 03:12 UTC' */
const sayAt = (at) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * @param {string} name  a file, a day, or 'latest'
 * @param {Config} config
 * @returns {string} the file
 */
function chosen(name, config) {
  if (name !== 'latest' && !/^\d{4}-\d\d-\d\d$/.test(name)) return name;
  const folder = backupFolder(config);
  const found = listBackups(folder).find(
    ({ at }) => name === 'latest' || new Date(at).toISOString().startsWith(name),
  );
  if (found) return found.file;
  const when = name === 'latest' ? '' : ` of ${name}`;
  throw new LarderError('invalid', `There is no backup${when} in ${folder}.`);
}

/**
 * @param {Store} store
 * @param {string} file
 * @returns {Promise<string>} a sentence about what would be lost; '' if the file does not say when it was made
 */
async function changedSince(store, file) {
  const made = listBackups(dirname(file)).find(
    (backup) => basename(backup.file) === basename(file),
  );
  if (!made) return '';
  const { posts } = await store.summaries();
  const changed = posts.filter(({ updatedAt }) => Date.parse(updatedAt) > made.at).length;
  const changes = counted(changed, 'change');
  return `Since that backup (${sayAt(made.at)}) ${changed === 1 ? 'there was' : 'there were'} ${changes} of posts and pages, which would be lost. `;
}

/**
 * @param {Store} store
 * @param {string} copy
 * @param {OnProgress} onProgress
 */
async function carryOut(store, copy, onProgress) {
  try {
    await store.restore(copy, onProgress);
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    const state =
      store.kind === 'sqlite'
        ? 'Nothing was changed.'
        : 'The blog is partly restored: stop everything that writes to it, and run the command again with --force.';
    throw new LarderError(error.code, `${error.message} ${state}`, { cause: error });
  }
}

/**
 * @param {Store} store
 * @returns {Promise<string>} what is in it, in words; '' for nothing
 */
async function contentsOf(store) {
  const { posts, users } = await store.summaries();
  const [comments, media] = [await countOf(store, 'comment'), await countOf(store, 'media')];
  if (posts.length + users.length + comments + media === 0) return '';
  return `${posts.length} posts and pages, ${comments} comments, ${media} media, ${users.length} users`;
}

/** @param {Store} store @param {Kind} kind */
async function countOf(store, kind) {
  let count = 0;
  for await (const _ of store.all(kind)) count += 1;
  return count;
}
