import { basename } from 'node:path';
import { takeOver } from './foreign/take-over.js';
import { importMarkdown } from './import-markdown.js';
import { recognise } from './recognise.js';
import { Run } from './run.js';

/** Engines whose exports are read. */
const ENGINES = {
  wordpress: async () => (await import('./wordpress/source.js')).openWordPress,
  ghost: async () => (await import('./ghost/source.js')).openGhost,
};

/**
 * Takes another blog into this one: a folder of Markdown, or an export of WordPress or Ghost. Running it again takes
 * what has changed and leaves the rest untouched.
 * @param {object} options
 * @param {string} options.path a folder, or one file
 * @param {import('../content/content.js').Content} options.content
 * @param {import('./run.js').Report} options.report
 * @returns {Promise<import('./run.js').Counts & { taken?: { comments: number, images: number } }>}
 * @throws {import('../errors.js').LarderError} `invalid` when there is nothing that can be read, `unavailable`
 */
export async function importBlog({ path, content, report }) {
  const { kind, folder, files } = await recognise(path);
  const run = new Run(content, report);
  if (kind === 'markdown') return importMarkdown(path, run, report.progress);
  const open = await ENGINES[kind]();
  for (const file of files) {
    const source = await open(file);
    await takeOver(source, { file: basename(file), folder, run, progress: report.progress });
  }
  return { ...run.counts, taken: run.taken };
}
