import fc from 'fast-check';
import { histories } from './steps.js';
import { World } from './world.js';
/** @import { Step } from './steps.js' */

/** Histories as long as this meet every kind of step, and shrink in seconds. */
const LENGTH = 100;

/**
 * Runs random histories until so many steps are done.
 * @param {{ storeUrl: string, steps: number, seed: number, more?: Record<string, Step>, runs?: number, shrink?: boolean, elsewhere?: boolean, onStep?: (world: World) => void }} options
 *   `more`: kinds of steps beside the usual ones; `runs`: histories between two looks at how many steps are done
 * @returns {Promise<World>} with its figures
 * @throws {Error} with the shortest history found that shows a stale page
 */
export async function runModel({
  storeUrl,
  steps,
  seed,
  more,
  runs = 10,
  shrink = true,
  elsewhere,
  onStep,
}) {
  let world = await open(storeUrl);
  let isBroken = false;
  let blogs = 1;
  try {
    for (let round = 0; world.steps < steps; round++) {
      await fc.assert(
        fc.asyncProperty(histories(LENGTH, more), async (history) => {
          await replaceBroken();
          await world.empty();
          await fc.asyncModelRun(() => ({ model: world, real: world }), history);
          isBroken = false;
        }),
        { seed: seed + round, numRuns: runs, endOnFailure: !shrink },
      );
    }
    return world;
  } finally {
    await world.close();
  }

  /** @param {string} url */
  async function open(url) {
    const opened = await World.open(url, { elsewhere });
    if (onStep) opened.onStep = onStep;
    return opened;
  }

  /** Shorter histories are tried on another blog: in one that is broken all would fail, and not for the first reason. */
  async function replaceBroken() {
    if (isBroken) {
      await world.close().catch(() => {});
      world = await open(`${storeUrl}-${++blogs}`);
    }
    isBroken = true;
  }
}

/** @param {Pick<World, "steps" | "cleared" | "overCleared" | "overClearedBy">} world */
export function describeFigures({ steps, cleared, overCleared, overClearedBy }) {
  const share = ((100 * overCleared) / Math.max(1, cleared)).toFixed(2);
  const kinds = [...overClearedBy].sort(([, a], [, b]) => b - a).slice(0, 12);
  return [
    `${steps} steps, no stale page; ${cleared} entries cleared, ${overCleared} of them (${share} %) for nothing`,
    ...kinds.map(([kind, count]) => `  ${count} × ${kind}`),
  ].join('\n');
}
