import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { connectWorker } from '../../../lib/start/workers/worker.js';
import { createQuietLog } from '../../support/log.js';

describe('A worker', () => {
  /** @type {any} */
  let own;
  /** What it sent to the primary process. @type {any[]} */
  let sent;
  /** What the primary process answers by the name of the call; nothing yet where there is none. @type {any} */
  let answers;
  /** @type {ReturnType<typeof createQuietLog>} */
  let log;
  /** @type {any} */
  let worker;

  beforeEach(async () => {
    sent = [];
    log = createQuietLog();
    const hello = {
      isFirst: true,
      address: 'http://a.example:80',
      addresses: ['http://b.example'],
    };
    answers = { hello: { value: hello }, enter: { value: null } };
    const send = (/** @type {any} */ message) => {
      sent.push(message);
      const answer = answers[message.name];
      if (answer && message.id > 0) own.emit('message', { id: message.id, ...answer });
    };
    const exit = () => {
      throw new Error(`Exit ${++own.exits}`);
    };
    own = Object.assign(new EventEmitter(), { send, exits: 0, exit });
    worker = await connectWorker({ log, own });
  });

  const names = () => sent.map(({ name }) => name);
  let lastCall = 0;
  /** Has the primary process call it. @param {string} name @param {any[]} args */
  async function call(name, ...args) {
    own.emit('message', { id: ++lastCall, name, args });
    await setImmediate();
  }

  it('learns of the changes that came while it read the blog before those that come later', async () => {
    /** @type {any[]} */
    const heard = [];
    await call('changed', ['a', 'b']);
    await call('changed', ['c']);
    await worker.enter({ hear: async (/** @type {any[]} */ changes) => heard.push(...changes) });
    await call('changed', ['d']);
    assert.deepEqual(heard, ['a', 'b', 'c', 'd']);
  });

  it('learns of no change before the primary process lets it in', async () => {
    delete answers.enter;
    /** @type {any[]} */
    const heard = [];
    const entered = worker.enter({ hear: (/** @type {any[]} */ all) => heard.push(...all) });
    const { id } = sent.at(-1);
    await call('changed', ['a']);
    assert.deepEqual(heard, []);
    own.emit('message', { id, value: null });
    await entered;
    assert.deepEqual(heard, ['a']);
  });

  it('ends at once when it is stopped before it serves anybody, and else says how', async () => {
    const how = { within: 5, save: true };
    await call('stop', { within: 1, save: false });
    assert.equal(own.exits, 1);
    await worker.enter();
    await call('stop', how);
    assert.equal(own.exits, 1);
    assert.deepEqual(await worker.stopped, how);
  });

  it('leaves signals to the primary process', () => {
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
    assert.deepEqual(
      signals.map((signal) => own.listenerCount(signal)),
      [1, 1, 1],
    );
  });

  it('says that it has a connection before it reads from it, and hangs up while it does not serve', () => {
    /** @type {string[]} */
    const order = [];
    const socket = Object.assign(new Socket(), { destroy: () => order.push('closed') });
    own.emit('message', { connection: true }, socket);
    assert.deepEqual([order, names().at(-1)], [['closed'], 'taken']);
    const server = new EventEmitter();
    server.on('listening', () => order.push('listening'));
    server.on('connection', () => order.push(`served after ${names().at(-1)}`));
    assert.deepEqual(worker.serve(server), ['http://b.example']);
    own.emit('message', { connection: true }, socket);
    own.emit('message', { connection: true }, undefined);
    assert.deepEqual(order, ['closed', 'listening', 'served after taken']);
    assert.deepEqual(names().slice(-4), ['taken', 'serve', 'taken', 'taken']);
  });

  it('listens where the primary process does, with https if it has a certificate', async () => {
    assert.equal((await worker.listen()).address, 'http://a.example:80');
    assert.equal((await worker.listen({}, {})).address, 'https://a.example:80');
  });

  it('has one worker notify of what readers wrote, and nothing else', () => {
    worker.leader.notify({ by: 'author', kind: 'comment', record: 1 });
    assert.deepEqual(names(), ['hello']);
    worker.leader.notify({ by: 'reader', kind: 'comment', record: 1, before: 2 });
    assert.deepEqual(sent.at(-1).args, ['notify', { by: 'reader', kind: 'comment', record: 1 }]);
    worker.leader.notifyHub();
    assert.deepEqual(sent.at(-1).args, ['notifyHub']);
  });

  it('logs that nobody was notified when the one that should is gone', async () => {
    answers.notifyLeader = { failure: { message: 'It is gone' } };
    worker.leader.notify({ by: 'reader' });
    worker.leader.notifyHub();
    await setImmediate();
    assert.deepEqual(
      log.lines.map(({ level }) => level),
      ['warn', 'warn'],
    );
  });

  it('replaces the former ones when its pages are warm, or at once where they are', async () => {
    answers.ready = { value: null };
    await worker.ready(() => true);
    assert.equal(names().at(-1), 'ready');
    let looks = 0;
    sent = [];
    await worker.ready(() => ++looks === 2 || void assert.deepEqual(sent, []));
    assert.deepEqual([looks, names()], [2, ['ready']]);
  });

  it('saves each upload in the folder that the primary process names, once', async () => {
    /** @type {any[]} */
    const saved = [];
    const save =
      (/** @type {string} */ by) => (/** @type {string} */ folder, /** @type {any} */ name) => {
        saved.push(`${by} in ${folder}`);
        name(by);
      };
    const first = worker.imports.receive(save('first'));
    const firstCall = sent.at(-1);
    worker.imports.receive(save('second'));
    const [one] = firstCall.args;
    const [other] = sent.at(-1).args;
    await call('upload', other, 'y');
    await call('upload', one, 'x');
    assert.deepEqual(saved, ['second in y', 'first in x']);
    const named = sent.filter(({ name }) => name === 'imports.named').map(({ args }) => args);
    assert.deepEqual(named, [['second'], ['first']]);
    own.emit('message', { id: firstCall.id, value: null });
    await first;
    await call('upload', one, 'z');
    assert.equal(saved.length, 2);
  });
});
