import { readFile } from 'node:fs/promises';
import { messageOf } from '../../../base/errors.js';
/** @import { Problem } from '../../../store/inspect.js' */

/**
 * @param {{ geoDb: string, geoEndpoint: string, statistics: string }} config
 * @param {number} now in milliseconds since 1970
 * @returns {Promise<{ problems: Problem[], advice: string }>} `advice`: a line on how to know countries, where nothing
 *   is there for it
 */
export async function checkPlaces(config, now) {
  if (!config.geoDb && config.geoEndpoint !== 'on' && config.statistics !== 'on')
    return { problems: [], advice: '' };
  const { databaseFileOf, FREE_PACKAGE, isOld, readDatabase } =
    await import('../../../statistics/places/database.js');
  const file = databaseFileOf(config);
  const advice = `Countries of readers are unknown: set GEO_DB to a file from MaxMind, DB-IP or IPinfo, or add a free one: npm install --no-save ${FREE_PACKAGE}\n`;
  if (!file) return { problems: [], advice };
  const todo = `Download it again, or use another one for GEO_DB. Without it, countries are unknown.`;
  try {
    const { builtAt } = readDatabase(await readFile(file));
    if (!isOld(builtAt, now)) return { problems: [], advice: '' };
    const what = `The IP location database ${file} is from ${builtAt.toISOString().slice(0, 10)}: many addresses have changed since.`;
    return { problems: [{ what, todo: 'Download a newer one.' }], advice: '' };
  } catch (error) {
    const what = `The IP location database ${file} cannot be used: ${messageOf(error)}`;
    return { problems: [{ what, todo }], advice: '' };
  }
}
