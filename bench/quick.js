import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeSubject } from './support/subject.js';
import { measureAll } from './measure.js';
import { align, machine } from './table.js';
/** @import { Row } from './measure.js' */
/** @import { Choices } from './usual.js' */

const file = fileURLToPath(new URL('baseline.json', import.meta.url));

/** A ratio that is this much above the one that is kept has got worse: less than that is noise. */
const TOLERANCE = 1.12;
const POSTS = 200;

/**
 * The guard: compares the ratios to the bare server with those that were kept of this kind of machine.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code: 1 when something got worse
 */
export async function quick({ words, keep, driver, modern, tell, say, later }) {
  const subject = await makeSubject({ count: POSTS, words, tell, later });
  try {
    const means = { subject, driver, modern, tell };
    const rows = await measureAll(means, {
      rounds: 3,
      generations: 2,
      goalRounds: 5,
      seconds: 0.25,
      only: ({ id, isGoal }) => isGoal === true || id === 'uncached',
      rivals: ['bare'],
    });
    const now = Object.fromEntries(rows.map(({ id, bare }) => [id, round(bare.ratio)]));
    tell('');
    /** By machine: elsewhere other ratios are usual. @type {Record<string, Record<string, number>>} */
    const baselines = JSON.parse(await readFile(file, 'utf8'));
    if (keep) {
      await writeFile(file, `${JSON.stringify({ ...baselines, [machine()]: now }, null, 2)}\n`);
      return say(`Kept in bench/baseline.json: ${JSON.stringify(now)}\n`);
    }
    const kept = baselines[machine()];
    if (kept) return tellChanges(rows, kept, say);
    return say(
      `Measured: ${JSON.stringify(now)}. Nothing is kept of this machine (${machine()}), so nothing is compared: keep them with --keep.\n`,
    );
  } finally {
    await subject.remove();
  }
}

/**
 * @param {Row[]} rows
 * @param {Record<string, number>} kept
 * @param {(text: string) => number} say
 */
function tellChanges(rows, kept, say) {
  const lines = rows.map(({ id, name, bare }) => {
    const before = kept[id] ?? NaN;
    const isWorse = bare.ratio > before * TOLERANCE;
    const verdict = isWorse ? 'WORSE' : bare.ratio < before / TOLERANCE ? 'better' : 'as before';
    return { isWorse, cells: [name, before.toFixed(2), bare.ratio.toFixed(2), verdict] };
  });
  const head = ['CPU time a request ÷ bare node:http', 'kept', 'now', ''];
  say(`${align([head, ...lines.map(({ cells }) => cells)])}\n\n`);
  const worse = lines.filter(({ isWorse }) => isWorse).map(({ cells }) => cells[0]);
  if (worse.length === 0) return say('Nothing got worse.\n');
  say(`Got worse: ${worse.join('; ')}. Run it again before you believe it.\n`);
  return 1;
}

/** @param {number} ratio */
const round = (ratio) => Math.round(ratio * 100) / 100;
