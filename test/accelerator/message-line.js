import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { request as send } from 'undici';
/** @import { AddressInfo } from 'node:net' */
/** @import { ServerResponse } from 'node:http' */

/** A line between two peers, which a test can cut and slow down, and that can bring each message twice. */
export async function createMessageLine() {
  let target = 0;
  let isCut = false;
  let latency = 0;
  let isDoubled = false;
  /** @type {Set<ServerResponse>} */
  const waiting = new Set();
  const server = createServer(async (request, response) => {
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
    try {
      /** @type {Buffer[]} */
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      await pause(latency);
      if (isCut) return;
      const { method = '', url, headers } = request;
      const { authorization, 'content-type': type } = headers;
      const pass = () =>
        send(`http://127.0.0.1:${target}${url}`, {
          method: /** @type {any} */ (method),
          body: Buffer.concat(chunks),
          headers: { authorization, 'content-type': type },
        });
      const answer = await pass();
      const body = Buffer.from(await answer.body.arrayBuffer());
      if (isDoubled)
        void pause(Math.random() * 200)
          .then(pass)
          .then((second) => second.body.dump())
          .catch(() => {});
      await pause(latency);
      if (!isCut) response.writeHead(answer.statusCode).end(body);
    } catch {
      response.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    port,
    leadTo: (/** @type {number} */ other) => void (target = other),
    cut: () => void (isCut = true),
    heal() {
      isCut = false;
      for (const response of waiting) response.destroy();
    },
    slow: (/** @type {number} */ milliseconds) => void (latency = milliseconds),
    double: (/** @type {boolean} */ isOn) => void (isDoubled = isOn),
    close: () => void server.close(),
  };
}
