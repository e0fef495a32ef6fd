import { parseArgs } from 'node:util';
import { importBlog } from '../../exchange/import/importer.js';
import { detectFormat } from '../../exchange/import/detect-format.js';
import { dryRun } from './import/dry-run.js';
import { noteCommand } from './note-command.js';
import { terminalReport } from './terminal-report.js';
/** @import { Run } from './types.js' */

const USAGE = `Usage: node app.js import PATH [--dry-run] [--overwrite] [--permalink '/:year/:month/:title/']

PATH is a folder of Markdown files, a WordPress export (XML) or a Ghost export (JSON).
`;

/** `node app.js import PATH [--dry-run] [--overwrite] [--permalink PATTERN]` @type {Run} */
export async function run(args, { openContent, clock, stdout, stderr }) {
  const options = readOptions(args);
  if (!options) {
    stderr.write(USAGE);
    return 2;
  }
  const { path, isDry, overwrite, permalink } = options;
  const report = terminalReport(stderr, (await isMarkdown(path)) ? 'files' : 'posts and pages');
  if (isDry) return dryRun({ path, report, overwrite, permalink }, { openContent, stdout });
  const { content, close } = await openContent({ create: true });
  try {
    const counts = await importBlog({ path, content, report, overwrite, permalink });
    report.end();
    await noteCommand([content.store], clock, 'import', 'blog.imported');
    stdout.write(`${[summaryOf(counts), ...(counts.hints ?? [])].join('\n')}\n`);
    if (counts.kept)
      stdout.write(
        `Changed or deleted here, so left alone: ${counts.kept}. To overwrite them: import --overwrite\n`,
      );
    return counts.refused > 0 ? 1 : 0;
  } finally {
    report.end();
    await close();
  }
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    const flag = { type: /** @type {const} */ ('boolean'), default: false };
    const { values, positionals } = parseArgs({
      args,
      options: { 'dry-run': flag, overwrite: flag, permalink: { type: 'string' } },
      allowPositionals: true,
    });
    const [path, ...rest] = positionals;
    return path && rest.length === 0 ? { ...values, isDry: values['dry-run'], path } : null;
  } catch {
    return null;
  }
}

/** @param {string} path */
const isMarkdown = (path) =>
  detectFormat(path).then(
    ({ format }) => format === 'markdown',
    () => true,
  );

/** @param {Awaited<ReturnType<typeof importBlog>>} counts */
const summaryOf = ({ created, updated, unchanged, warned, refused, taken }) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged; ` +
  (taken ? `${taken.comments} comments and ${taken.images} images imported; ` : '') +
  `${warned} with warnings, ${refused} refused`;
