import { readFileSync } from 'node:fs';

/** Names of crawlers for AI, as they stand in User-Agent. */
export const aiCrawlers = read('ai-crawlers.txt');

/** Domains whose requests are made to be seen in statistics. */
export const spamDomains = new Set(read('referrer-spam.txt'));

/** @param {string} name @returns {string[]} the lines that are no comments */
function read(name) {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
