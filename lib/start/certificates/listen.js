import { boundTo, listen } from '../../http/listening.js';
import { openHttps, publicUrl } from './https.js';
import { createSecureServer } from './secure-server.js';
/** @import { ServerOptions } from 'node:http' */
/** @import { Https, HttpsConfig } from './https.js' */

/**
 * Listens for HTTPS, in a server of one process.
 * @param {HttpsConfig} config
 * @param {ServerOptions} classes  of its messages
 * @param {Parameters<typeof openHttps>[1]} deps
 * @returns {Promise<ReturnType<typeof createSecureServer> & { address: string, https: Https, opened: () => void, close:
 *   () => Promise<void> }>} `opened` is to be called when requests can be answered
 * @throws {import('../../base/errors.js').LarderError} `invalid` when it cannot listen
 */
export async function listenSecurely(config, classes, deps) {
  const https = openHttps(config, deps);
  const secure = createSecureServer(classes, https.current());
  await listen(secure.server, config);
  https.follow(secure.use);
  const { port } = boundTo(secure.server);
  return {
    ...secure,
    https,
    address: publicUrl(config, port),
    opened: () => https.start(secure.local, port),
    close: https.close,
  };
}
