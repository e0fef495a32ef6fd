import { Agent, request } from 'node:http';
/** @import { IncomingHttpHeaders, RequestOptions, Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

/** @typedef {{ status: number, headers: IncomingHttpHeaders, body: Buffer }} Answer */

/** Readers of a blog, who keep their connections. */
export class Client {
  #agent = new Agent({ keepAlive: true });
  #strangers = 0;

  /**
   * @param {Server} server
   * @param {string} path
   * @param {Record<string, string>} [headers]
   */
  get(server, path, headers = {}) {
    return this.#ask(server, { path, headers });
  }

  /**
   * Sends a form, as a reader whom nobody has seen before.
   * @param {Server} server
   * @param {string} path
   * @param {Record<string, string>} fields
   */
  send(server, path, fields) {
    const place = ++this.#strangers;
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`,
    };
    const body = new URLSearchParams(fields).toString();
    return this.#ask(server, { method: 'POST', path, headers }, body);
  }

  close() {
    this.#agent.destroy();
  }

  /**
   * @param {Server} server
   * @param {RequestOptions} options
   * @param {string} [body]
   * @returns {Promise<Answer>}
   */
  #ask(server, options, body) {
    const { port } = /** @type {AddressInfo} */ (server.address());
    return new Promise((resolve, reject) => {
      const ask = request({ ...options, port, agent: this.#agent }, (answer) => {
        /** @type {Buffer[]} */
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      ask.on('error', reject);
      ask.end(body);
    });
  }
}
