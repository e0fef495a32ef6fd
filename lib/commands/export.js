import { exportBlog } from '../export/export-blog.js';
import { exportFolder } from '../export/folder.js';
import { terminalReport } from './terminal-report.js';
/** @import { Run } from './types.js' */

/** `node app.js export PATH` @type {Run} */
export async function run(args, { openContent, stdout, stderr }) {
  const [path, ...rest] = args;
  if (!path || path.startsWith('-') || rest.length > 0) {
    stderr.write('Usage: node app.js export PATH (an empty folder or an earlier export)\n');
    return 2;
  }
  const { content, store, close } = await openContent();
  const { progress, end } = terminalReport(stderr, 'posts');
  try {
    const written = await exportBlog({
      ...{ target: exportFolder(path), store, index: content.index, progress },
    });
    end();
    stdout.write(
      `${written.posts} posts and pages, ${written.comments} comments, ${written.media} images\n`,
    );
    return 0;
  } finally {
    end();
    await close();
  }
}
