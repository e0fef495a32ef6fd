import { Agent, request } from 'undici';
import { createConnector } from '../connector.js';

/** Where a node takes the messages of its peers. */
export const PEERS_PATH = '/.cache/peers/writes';

/** Milliseconds to connect, and for the answer to a message that has been sent. */
const TIMEOUTS = { connect: 1000, answer: 4000 };
const LARGEST_ANSWER = 64 * 1024;

/**
 * Sends messages over HTTP, one kept connection for each peer.
 * @param {{ token: string }} options  `token`: '' for none
 * @returns {{ send: (url: string, body: Buffer, signal: AbortSignal) => Promise<Buffer>, close: () => Promise<void> }}
 *   `send` rejects unless the peer answers 200
 */
export function createSend({ token }) {
  const dispatcher = new Agent({
    connections: 1,
    connect: createConnector(TIMEOUTS.connect),
    headersTimeout: TIMEOUTS.answer,
    bodyTimeout: TIMEOUTS.answer,
    maxResponseSize: LARGEST_ANSWER,
  });
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/octet-stream' };
  if (token !== '') headers.Authorization = `Bearer ${token}`;
  return { send, close: () => dispatcher.destroy() };

  /** @param {string} url @param {Buffer} body @param {AbortSignal} signal */
  async function send(url, body, signal) {
    const answer = await request(new URL(PEERS_PATH, url), {
      method: 'POST',
      headers,
      body,
      signal,
      dispatcher,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== 200)
      throw new Error(`It answers ${answer.statusCode}: ${bytes.toString().slice(0, 500)}`);
    return bytes;
  }
}
