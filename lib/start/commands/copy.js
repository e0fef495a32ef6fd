import { parseArgs } from 'node:util';
import { LarderError } from '../../base/errors.js';
import { inBatches, lastingKinds, missing, writeBatch } from '../../store/batches.js';
import { randomBytes } from '../../people/secrets.js';
import { createRecords } from '../../statistics/records.js';
import { noteCommand } from './note-command.js';
import { openStore } from '../../store/open.js';
import { compareBlogs } from './copy/compare.js';
import { refuseOtherBlog } from './copy/refuse.js';
/** @import { Kind, Store } from '../../store/types.js' */
/** @import { Run } from './types.js' */

const usage =
  'Usage: node app.js copy --from URL --to URL, for example copy --from sqlite:./data/larder.db --to http://user:password@host:5984/larder';

/**
 * `copy --from URL --to URL`: copies a whole blog into another store, without sessions and tokens. It
 * may be run again, after a break or to follow the source: what is the same already is left alone. It
 * takes nothing away, and refuses a target that has a life of its own.
 *
 * @type {Run}
 */
export async function run(args, { clock, log, stdout, stderr }) {
  const urls = readArgs(args);
  if (!urls) {
    stderr.write(`${usage}\n`);
    return 2;
  }
  /** @type {Store[]} */
  const stores = [];
  try {
    const from = await openStore(urls.from, { clock, log, create: false });
    stores.push(from);
    const to = await openStore(urls.to, { clock, log, create: true });
    stores.push(to);
    await refuseOtherBlog(from, to);
    for (const kind of lastingKinds) await copyKind(kind, from, to, { stdout, stderr });
    await sumUpDays(from, to);
    stdout.write('Sessions and API tokens are not copied: sign in again and create new tokens.\n');
    const code = await logDifferences(from, to, stdout);
    await noteCommand(stores, clock, 'copy', 'blog.copied');
    return code;
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    stderr.write(`${explain(error)}\n`);
    return 1;
  } finally {
    for (const store of stores) await store.close();
  }
}

/**
 * @param {string[]} args
 * @returns {{ from: string, to: string } | null}
 */
function readArgs(args) {
  try {
    const options = {
      from: { type: /** @type {const} */ ('string') },
      to: { type: /** @type {const} */ ('string') },
    };
    const { from, to } = parseArgs({ args, options }).values;
    return from && to && from !== to ? { from, to } : null;
  } catch {
    return null;
  }
}

/**
 * @param {Kind} kind
 * @param {Store} from
 * @param {Store} to
 * @param {{ stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream & { isTTY?: boolean } }} outputs
 */
async function copyKind(kind, from, to, { stdout, stderr }) {
  let [written, same] = [0, 0];
  for await (const batch of inBatches(kind, from)) {
    const writes = await missing(kind, batch, to);
    await writeBatch(writes, to);
    written += writes.length;
    same += batch.length - writes.length;
    logProgress(stderr, kind, written + same);
  }
  if (stderr.isTTY) stderr.write('\r\u001b[K');
  stdout.write(`${kind}: ${written} written, ${same} already there\n`);
}

/**
 * The sums of a month come with it, and lack the days that only the target has.
 * @param {Store} from
 * @param {Store} to
 */
async function sumUpDays(from, to) {
  const [there, here] = [await countDays(from), await countDays(to)];
  if (here > there) await createRecords({ store: to, random: randomBytes }).sumUpAll();
}

/** @param {Store} store */
async function countDays(store) {
  let count = 0;
  for await (const { id } of store.all('statistics')) if (id.startsWith('day:')) count++;
  return count;
}

/** Where lines cannot be rewritten, a line for so many records. */
const step = 500;

/**
 * @param {NodeJS.WritableStream & { isTTY?: boolean }} stderr
 * @param {Kind} kind
 * @param {number} done
 */
function logProgress(stderr, kind, done) {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${kind}: ${done}`);
  else if (done % step === 0) stderr.write(`${kind}: ${done}\n`);
}

/**
 * @param {Store} from
 * @param {Store} to
 * @param {NodeJS.WritableStream} stdout
 * @returns {Promise<number>} the exit code
 */
async function logDifferences(from, to, stdout) {
  // A server writes its figures while it runs.
  const kinds = lastingKinds.filter((kind) => kind !== 'counts');
  const { same, differences } = await compareBlogs(kinds, from, to);
  for (const { kind, id, what } of differences) stdout.write(`${kind} ${id}: ${what}\n`);
  if (differences.length === 0) {
    stdout.write(`Both stores are identical: ${same} records.\n`);
    return 0;
  }
  stdout.write(
    `Records that differ: ${differences.length}. They changed during the copy: stop everything that writes to either store and copy again. Records only in the target are never deleted: delete them there.\n`,
  );
  return 1;
}

/** @param {LarderError} error */
const explain = (error) =>
  error.code === 'conflict'
    ? `${error.message} Another program is writing to the target: stop it and copy again.`
    : error.message;
