import { LarderError } from '../../base/errors.js';
import { withBackup } from '../../store/backup-file.js';
import { openStore } from '../../store/open.js';
import { parse } from './backup.js';
import { createProgress } from './backup/progress.js';
/** @import { Kind, Store, OnProgress } from '../../store/types.js' */
/** @import { Run } from './types.js' */

/**
 * `restore FILE`: puts the blog of a backup in the place of the one there is, also while the server runs.
 *
 * @type {Run}
 */
export async function run(args, { config, clock, log, stdout, stderr }) {
  const parsed = parse(args);
  if (!parsed) {
    stderr.write('Usage: node app.js restore FILE [--force]\n');
    return 2;
  }
  const { file, force } = parsed;
  const { onProgress, end } = createProgress(stderr);
  return withBackup(file, async (copy) => {
    const store = await openStore(config.storeUrl, { clock, log, create: true });
    try {
      const lost = await contentsOf(store);
      if (lost && !force)
        throw new LarderError(
          'invalid',
          `There is already a blog here, with ${lost}. To replace all of it with ${file}, make a backup first, then add --force. Nothing was changed.`,
        );
      await carryOut(store, copy, onProgress);
      end();
      const now = (await contentsOf(store)) || 'nothing';
      stdout.write(`Restored: ${now}. All sessions have ended: sign in again.\n`);
      return 0;
    } finally {
      end();
      await store.close();
    }
  });
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
