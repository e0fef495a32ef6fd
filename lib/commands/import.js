import { importBlog } from '../import/import-blog.js';
import { terminalReport } from '../import/terminal.js';

/** `node app.js import PATH` @type {import('../../app.js').Run} */
export async function run(args, { openContent, stdout, stderr }) {
  const [path, ...rest] = args;
  if (!path || path.startsWith('-') || rest.length > 0) {
    stderr.write('Usage: import PATH, a folder of Markdown files\n');
    return 2;
  }
  const { content, close } = await openContent();
  const report = terminalReport(stderr, 'files');
  try {
    const counts = await importBlog({ path, content, report });
    report.end();
    stdout.write(`${summaryOf(counts)}\n`);
    return counts.refused > 0 ? 1 : 0;
  } finally {
    report.end();
    await close();
  }
}

/** @param {import('../import/run.js').Counts} counts */
const summaryOf = ({ created, updated, unchanged, warned, refused }) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged; ` +
  `${warned} with warnings, ${refused} refused`;
