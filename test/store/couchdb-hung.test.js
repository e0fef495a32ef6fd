import assert from 'node:assert/strict';
import { listen } from './listen.js';
import { scriptedCouch } from './scripted-couch.js';

describe('The feed of CouchDB, while a save of our own hangs,', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  const revisions = (/** @type {string[]} */ ...ids) => ({ _revisions: { start: 2, ids } });
  const line = (/** @type {number} */ seq, /** @type {string} */ id, /** @type {string} */ rev) =>
    `${JSON.stringify({ seq, id, changes: [{ rev }] })}\n`;

  for (const isTaken of [true, false])
    it(`${isTaken ? 'tells' : 'does not tell'} of that record when ${isTaken ? 'others have' : 'nobody else has'} saved it`, async () => {
      /** @type {object[]} */
      let leaves = [];
      let isSent = () => {};
      const sending = new Promise((resolve) => (isSent = () => resolve(undefined)));
      couch.play(({ path, method, query, body }, response) => {
        if (path === '_all_docs')
          return { body: { rows: body.keys.map(() => ({ value: { rev: '9-x' } })) } };
        if (path === '_changes' && !query.has('descending')) {
          response.setHeader('content-type', 'application/json');
          const beating = setInterval(() => response.write('\n'), 5);
          response.on('close', () => clearInterval(beating));
          sending.then(() => response.write(line(2, 'post:a', '2-f') + line(3, 'post:b', '1-b')));
          return 'done';
        }
        if (path !== 'post:a') return undefined;
        if (method === 'PUT') {
          const ours = { _rev: '2-f', writeId: body.writeId, ...revisions('f', '1') };
          const theirs = { _rev: '2-a', writeId: 'theirs', ...revisions('a', '1') };
          leaves = isTaken ? [ours, theirs] : [ours];
          isSent();
          return 'silence';
        }
        return { body: query.has('open_revs') ? leaves.map((ok) => ({ ok })) : {} };
      });
      const store = await couch.open({ timeout: 60_000, factor: 5 });
      const heard = listen(store, 'first-1:0');
      let isOver = false;
      const write = store.write([{ kind: 'post', id: 'a', revision: '1-1', removed: true }]);
      write.catch(() => {}).finally(() => (isOver = true));
      await heard.told('post', 'b', '1-b');
      if (isTaken) await heard.told('post', 'a', '2-f');
      // A busy machine may lose the feed, and hear of the same once more.
      const told = new Set(heard.changes.map(({ id }) => id));
      assert.deepEqual([...told].sort(), isTaken ? ['a', 'b'] : ['b']);
      assert.equal(isOver, false);
    });
});
