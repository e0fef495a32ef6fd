import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import * as raw from '../support/raw.js';

/** A cache without an origin. @param {Record<string, string>} settings */
export async function begin(settings) {
  const clock = createClock();
  const config = readAcceleratorConfig({ PORT: '0', ...settings });
  const deps = { clock, log: createQuietLog(), nodeId: '5eed' };
  const { url, stop } = await startAccelerator(config, deps);
  const server = { port: Number(new URL(url).port) };
  return { clock, url, port: server.port, send, talk, post, close: stop };

  /** @param {string} method @param {string} path @param {string} [body] @param {Record<string, string>} [headers] */
  function send(method, path, body = '', headers = {}) {
    return raw.ask(server, path, headers, method, body);
  }

  /** What stalls is given up, and what is refused is not read for long. @param {string} bytes */
  async function talk(bytes) {
    const ticking = setInterval(() => clock.tick(10_000), 20);
    try {
      return await raw.talk(server, bytes);
    } finally {
      clearInterval(ticking);
    }
  }

  /** @param {string} path @param {unknown} json @returns {Promise<[status: number, answer: unknown]>} */
  async function post(path, json) {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await send('POST', path, JSON.stringify(json), headers);
    return [status, JSON.parse(String(body))];
  }
}
