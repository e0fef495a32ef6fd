import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { UploadQueue } from '../../lib/http/upload-queue.js';
import { createClock } from '../support/clock.js';
import { eachTest } from '../support/blog.js';

const MB = 1024 * 1024;
const OPEN_FILES = '/proc/self/fd';

describe('An upload that breaks off while it is being written', () => {
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

  it('frees its place in the queue, and leaves no file', async () => {
    const folder = makeFolder();
    const queue = new UploadQueue({ clock: createClock(), folder, room: 3 * MB });
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
});

/** @param {string} path @returns {string} '' when it is gone meanwhile */
function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
