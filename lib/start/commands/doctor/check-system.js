import { adminWords } from '../../../base/words.js';
import { originOf } from '../../../http/request-target.js';
import { presentSystem } from '../../../views/presenters/system.js';
import { stateOfMachine } from '../../machine.js';
/** @import { Config } from '../../config.js' */
/** @import { Problem } from '../../../store/inspect.js' */

/** Milliseconds for an answer of the blog. */
const PATIENCE = 2000;

/**
 * The rows of /admin/system that a program beside the blog can know.
 * @param {Config} config
 * @param {number} now  milliseconds since 1970
 * @param {typeof fetch} [ask]
 * @returns {Promise<{ problems: Problem[], notes: string[] }>} both empty when the blog does not run
 */
export async function checkSystem(config, now, ask = fetch) {
  const figures = await statusOf(config, ask);
  if (!figures) return { problems: [], notes: [] };
  const words = adminWords.in('en');
  const state = await stateOfMachine(config, { now: () => now });
  // Of those that others of doctor say more: of a domain's own certificate, the file does.
  const others = ['system.conflicts', ...(config.domain.length > 0 ? ['system.certificate'] : [])];
  const names = others.map((name) => words.say(name));
  const rows = presentSystem(figures, state, words, now).filter(
    ({ name }) => !names.includes(name),
  );
  const bad = rows.filter(({ state }) => state !== 'good');
  return {
    problems: bad.map(({ name, value, advice }) => ({ what: `${name}: ${value}`, todo: advice })),
    notes: rows
      .filter(({ state }) => state === 'good')
      .map(({ name, value }) => `${name}: ${value}\n`),
  };
}

/** @param {Config} config @returns {string} of the running blog */
export const addressOf = ({ domain, host, port, baseUrl }) =>
  domain.length > 0 ? baseUrl : originOf(host, port);

/** @param {Config} config @param {typeof fetch} ask */
async function statusOf(config, ask) {
  try {
    const response = await ask(`${addressOf(config)}/status`, {
      signal: AbortSignal.timeout(PATIENCE),
    });
    const body = await response.json();
    return response.ok && body.cache?.stores && body.store && body.derived ? body : null;
  } catch {
    return null;
  }
}
