import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { breadPost } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { behindNetworks } from './behind.js';

const SECOND = 1000;
const path = `/post/${breadPost.slug}`;

describe('An old answer that the system does not take', () => {
  const { startBoth, stateOf, pass, until, edit, endings } = behindNetworks();
  const get = (/** @type {string} */ target, more = '') =>
    `GET ${target} HTTP/1.1\r\nHost: blog.example\r\n${more}\r\n`;

  /** @param {Record<string, string>} [settings] */
  async function start(settings) {
    const { blog, network } = await startBoth({}, settings);
    for (const target of [path, '/robots.txt']) await ask(blog, target);
    const connected = once(blog.server, 'connection');
    const client = connect(Number(new URL(blog.url).port), '127.0.0.1').resume();
    endings.push(() => client.destroy());
    const [socket] = await connected;
    /** @param {string} bytes @param {number} [least]  bytes that are answered at least */
    async function send(bytes, least = 1) {
      const before = socket.bytesWritten;
      client.write(bytes);
      // What comes behind is answered in a turn of its own.
      let same = 0;
      for (let seen = before; same < 30 || seen < before + least; same++) {
        await setImmediate();
        if (socket.bytesWritten !== seen) same = 0;
        seen = socket.bytesWritten;
      }
    }
    return { blog, network, socket, send };
  }

  for (const [what, bytes, settings] of /** @type {const} */ ([
    ['before others', get(path) + get('/robots.txt').repeat(3), {}],
    ['before one that takes the long way', get(path) + get('/status'), {}],
    ['behind others', get('/robots.txt').repeat(3) + get(path), {}],
    [
      'that took the long way, behind others',
      get('/robots.txt') + get(path, 'If-Match: *\r\n'),
      {},
    ],
    ['before others, without the fast path', get(path) + get('/robots.txt'), { FAST_PATH: 'off' }],
  ]))
    it(`is under way: ${what}`, async () => {
      const { blog, network, socket, send } = await start(settings);
      socket.cork();
      await send(bytes);
      await edit(blog, { title: 'Spelt' });
      await pass(10 * SECOND);
      equal(network.purges.length, 1);
      ok((await stateOf(blog)).owed > 0);
      socket.uncork();
      await pass(3 * SECOND);
      await until(() => network.purges.length > 1);
      equal((await stateOf(blog)).owed, 0);
    });

  it('is not waited for when it was taken before another', async () => {
    const { blog, network, socket, send } = await start();
    await send(get(path));
    socket.cork();
    await send(get('/status'));
    await edit(blog, { title: 'Spelt' });
    await pass(3 * SECOND);
    await until(() => network.purges.length > 1);
    equal((await stateOf(blog)).owed, 0);
  });
});
