import assert from 'node:assert/strict';
import { eachWorld, until } from './world.js';
/** @import { ServerResponse } from 'node:http' */

describe('Requests for the same, at the same time', () => {
  const { clock, asks, answers, seen } = eachWorld();
  /** @type {ServerResponse[]} */
  let waiting = [];

  beforeEach(() => {
    waiting = [];
    answers((_request, response) => void waiting.push(response));
  });

  /** Lets the origin answer whatever waits, until everyone has an answer. @template T @param {Promise<T>[]} all @param {(response: ServerResponse, nth: number) => void} answer */
  async function settle(all, answer) {
    let done = false;
    const answered = Promise.all(all).finally(() => (done = true));
    await until(() => waiting.length > 0);
    // Everyone has come.
    await asks('/.cache/status');
    let nth = 1;
    await until(() => {
      for (const response of waiting.splice(0)) answer(response, nth++);
      return done;
    });
    return answered;
  }

  it('are one at the origin', async () => {
    const all = Array.from({ length: 100 }, () => asks('/'));
    const answers = await settle(all, (response, nth) =>
      response.writeHead(200, { 'Cache-Control': 'max-age=60' }).end(`body ${nth}`),
    );
    assert.equal(seen().length, 1);
    assert.ok(answers.every(({ text }) => text === 'body 1'));
    const collapsed = answers.filter(({ via }) => via === 'fwd=uri-miss; collapsed').length;
    assert.equal(collapsed, 99);
  });

  it('share nothing that is one client’s', async () => {
    const all = Array.from({ length: 20 }, () => asks('/'));
    const answers = await settle(all, (response, nth) =>
      response.writeHead(200, { 'Cache-Control': 'private' }).end(`body ${nth}`),
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 20);
  });

  it('are one for each kind of a response that varies', async () => {
    const kinds = ['a', 'b', 'c', 'd'];
    const all = Array.from({ length: 40 }, (_, i) => asks('/', { X: kinds[i % 4] }));
    const answers = await settle(all, (response) => {
      const { x } = response.req.headers;
      response.writeHead(200, { 'Cache-Control': 'max-age=60', Vary: 'X' }).end(`for ${x}`);
    });
    answers.forEach(({ text }, i) => assert.equal(text, `for ${kinds[i % 4]}`));
    assert.ok(seen().length <= 7, `${seen().length} requests`);
  });

  it('share an error, and try again afterwards', async () => {
    const all = Array.from({ length: 20 }, () => asks('/'));
    const answers = await settle(all, (response) => response.socket?.destroy());
    assert.ok(answers.every(({ status }) => status === 502));
    assert.equal(seen().length, 1);
  });

  it('share no stale response with whoever wants a validated one, nor the failure of that one', async () => {
    const stored = { 'Cache-Control': 'max-age=60', ETag: '"1"' };
    answers((_request, response) => response.writeHead(200, stored).end('stored'));
    await asks('/');
    await clock.tick(61_000);
    const strict = { 'cache-control': 'no-cache' };
    for (const [first, second] of [
      [{}, strict],
      [strict, {}],
    ]) {
      answers((_request, response) => void waiting.push(response));
      const leader = asks('/', first);
      await until(() => waiting.length === 1);
      const settled = await settle([leader, asks('/', second)], ({ socket }) => socket?.destroy());
      const statuses = settled.map(({ status }) => status);
      assert.deepEqual(statuses, first === strict ? [502, 200] : [200, 502]);
    }
  });

  it('are not answered with what was asked for before a change', async () => {
    const before = asks('/');
    await until(() => waiting.length === 1);
    const [old] = waiting.splice(0);
    const change = asks('/', {}, 'POST');
    await until(() => waiting.length === 1);
    waiting.splice(0)[0].end();
    await change;
    const after = [asks('/'), asks('/')];
    const answering = settle(after, (response) =>
      response.writeHead(200, { 'Cache-Control': 'max-age=60' }).end('new'),
    );
    await until(() => seen().length === 3);
    old.writeHead(200, { 'Cache-Control': 'max-age=60' }).end('old');
    assert.equal((await before).text, 'old');
    for (const { text } of await answering) assert.equal(text, 'new');
    assert.equal(seen().length, 3);
  });

  it('do not wait for what is known to be nobody else’s', async () => {
    await settle([asks('/')], (response) => response.end('mine'));
    const all = [asks('/'), asks('/')];
    await until(() => waiting.length === 2);
    for (const response of waiting) response.end('mine');
    await Promise.all(all);
  });
});
