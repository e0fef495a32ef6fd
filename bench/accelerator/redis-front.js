/**
 * The least that puts Redis behind HTTP, in a process of its own: `node redis-front.js SOCKET USER PASSWORD`. PUT and GET of a key, one
 * connection to Redis, pipelined. It tells its port as a message.
 */
import { createServer } from 'node:http';
import { connect } from 'node:net';
/** @import { AddressInfo } from 'node:net' */

const [socket, user, password] = process.argv.slice(2);
const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const redis = connect(socket);
/** What waits for a reply, in the order of the commands. @type {((value: Buffer | null) => void)[]} */
const waiting = [];
let unread = Buffer.alloc(0);
redis.on('data', (data) => {
  unread = Buffer.concat([unread, data]);
  while (readReply());
});

/** Reads one reply of the protocol RESP2: a status, or a string with its length. @returns {boolean} whether there was one */
function readReply() {
  const end = unread.indexOf('\r\n');
  if (end < 0) return false;
  const length = unread[0] === 0x24 ? Number(unread.toString('latin1', 1, end)) : -1;
  const after = length < 0 ? end + 2 : end + 2 + length + 2;
  if (unread.length < after) return false;
  waiting.shift()?.(length < 0 ? null : unread.subarray(end + 2, after - 2));
  unread = unread.subarray(after);
  return true;
}

/** @param {...(string | Buffer)} words @returns {Promise<Buffer | null>} */
function command(...words) {
  redis.cork();
  redis.write(`*${words.length}\r\n`);
  for (const word of words) {
    redis.write(`$${Buffer.byteLength(word)}\r\n`);
    redis.write(word);
    redis.write('\r\n');
  }
  redis.uncork();
  return new Promise((resolve) => waiting.push(resolve));
}

const server = createServer(async (request, response) => {
  const { url = '', method, headers } = request;
  if (headers.authorization !== expected) return void response.writeHead(401).end();
  if (method === 'PUT') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await command('SET', url, Buffer.concat(chunks));
    return void response.writeHead(204).end();
  }
  const body = await command('GET', url);
  return void (body ? response.end(body) : response.writeHead(404).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {AddressInfo} */ (server.address());
  process.send?.({ port });
});
process.on('disconnect', () => process.exit());
