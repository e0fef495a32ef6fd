import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LarderError } from '../../base/errors.js';
import { writeWhole } from '../../store/backup-file.js';
import { openStore } from '../../store/open.js';
import { createProgress } from './backup/progress.js';
import { noteCommand } from './note-command.js';
/** @import { Run } from './types.js' */

/**
 * `backup FILE`: writes the whole blog into one SQLite file, whichever store it is in, while the server runs.
 *
 * @type {Run}
 */
export async function run(args, { config, clock, log, stdout, stderr }) {
  const parsed = parse(args);
  if (!parsed) {
    stderr.write('Usage: node app.js backup FILE [--force]\n');
    return 2;
  }
  const { file, force } = parsed;
  if (isOfTheStore(file, config.storeUrl))
    throw new LarderError('invalid', `${file} is the blog’s own database: choose another file.`);
  if (existsSync(file) && !force)
    throw new LarderError(
      'invalid',
      `${file} already exists: choose another file, or add --force.`,
    );
  const store = await openStore(config.storeUrl, { clock, log, create: false });
  const { onProgress, end } = createProgress(stderr);
  try {
    await writeWhole(file, (path) => store.backup(path, onProgress));
    await noteCommand([store], clock, 'backup', 'blog.backedUp');
  } finally {
    end();
    await store.close();
  }
  const size = (statSync(file).size / 1024 / 1024).toFixed(1);
  stdout.write(
    `${resolve(file)} contains the whole blog (${size} MB), with drafts and password hashes: keep it private.\n`,
  );
  return 0;
}

/** @param {string} file @param {string} storeUrl */
function isOfTheStore(file, storeUrl) {
  if (!storeUrl.startsWith('sqlite:') || !existsSync(file)) return false;
  const own = realpathSync(file);
  const database = storeUrl.slice('sqlite:'.length);
  const files = ['', '-wal', '-shm'].map((end) => database + end);
  return files.some((each) => existsSync(each) && realpathSync(each) === own);
}

/** @param {string[]} args @returns {{ file: string, force: boolean } | null} */
export function parse(args) {
  try {
    const options = { force: { type: /** @type {const} */ ('boolean'), default: false } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...rest] = positionals;
    return file && rest.length === 0 ? { file, force: values.force } : null;
  } catch {
    return null;
  }
}
