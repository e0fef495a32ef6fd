import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
/** @import { IncomingHttpHeaders } from 'node:http' */

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {IncomingHttpHeaders} headers
 * @property {Buffer} body  as it came, not decoded
 */

/**
 * Asks on a connection of its own, and leaves the answer's body as it is.
 * @param {{ port: number }} server
 * @param {string} path
 * @param {Record<string, string | string[]>} [headers]
 * @param {string} [method]
 * @param {string} [content] to be sent
 * @returns {Promise<Answer>}
 */
export async function ask({ port }, path, headers = {}, method = 'GET', content = '') {
  const request = http.request({ host: '127.0.0.1', port, path, headers, method, agent: false });
  request.end(content);
  const [response] = await once(request, 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/**
 * Writes bytes on a socket and reads until the server closes it.
 * @param {{ port: number }} server
 * @param {string | Buffer} bytes
 * @returns {Promise<string>} all that came back, one character for each byte
 */
export async function talk({ port }, bytes) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  await once(socket, 'close');
  return text;
}

/**
 * @param {string} text  one answer with a Content-Length, or until the end
 * @returns {{ statusLine: string, headers: Record<string, string>, body: string, rest: string }}
 */
export function parseAnswer(text) {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const behind = text.slice(end + 4);
  const length = Number(headers['content-length'] ?? behind.length);
  return { statusLine, headers, body: behind.slice(0, length), rest: behind.slice(length) };
}
