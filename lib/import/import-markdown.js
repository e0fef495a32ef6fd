import { listFiles } from './files.js';
import { Importer } from './importer.js';
import { Plan } from './plan.js';
import { readExport, restoreAround, restoreComments } from './restore.js';

/**
 * Takes a folder of Markdown into the blog. A file's post is known by the id in the file, or else by the file's path.
 * @param {string} path a folder, or one file
 * @param {import('./run.js').Run} run
 * @param {(done: number, total: number) => void} progress
 * @throws {import('../errors.js').LarderError} `invalid` when the folder cannot be read, `unavailable`
 */
export async function importMarkdown(path, run, progress) {
  const { content } = run;
  const folder = await listFiles(path);
  const ours = await readExport(folder.root);
  if (ours) await restoreAround(folder.root, ours, run);
  for (const link of folder.links) run.warn(link, 'symbolic links are not followed');
  for (const closed of folder.closed) run.refuse(closed, 'this folder cannot be read');

  const plan = new Plan(content.index, ours !== null);
  await plan.read(folder, run);
  const importer = new Importer({ root: folder.root, plan, run, isExport: ours !== null });
  for (const [done, entry] of plan.entries.entries()) {
    progress(done, plan.entries.length);
    await run.attempt(entry.file, () => importer.take(entry));
  }
  if (ours) await restoreComments(folder.root, run);
  progress(plan.entries.length, plan.entries.length);
}
