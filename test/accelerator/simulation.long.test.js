import assert from 'node:assert/strict';
import { simulate } from './simulation.js';

/** What a run goes through besides cut, slow and doubled messages. @type {Record<string, Record<string, boolean>>} */
const kinds = {
  'clocks are wrong': {},
  'nodes are stopped and killed': { restarts: true },
  'an origin changes what they fetch': { fetches: true },
  'an origin tells entity tags': { fetches: true, tells: true },
  'much is forgotten': { forgets: true, restarts: true, fetches: true },
};

describe('Peers in a network that is cut, slow and doubles messages', () => {
  for (const [what, options] of Object.entries(kinds))
    it(`agree in the end, and never serve what they removed, when ${what}`, async () => {
      const figures = await simulate({ seed: 7, steps: 120, ...options });
      assert.ok(figures.writes > 20 && figures.sent > 100, JSON.stringify(figures));
    });
});
