import assert from 'node:assert/strict';
import { listen } from './listen.js';
import { scriptedCouch } from './scripted-couch.js';

describe('A feed of CouchDB that is behind', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  const line = { seq: '2-x', id: 'post:a', changes: [{ rev: '2-a' }] };
  const checks = () => couch.requests.filter(({ query }) => query.has('descending')).length;
  const untilChecks = async (/** @type {number} */ count) => {
    while (checks() < count) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  /** Where each connection began. */
  const places = () =>
    couch.requests
      .filter(({ path, query }) => path === '_changes' && !query.has('descending'))
      .map(({ query }) => query.get('since'));

  for (const isLate of [true, false])
    it(`is ${isLate ? 'left alone when it is only late' : 'begun anew when it has stalled'}, and what it lacks is told at once`, async () => {
      let isThere = false;
      let bring = () => {};
      couch.play(({ path, query }, response) => {
        if (path === '_all_docs') return { body: { rows: [{ value: { rev: '2-a' } }] } };
        if (path !== '_changes') return undefined;
        if (query.has('descending')) return { body: { results: isThere ? [line] : [] } };
        response.setHeader('content-type', 'application/json');
        const beating = setInterval(() => response.write('\n'), 20);
        response.on('close', () => clearInterval(beating));
        bring = () => response.write(`${JSON.stringify(line)}\n`);
        return 'done';
      });
      const heard = listen(await couch.open({ factor: 5 }), 'first-1:1-x');
      await untilChecks(2);
      isThere = true;
      await heard.told('post', 'a', '2-a');
      if (isLate) bring();
      await untilChecks(checks() + 20);
      assert.equal(places().includes('0'), !isLate);
    });
});
