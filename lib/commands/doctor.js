import { LarderError } from '../errors.js';
import { inspectStore } from '../store/inspect.js';
import { openStore } from '../store/open.js';
import { checkBlog } from './doctor/check-blog.js';
import { checkConfig } from './doctor/check-config.js';
import { tryWrite } from './doctor/try-write.js';

/** @typedef {import('../store/inspect.js').Problem} Problem */

/** Of problems with the same remedy so many are told one by one. */
const told = 20;

/**
 * `doctor`: checks the settings, the store and every record, and says of each problem what to do. It
 * changes no record, but writes one of its own, and removes it.
 *
 * @type {import('../../app.js').Run}
 */
export async function run(args, { config, clock, log, stdout, stderr }) {
  if (args.length > 0) {
    stderr.write('Usage: doctor\n');
    return 2;
  }
  /** @type {Problem[]} */
  const problems = [...checkConfig(config)];
  let checked = 'nothing: the store cannot be opened';
  try {
    const store = await openStore(config.storeUrl, { clock, log, create: false });
    try {
      problems.push(...(await tryWrite(store, clock.now())));
      problems.push(...(await inspectStore(config.storeUrl, { clock, log })));
      const blog = await checkBlog(store, clock.now());
      problems.push(...blog.problems);
      checked = blog.checked;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    problems.push({
      what: error.message,
      todo: 'Put that right first, then call the doctor again: it could not look at everything.',
    });
  }
  for (const line of report(problems)) stdout.write(`${printable(line)}\n`);
  stdout.write(
    problems.length > 0
      ? `Problems: ${problems.length}. Checked: ${checked}.\n`
      : `All is well. Checked: ${checked}.\n`,
  );
  return problems.length > 0 ? 1 : 0;
}

/**
 * @param {Problem[]} problems
 * @returns {string[]} two lines for each
 */
function report(problems) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const lines = [];
  for (const { what, todo } of problems) {
    const count = (counts.get(todo) ?? 0) + 1;
    counts.set(todo, count);
    if (count <= told) lines.push(`✗ ${what}`, `  → ${todo}`);
  }
  for (const [todo, count] of counts) {
    if (count > told) lines.push(`✗ … and ${count - told} more of this kind`, `  → ${todo}`);
  }
  return lines;
}

/** What stands in a record must not move the cursor. @param {string} text */
const printable = (text) => text.replace(/\p{Cc}+/gu, ' ');
