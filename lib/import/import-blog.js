import { basename } from 'node:path';
import { takeOver } from './foreign/take-over.js';
import { importMarkdown } from './import-markdown.js';
import { LastImport } from './last-import.js';
import { recognise } from './recognise.js';
import { Run } from './run.js';

/** Engines whose exports are read. */
const ENGINES = {
  wordpress: async () => (await import('./wordpress/source.js')).openWordPress,
  ghost: async () => (await import('./ghost/source.js')).openGhost,
};

/**
 * Takes another blog into this one: a folder of Markdown, or an export of WordPress or Ghost. Running it again takes
 * what has changed there, and leaves what was changed or deleted here since the last time.
 * @param {object} options
 * @param {string} options.path a folder, or one file
 * @param {import('../content/content.js').Content} options.content
 * @param {import('./run.js').Report} options.report
 * @param {boolean} [options.overwrite] takes all as it is there, whatever was done here
 * @returns {Promise<import('./run.js').Counts & { taken?: { comments: number, images: number }, kept?: number }>} `kept`:
 *   what stays as it is here, when there is anything
 * @throws {import('../errors.js').LarderError} `invalid` when there is nothing that can be read, `unavailable`
 */
export async function importBlog({ path, content, report, overwrite = false }) {
  const { kind, folder, files } = await recognise(path);
  const run = new Run(content, report, await new LastImport(content.store, overwrite).read());
  const { progress } = report;
  try {
    if (kind === 'markdown') await importMarkdown(path, run, progress);
    else {
      const open = await ENGINES[kind]();
      for (const file of files)
        await takeOver(await open(file), { file: basename(file), folder, run, progress });
    }
  } finally {
    await run.last.flush();
  }
  const { counts, taken, kept } = run;
  return { ...counts, ...(kind !== 'markdown' && { taken }), ...(kept > 0 && { kept }) };
}
