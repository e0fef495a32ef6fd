import assert from 'node:assert/strict';
import { createClock } from '../../support/clock.js';
import { Connections } from '../../../lib/start/workers/connections.js';

describe('Connections', () => {
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  /** @type {Connections} */
  let connections;
  beforeEach(() => {
    clock = createClock();
    connections = new Connections({ clock });
  });

  /** @returns {any} */
  function createWorker() {
    const worker = {
      got: /** @type {any[]} */ ([]),
      isKilled: false,
      give: (/** @type {any} */ socket) => worker.got.push(socket.name),
      giveUp: () => (worker.isKilled = true),
    };
    return worker;
  }

  /** @param {string} name */
  function add(name) {
    const socket = {
      name,
      destroyed: false,
      on: () => {},
      destroy: () => (socket.destroyed = true),
    };
    connections.add(/** @type {any} */ (socket));
    return socket;
  }

  it('go to the workers in turn, and wait until there is one', () => {
    const [one, other] = [createWorker(), createWorker()];
    for (const name of ['a', 'b', 'c', 'd']) add(name);
    connections.begin(one);
    connections.begin(other);
    connections.taken(one);
    connections.taken(other);
    assert.deepEqual(
      [one.got, other.got],
      [
        ['a', 'c'],
        ['b', 'd'],
      ],
    );
  });

  it('are closed here once a worker has them, and not before', () => {
    const worker = createWorker();
    connections.begin(worker);
    const socket = add('a');
    assert.equal(socket.destroyed, false);
    connections.taken(worker);
    assert.equal(socket.destroyed, true);
  });

  it('go to another worker when the one that they were given to has ended without them', () => {
    const [one, other] = [createWorker(), createWorker()];
    connections.begin(one);
    const [first] = [add('a'), add('b')];
    connections.begin(other);
    connections.taken(other);
    connections.ended(one);
    assert.deepEqual(other.got, ['b', 'a']);
    assert.equal(first.destroyed, false);
  });

  it('go to no worker that finishes, and not when they have closed meanwhile', () => {
    const [one, other] = [createWorker(), createWorker()];
    connections.begin(one);
    connections.end(one);
    add('a').destroy();
    add('b');
    connections.begin(other);
    assert.deepEqual([one.got, other.got], [[], ['b']]);
  });

  it('that a worker does not take end it', async () => {
    const worker = createWorker();
    connections.begin(worker);
    add('a');
    await clock.tick(4000);
    assert.equal(worker.isKilled, false);
    await clock.tick(4000);
    assert.equal(worker.isKilled, true);
  });
});
