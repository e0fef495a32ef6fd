import { writeReport } from './report.js';
import { makeSubject } from './support/subject.js';
import { measureAll, measureDay } from './measure.js';
import { format, machine } from './table.js';
/** @import { Row } from './measure.js' */
/** @import { Chart } from './report.js' */
/** @import { Standing } from './support/compare.js' */
/** @import { Driver } from './support/load.js' */

/**
 * @typedef {object} Choices
 * @property {number} posts
 * @property {number} words
 * @property {string} storeUrl  '' for a generated blog
 * @property {boolean} keep
 * @property {{ name: string, drive: Driver }} driver
 * @property {Driver} modern
 * @property {(text: string) => void} tell  progress
 * @property {(text: string) => number} say  results
 * @property {(end: () => unknown) => void} later  what to do when the run is broken off
 */

/**
 * The usual form: every scenario, and a day's traffic.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code
 */
export async function usual({ posts: count, words, storeUrl, driver, modern, tell, say, later }) {
  const subject = await makeSubject({ count, words, storeUrl, tell, later });
  try {
    const means = { subject, driver, modern, tell };
    const rows = await measureAll(means, {
      rounds: 3,
      generations: 3,
      goalRounds: 3,
      seconds: 0.5,
    });
    rows.push(await measureDay(means));
    const text = format(rows);
    tell('');
    say(`${machine()}\n${subject.name}, ${driver.name}\n\n${text}\n\n${legend}\n`);
    const title = 'Larder beside a bare server';
    const facts = { title, machine: machine(), blog: subject.name, driver: driver.name, text };
    const files = await writeReport({ ...facts, charts: chartsOf(rows), figures: { rows } });
    say(`\nWritten: ${files.join(', ')}\n`);
    return 0;
  } finally {
    await subject.remove();
  }
}

const legend = `CPU ÷ bare, ÷ Express: CPU time a request, as a multiple of that of a bare node:http server, and of a plain Express 5
route, with the same bytes and headers; medians of pairs measured one after the other. RSS: of the Larder process, with
the whole cache in it.`;

/** @param {Row[]} rows @returns {Chart[]} */
export function chartsOf(rows) {
  const cached = rows.filter(({ id }) => id !== 'uncached');
  const labels = cached.map(({ name }) => name);
  const servers = /** @type {const} */ (['larder', 'bare', 'express']);
  const names = { larder: 'Larder', bare: 'bare node:http', express: 'Express 5' };
  const series = (/** @type {(standing: Standing) => number} */ pick) =>
    servers
      .filter((server) => cached.every((row) => row[server]))
      .map((server) => ({
        label: names[server],
        values: cached.map((row) => pick(/** @type {any} */ (row[server]))),
      }));
  const curves = rows.filter(({ id }) => ['plain', 'gzip', 'keep-256', 'day'].includes(id));
  const percents = [10, 25, 50, 75, 90, 95, 99];
  return [
    {
      type: 'bar',
      title: 'CPU time a request',
      unit: 'µs',
      labels,
      series: series(({ cpu }) => cpu.all),
    },
    {
      type: 'bar',
      title: 'Requests a second',
      unit: 'requests/s',
      labels,
      series: series((one) => one.perSecond),
    },
    {
      type: 'line',
      title: 'How long readers wait (Larder)',
      unit: 'ms',
      labels: percents.map((percent) => `${percent} %`),
      series: curves.map(({ name, larder }) => ({
        label: name,
        values: percents.map((percent) => at(larder.latency, percent)),
      })),
    },
  ];
}

/** @param {[number, number][]} latency @param {number} percent */
const at = (latency, percent) => latency.find(([each]) => each >= percent)?.[1] ?? null;
