import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createUploadQueue } from '../../lib/http/upload-queue.js';
import { form, json } from '../../lib/router/bodies.js';
import { createClock } from '../support/clock.js';
import { eachTest } from '../support/blog.js';
/** @import { UploadQueue } from '../../lib/http/upload-queue.js' */

const MB = 1024 * 1024;
const OPEN_FILES = '/proc/self/fd';

describe('An upload', () => {
  const { makeFolder } = eachTest();

  /** @param {number} length */
  function send(length) {
    const socket = { timeout: 0, setTimeout() {} };
    const request = Object.assign(new PassThrough(), { headers: {}, socket });
    for (let left = length; left > 0; left -= MB / 16)
      request.write(Buffer.alloc(Math.min(left, MB / 16)));
    const response = Object.assign(new EventEmitter(), { closed: false });
    return { request, response: /** @type {any} */ (response) };
  }

  /** @param {string} folder */
  const openIn = (folder) =>
    readdirSync(OPEN_FILES).filter((name) => linkOf(`${OPEN_FILES}/${name}`).startsWith(folder))
      .length;

  it('that breaks off while it is being written frees its place, and leaves no file', async () => {
    const folder = makeFolder();
    const queue = createUploadQueue({ clock: createClock(), folder, room: 3 * MB });
    for (let turns = 0; turns < 40; turns++) {
      const { request, response } = send(MB + 1);
      const taken = queue.take(/** @type {any} */ (request), response, 8 * MB);
      for (let turn = 0; turn < turns / 4; turn++) await setImmediate();
      request.destroy();
      await assert.rejects(taken, { code: 'badRequest' });
    }
    const { request, response } = send(2 * MB);
    request.end();
    const { length } = await queue.take(/** @type {any} */ (request), response, 8 * MB);
    assert.equal(length, 2 * MB);
    if (existsSync(OPEN_FILES)) assert.equal(openIn(folder), 1);
    response.emit('close');
  });

  /** @param {UploadQueue} queue @param {number} length @param {boolean} [isWhole] */
  function take(queue, length, isWhole = true) {
    const { request, response } = send(length);
    if (isWhole) request.end();
    const taken = queue.take(/** @type {any} */ (request), response, 8 * MB, 'anna');
    return { request, response, taken };
  }

  it('waits in a file, although it is small, when all have too much in memory', async function () {
    if (!existsSync(OPEN_FILES)) return this.skip();
    const folder = makeFolder();
    const queue = createUploadQueue({ clock: createClock(), folder });
    const sent = Array.from({ length: 40 }, () => take(queue, MB / 2, false));
    while (openIn(folder) < 20) await setImmediate();
    for (const { request } of sent) request.destroy();
    await Promise.allSettled(sent.map(({ taken }) => taken));
    await take(queue, MB / 2).taken;
    assert.equal(openIn(folder), 0);
  });

  it('has its turn when the client before it does not take its answer', async () => {
    const clock = createClock();
    const queue = createUploadQueue({ clock, folder: makeFolder() });
    const first = take(queue, 2 * MB);
    await first.taken;
    const second = take(queue, 2 * MB);
    let isTaken = false;
    void second.taken.then(() => (isTaken = true));
    for (let turn = 0; turn < 200; turn++) await setImmediate();
    assert.equal(isTaken, false);
    await clock.tick(30_000);
    await second.taken;
    for (const { response } of [first, second]) response.emit('close');
  });
});

describe('A form or JSON that may be large', () => {
  it('is received as uploads are, for its author', async () => {
    for (const [receive] of [form, json]) {
      /** @type {unknown[]} */
      let asked = [];
      /** @type {any} */
      const request = {
        headers: { 'content-length': '3' },
        is: () => true,
        author: { id: 'anna' },
      };
      const take = async (/** @type {unknown[]} */ ...all) => {
        asked = all;
        return { length: 3, chunks: () => [Buffer.from('a='), Buffer.from('b')] };
      };
      await receive(request, /** @type {any} */ ({}), /** @type {any} */ ({ uploads: { take } }));
      assert.deepEqual([String(request.body), asked[0], asked[3]], ['a=b', request, 'anna']);
    }
  });
});

/** @param {string} path @returns {string} '' when it is gone meanwhile */
function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
