import { importBlog } from '../import/importer.js';
import { detectFormat } from '../import/detect-format.js';
import { terminalReport } from './terminal-report.js';
/** @import { Run } from './types.js' */

/** `node app.js import PATH [--overwrite]` @type {Run} */
export async function run(args, { openContent, stdout, stderr }) {
  const overwrite = args.includes('--overwrite');
  const [path, ...rest] = args.filter((arg) => arg !== '--overwrite');
  if (!path || path.startsWith('-') || rest.length > 0) {
    stderr.write(
      'Usage: node app.js import PATH [--overwrite] (a folder of Markdown files, a WordPress export (XML) or a Ghost export (JSON))\n',
    );
    return 2;
  }
  const { content, close } = await openContent({ create: true });
  const report = terminalReport(stderr, (await isMarkdown(path)) ? 'files' : 'posts and pages');
  try {
    const counts = await importBlog({ path, content, report, overwrite });
    report.end();
    stdout.write(`${summaryOf(counts)}\n`);
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
