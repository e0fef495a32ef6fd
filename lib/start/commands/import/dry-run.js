import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminWords } from '../../../base/words.js';
import { isError } from '../../../base/errors.js';
import { forecastImport } from '../../../exchange/import/forecast.js';
import { overlay } from '../../../store/overlay.js';
import { presentForecast, presentOutcome } from '../../../views/presenters/imports.js';
/** @import { Forecast } from '../../../exchange/import/forecast.js' */
/** @import { terminalReport } from '../terminal-report.js' */
/** @import { Context } from '../types.js' */

/**
 * Says what an import would bring, and writes nothing.
 * @param {Omit<Parameters<typeof forecastImport>[0], 'blog'> & { report: ReturnType<typeof terminalReport> }} options
 *   of the import
 * @param {Pick<Context, 'openContent' | 'stdout'>} context
 * @returns {Promise<number>} the exit code
 */
export async function dryRun(options, { openContent, stdout }) {
  const { blog, close } = await open(openContent);
  try {
    const forecast = await forecastImport({ ...options, blog });
    options.report.end();
    stdout.write(textOf(forecast));
    return forecast.refused > 0 ? 1 : 0;
  } finally {
    options.report.end();
    await close();
  }
}

/** @param {Context['openContent']} openContent @returns the blog, or an empty one if there is none yet */
async function open(openContent) {
  try {
    const blog = await openContent({ wrapStore: overlay });
    return { blog, close: blog.close };
  } catch (error) {
    if (!isError(error, 'notFound')) throw error;
  }
  const folder = mkdtempSync(join(tmpdir(), 'larder-dry-run-'));
  const storeUrl = `sqlite:${join(folder, 'larder.db')}`;
  const blog = await openContent({ create: true, storeUrl, wrapStore: overlay });
  return { blog, close: () => blog.close().finally(() => rmSync(folder, { recursive: true })) };
}

/** @param {Forecast} forecast */
function textOf(forecast) {
  const words = adminWords.in('en');
  const rows = presentForecast(forecast, words).map(
    ({ label, text }) => `  ${label.padEnd(26)}${text}\n`,
  );
  const examples = forecast.examples.map(({ from, to }) => `  ${from} → ${to}\n`);
  return [
    'Here’s what would be imported. Nothing was written.\n',
    ...rows,
    ...(examples.length > 0
      ? ['Old URLs redirect to their posts, for example\n', ...examples]
      : []),
    ...forecast.hints.map((hint) => `${hint}\n`),
    `${presentOutcome(forecast, words)}\n`,
  ].join('');
}
