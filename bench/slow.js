import { writeReport } from './report.js';
import { makeSubject } from './support/subject.js';
import { shareOf } from './support/share.js';
import { measureAll } from './measure.js';
import { format, machine } from './table.js';
import { chartsOf } from './usual.js';
/** @import { Row } from './measure.js' */
/** @import { Choices } from './usual.js' */

const CORES = 0.2;
const MEGABYTES = 256;

/** Of the first engine, on a 1.6 GHz Atom with pages of 33 kB, by `ab -n 1000`: requests a second. */
const then = { uncached: 5.41, cached: 62.86 };

/**
 * The usual measurements, with each server held to a fifth of a core and 256 MB.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code
 */
export async function slow({ posts: count, words, storeUrl, driver, modern, tell, say, later }) {
  const share = shareOf({ cores: CORES, megabytes: MEGABYTES });
  if ('impossible' in share) {
    say(`This machine does not let us hold a server to a share of it: ${share.impossible}\n`);
    say('It takes root, and control groups (cgroups) that can be written to.\n');
    return 1;
  }
  later(share.release);
  const subject = await makeSubject({ count, words, storeUrl, tell, later });
  try {
    const { confine } = share;
    const means = { subject, driver, modern, tell, confine };
    const rows = await measureAll(means, {
      rounds: 3,
      generations: 1,
      goalRounds: 3,
      seconds: 1,
      warmUp: 8000,
    });
    const text = `${format(rows)}\n\n${scale(rows)}`;
    tell('');
    const title = `Larder on ${CORES} of a core and ${MEGABYTES} MB`;
    say(`${title}\n${machine()}\n${subject.name}, ${driver.name}\n\n${text}\n`);
    const facts = { title, machine: machine(), blog: subject.name, driver: driver.name, text };
    const files = await writeReport({ ...facts, charts: chartsOf(rows), figures: { rows } });
    say(`\nWritten: ${files.join(', ')}\n`);
    return 0;
  } finally {
    share.release();
    await subject.remove();
  }
}

/** @param {Row[]} rows */
function scale(rows) {
  const of = (/** @type {string} */ id) => rows.find((row) => row.id === id)?.larder;
  const rate = (/** @type {string} */ id) => (((of(id)?.kBps ?? 0) * 8) / 1000).toFixed(0);
  const now = { uncached: of('uncached')?.perSecond ?? 0, cached: of('cached')?.perSecond ?? 0 };
  return `For scale, the first engine (2012, a 1.6 GHz Atom, 33 kB a page), ab -n 1000:
  without the cache  ${then.uncached} requests/s then, ${now.uncached.toFixed(1)} here
  from the cache     ${then.cached} requests/s then, ${now.cached.toFixed(1)} here

From these link rates on, the server is what limits: on a slower link, the link is.
  a post as it is    ${rate('plain')} Mbit/s
  a post in gzip     ${rate('gzip')} Mbit/s
  a post in brotli   ${rate('brotli')} Mbit/s`;
}
