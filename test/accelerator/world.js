import { once } from 'node:events';
import { createServer } from 'node:http';
import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

/** @typedef {(request: IncomingMessage, response: ServerResponse, nth: number) => unknown} Listener  `nth`: counted from 1 */

/**
 * A client, an accelerator and an origin, for each test its own, with a clock in the test's hands.
 * @param {Record<string, string>} [settings]
 * @param {{ origin?: number, idle?: number }} [timeouts]  milliseconds, of the real time
 */
export function eachWorld(settings = {}, timeouts = {}) {
  const clock = createClock();
  const log = createQuietLog();
  /** @type {(IncomingMessage & { text: string })[]} */
  let seen = [];
  /** @type {Listener} */
  let listener = (_request, response) => response.end('hello');
  const origin = createServer(async (request, response) => {
    response.sendDate = false;
    response.setHeader('Date', new Date(clock.now()).toUTCString());
    const chunks = [];
    const nth = seen.push(Object.assign(request, { text: '' }));
    if (request.method !== 'GET') for await (const chunk of request) chunks.push(chunk);
    seen[nth - 1].text = Buffer.concat(chunks).toString();
    await listener(request, response, nth);
  });
  /** @type {Awaited<ReturnType<typeof startAccelerator>>} */
  let accelerator;

  beforeEach(async () => {
    seen = [];
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    await start();
  });
  afterEach(async () => {
    origin.closeAllConnections();
    origin.close();
    await accelerator.stop();
  });

  return { clock, log, origin, asks, answers, says, restart, seen: () => seen, at: () => port() };

  async function start() {
    accelerator = await startAccelerator(configOf(settings), {
      clock,
      log,
      nodeId: '5eed',
      timeouts: { connect: 500, origin: 300, ...timeouts },
    });
  }

  async function restart() {
    await accelerator.stop();
    await start();
  }

  /** @param {Record<string, string>} own */
  function configOf(own) {
    const ORIGIN_URL = `http://127.0.0.1:${/** @type {AddressInfo} */ (origin.address()).port}`;
    return readAcceleratorConfig({ ORIGIN_URL, PORT: '0', ...own });
  }

  function port() {
    return { port: Number(new URL(accelerator.url).port) };
  }

  /**
   * @param {string} path
   * @param {Record<string, string | string[]>} [headers]
   * @param {string} [method]
   * @param {string} [content]
   */
  async function asks(path, headers, method, content) {
    const answer = await ask(port(), path, headers, method, content);
    const via = String(answer.headers['cache-status'] ?? '').replace('larder-accelerator; ', '');
    return { ...answer, text: answer.body.toString(), via };
  }

  /** @param {Listener} own what the origin does from now on */
  function answers(own) {
    listener = own;
  }

  /** The origin answers with these fields, and the number of the request. @param {Record<string, string | string[]>} headers */
  function says(headers, status = 200) {
    listener = (_request, response, nth) => {
      response.writeHead(status, headers);
      response.end(`response ${nth}`);
    };
  }
}

/** Turns of the event loop: some seconds. */
const TURNS = 1e6;

/**
 * Waits for what comes without a timer.
 * @param {() => unknown} condition
 * @throws {Error} so that a test that fails ends
 */
export async function until(condition) {
  for (let turn = 0; turn < TURNS; turn++) {
    if (await condition()) return;
    await new Promise(setImmediate);
  }
  throw new Error(`It never comes that ${condition}`);
}
