/** @import { Config } from '../../config.js' */
/** @import { Problem } from '../../../store/inspect.js' */

/** Whether a host can be reached from this machine alone. */
const isLocal = (/** @type {string} */ host) => /^(127\.|localhost$|\[?::1\]?$)/.test(host);

/**
 * @param {Pick<Config, 'workers'>} config
 * @param {number} cores
 * @returns {string} a line on whether more workers, or fewer, would serve better; else ''
 */
export function adviceOnWorkers({ workers }, cores) {
  if (workers > cores)
    return `WORKERS is ${workers}, but there are only ${cores} cores: more workers than cores only take more memory.\n`;
  if (workers === cores) return '';
  return `There are ${cores} cores, and WORKERS is ${workers}: if one is often fully used, set WORKERS=auto (see docs/running.md).\n`;
}

/**
 * What is right by itself, but not together. (A wrong value has stopped the start already.)
 *
 * @param {Pick<Config, 'host' | 'baseUrl'>} config
 * @param {string[]} unknown  sentences about names that are no settings
 * @returns {Problem[]}
 */
export function checkConfig({ host, baseUrl }, unknown) {
  const problems = unknown.map((what) => ({
    what,
    todo: 'Correct the name, or remove the line: nothing reads it',
  }));
  if (baseUrl || isLocal(host)) return problems;
  return [
    ...problems,
    {
      what: `The blog listens on ${host}, but BASE_URL is not set: links in feeds and the sitemap may be wrong.`,
      todo: 'Set BASE_URL to the public URL of the blog, e.g. https://blog.example.org',
    },
  ];
}
