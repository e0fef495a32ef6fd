/** A bare node:http server that tells where an address is: `node bare-geo.js FILE.mmdb`. It tells its port as a message. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { readDatabase } from '../../lib/statistics/places/database.js';
import { holdTickShape } from '../../lib/start/tune-runtime.js';
/** @import { AddressInfo } from 'node:net' */

holdTickShape();
const { find } = readDatabase(readFileSync(process.argv[2]));
const server = createServer(({ headers, socket }, response) => {
  const body = JSON.stringify(find(String(headers['x-forwarded-for'] ?? socket.remoteAddress)));
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(/** @type {AddressInfo} */ (server.address()).port);
});
process.on('disconnect', () => process.exit());
