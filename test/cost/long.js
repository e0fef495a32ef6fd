/*
 * By hand, for hours: all shapes to all entrances, of lengths that double up to the most that reaches them.
 *
 *     node test/cost/long.js [part of an entrance's name] [longest text, 200000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf } from '../support/cost.js';
import { answered, entrancesIn } from './entrances.js';
import { shapesOf } from './tokens.js';

const [, , wanted = '', longest = '200000'] = process.argv;
/** Milliseconds of CPU: below, growth is chance; above, a shape is not made longer. */
const [JUDGED_FROM, ENOUGH] = [40, 400];
const GROWTH = 2.8;

const folder = mkdtempSync(join(tmpdir(), 'larder-cost-'));
for (const { name, lists, most, longest: budget, feed } of entrancesIn(() => folder)) {
  if (!name.includes(wanted)) continue;
  process.stderr.write(`${name}\n`);
  for (const { name: shape, of } of shapesOf(lists, true)) {
    const limit = Math.min(most, Number(longest));
    let before = Infinity;
    for (let length = Math.min(limit, 2000); ; length = Math.min(limit, length * 2)) {
      const text = of(length);
      const measure = () => costOf(() => answered(feed, text));
      let cost = await measure();
      const isMuch = () => cost > budget || (cost > JUDGED_FROM && cost > GROWTH * before);
      for (let tries = 0; tries < 3 && isMuch(); tries++) cost = Math.min(cost, await measure());
      if (isMuch())
        process.stdout.write(
          `${name}: ${shape} of ${length}: ${Math.round(cost)} ms, before ${Math.round(before)}\n`,
        );
      if (isMuch() || cost > ENOUGH || length === limit) break;
      before = cost;
    }
  }
}
rmSync(folder, { recursive: true });
