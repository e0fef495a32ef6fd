import { parseArgs } from 'node:util';
import { engineNames, isEngine } from '../../exchange/export/engines.js';
import { exportBlog } from '../../exchange/export/export-blog.js';
import { exportFolder } from '../../exchange/export/folder.js';
import { noteCommand } from './note-command.js';
import { terminalReport } from './terminal-report.js';
/** @import { Engine } from '../../exchange/export/engines.js' */
/** @import { Run } from './types.js' */

const USAGE = `Usage: node app.js export [--for ENGINE] PATH

PATH is an empty folder or an earlier export.
ENGINE is ${engineNames.slice(0, -1).join(', ')} or ${engineNames.at(-1)}: the files are written in its format.
`;

/** `node app.js export [--for ENGINE] PATH` @type {Run} */
export async function run(args, { openContent, clock, stdout, stderr }) {
  const options = parse(args);
  if (!options) {
    stderr.write(USAGE);
    return 2;
  }
  const { path, engine } = options;
  const { content, store, close } = await openContent();
  const { progress, end } = terminalReport(stderr, 'posts');
  try {
    const written = await exportBlog({
      target: exportFolder(path),
      store,
      index: content.index,
      progress,
      engine,
    });
    end();
    await noteCommand([store], clock, 'export', 'blog.exported');
    stdout.write(
      `${written.posts} posts and pages, ${written.comments} comments, ${written.media} images\n`,
    );
    return 0;
  } finally {
    end();
    await close();
  }
}

/** @param {string[]} args @returns {{ path: string, engine?: Engine } | null} null when they are wrong */
function parse(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { for: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    const engine = values.for?.toLowerCase();
    if (!path || rest.length > 0) return null;
    if (engine === undefined) return { path };
    return isEngine(engine) ? { path, engine } : null;
  } catch {
    return null;
  }
}
