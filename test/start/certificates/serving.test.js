import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:tls';
import { setImmediate } from 'node:timers/promises';
import { freePort } from '../../../bench/support/servers.js';
import { listenAsDirectory } from '../../support/acme-directory.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { DAY, HOUR, names } from './set-up.js';
/** @import { TLSSocket } from 'node:tls' */

const [name, other] = names;

describe('A blog with a domain', () => {
  const each = eachTest();
  /** @type {(() => void)[]} */
  const endings = [];
  afterEach(() => endings.splice(0).forEach((end) => end()));

  it('answers HTTPS at its name, and says so to browsers for a year', async () => {
    const { blog } = await start();
    const answer = await ask(blog, '/');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
    assert.equal(blog.address, `https://${name}:${blog.port}/`);
  });

  it('answers hits on the fast path', async () => {
    const { blog } = await start();
    await ask(blog, '/');
    assert.match(String((await ask(blog, '/')).headers['cache-status']), /hit/);
    const { fastPath } = JSON.parse((await ask(blog, '/status')).text);
    assert.equal(fastPath.hits, 1);
  });

  it('can be read on this machine until there is a certificate, and has it without a restart', async () => {
    const { blog, directory, clock } = await start({ isAway: true });
    const local = await logged(blog, /read on this machine at (\S+)/);
    assert.equal((await fetch(local)).status, 200);
    await assert.rejects(ask(blog, '/'));
    assert.match(await logged(blog, /(no new certificate.*)/), /Larder tries again/);
    directory.meddle = () => {};
    await clock.tick(HOUR);
    await logged(blog, /(There is a new certificate)/);
    assert.equal((await ask(blog, '/')).statusCode, 200);
    await until(() =>
      fetch(local).then(
        () => false,
        () => true,
      ),
    );
  });

  it('renews its certificate without losing a connection', async () => {
    const { blog, directory, clock } = await start();
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
    endings.push(() => agent.destroy());
    const before = await ask(blog, '/', { agent });
    await clock.tick(60 * DAY);
    while (directory.issued < 2) await setImmediate();
    const after = await ask(blog, '/', { agent });
    assert.equal(before.socket, after.socket);
    await until(async () => (await ask(blog, '/')).serial !== before.serial);
  });

  it('resumes the session of a client, also with a new certificate', async () => {
    const { blog, clock, directory } = await start();
    const session = await sessionOf(blog);
    assert.equal(await isResumed(blog, session), true);
    await clock.tick(60 * DAY);
    while (directory.issued < 2) await setImmediate();
    // The keys of tickets have changed since: it begins anew.
    assert.equal(await isResumed(blog, session), false);
    assert.equal(await isResumed(blog, await sessionOf(blog)), true);
  });

  it('sends whole answers to who reads slowly, and to others meanwhile', async () => {
    const { blog } = await start();
    const many = 200;
    const readers = await Promise.all(
      ['/', '/tags', '/archive'].map(async (path) => {
        const { text } = await ask(blog, path);
        return { path, text, socket: await connected(blog) };
      }),
    );
    for (const { socket, path } of readers)
      socket
        .pause()
        .write(`GET ${path} HTTP/1.1\r\nHost: ${name}:${blog.port}\r\n\r\n`.repeat(many));
    while (readers.some(({ socket }) => socket.writableLength > 0)) await setImmediate();
    const received = await Promise.all(
      readers.map(({ socket, text }) => readBodies(socket, text, many)),
    );
    assert.deepEqual(received, [many, many, many]);
  });

  it('redirects other names to the first one, also for what is cached', async () => {
    const { blog } = await start();
    await ask(blog, '/tags');
    for (const path of ['/tags', '/tags?a=1', '/none']) {
      const answer = await ask(blog, path, { servername: other });
      assert.equal(answer.statusCode, 308);
      assert.equal(answer.headers.location, `https://${name}:${blog.port}${path}`);
    }
    const inOther = await ask(blog, '/tags', { servername: other.toUpperCase() });
    assert.equal(inOther.statusCode, 308);
  });

  it('redirects from HTTP, whatever is asked, and answers no challenge that is none', async () => {
    const { blog, httpPort } = await start();
    for (const [method, path] of [
      ['GET', '/tags?a'],
      ['POST', '/admin/login'],
      ['GET', '//evil.example.org'],
      ['GET', 'http://evil.example.org/a'],
    ]) {
      const answer = await askPlain(httpPort, path, method);
      assert.equal(answer.statusCode, 308);
      const rest = path.replace(/^http:\/\/[^/]*/, '');
      assert.equal(answer.headers.location, `https://${name}:${blog.port}${rest}`);
    }
    const unknown = await askPlain(httpPort, '/.well-known/acme-challenge/unknown', 'GET');
    assert.equal(unknown.statusCode, 404);
  });

  it('says in /status and /metrics until when its certificate is good', async () => {
    const { blog, clock } = await start();
    const { certificate } = JSON.parse((await ask(blog, '/status')).text);
    const end = Math.floor(clock.now() / 1000) * 1000 + 90 * DAY;
    assert.deepEqual(certificate, { until: new Date(end).toISOString(), failed: false });
    const { text } = await ask(blog, '/metrics', {
      headers: { Authorization: 'Bearer the-token-of-metrics' },
    });
    assert.match(text, new RegExp(`^larder_certificate_end_timestamp_seconds ${end / 1000}$`, 'm'));
  });

  it('has its certificate by HTTPS alone when the port of HTTP is taken, and says what that means', async () => {
    const httpPort = await freePort();
    const taken = http.createServer().listen(httpPort, '127.0.0.1');
    await once(taken, 'listening');
    endings.push(() => taken.close());
    const { blog, directory } = await start({ httpPort });
    const sentence = await logged(blog, /(^Port .*)/);
    assert.match(sentence, new RegExp(`^Port ${httpPort} is already in use. Stop what listens`));
    assert.match(sentence, /or set HTTP_PORT to a free one\. Until then .* has to reach port 443/);
    assert.ok(directory.asked.includes('tls-challenge'));
    assert.equal((await ask(blog, '/')).statusCode, 200);
    await assert.rejects(connected(blog, 'acme-tls/1'));
  });

  /** @param {{ isAway?: boolean, httpPort?: number }} [options] */
  async function start({ isAway = false, ...options } = {}) {
    const clock = createClock();
    const { httpPort = await freePort() } = options;
    const directory = await listenAsDirectory({
      now: clock.now,
      httpPort,
      tlsPort: () => blog.port,
    });
    endings.push(directory.close);
    if (isAway) directory.meddle = () => new Response('', { status: 503 });
    const blog = await each.startBlog({
      clock,
      env: {
        DOMAIN: names.join(),
        HOST: '127.0.0.1',
        HTTP_PORT: String(httpPort),
        ACME_URL: directory.url,
        METRICS_TOKEN: 'the-token-of-metrics',
      },
    });
    if (!isAway) await logged(blog, /(There is a new certificate)/);
    return { blog, clock, directory, httpPort };
  }
});

/** @param {{ log: { lines: { message: string }[] } }} blog @param {RegExp} pattern @returns {Promise<string>} */
async function logged({ log }, pattern) {
  for (;;) {
    const found = log.lines.map(({ message }) => pattern.exec(message)).find((match) => match);
    if (found) return found[1];
    await setImmediate();
  }
}

/** @param {() => Promise<boolean>} isDone */
async function until(isDone) {
  while (!(await isDone())) await setImmediate();
}

/**
 * @param {{ port: number }} server
 * @param {string} path
 * @param {{ agent?: https.Agent | false, servername?: string, headers?: object }} [options]
 */
async function ask({ port }, path, { agent = false, servername = name, headers = {} } = {}) {
  const request = https.get({
    host: '127.0.0.1',
    port,
    path,
    agent,
    servername,
    rejectUnauthorized: false,
    headers: { Host: `${servername}:${port}`, ...headers },
  });
  const [response] = await once(request, 'response');
  const socket = /** @type {TLSSocket} */ (response.socket);
  const serial = socket.getPeerCertificate().serialNumber;
  let text = '';
  for await (const part of response) text += part;
  const { statusCode } = response;
  return { statusCode, headers: response.headers, text, socket, serial };
}

/** @param {number} port @param {string} path @param {string} method */
async function askPlain(port, path, method) {
  const request = http.request({ host: '127.0.0.1', port, path, method, agent: false }).end();
  const [response] = await once(request, 'response');
  response.resume();
  return response;
}

/** @param {{ port: number }} server @param {string} [protocol] */
async function connected({ port }, protocol = 'http/1.1') {
  const options = { host: '127.0.0.1', servername: name, rejectUnauthorized: false };
  const socket = connect({ port, ...options, ALPNProtocols: [protocol] });
  await once(socket, 'secureConnect');
  return socket;
}

/** @param {TLSSocket} socket @param {string} body @param {number} count @returns {Promise<number>} how many were whole */
async function readBodies(socket, body, count) {
  let text = '';
  for await (const part of socket) {
    text += part;
    if (text.split('HTTP/1.1 200 OK').length > count && text.endsWith(body)) break;
  }
  return text.split(body).length - 1;
}

/** @param {{ port: number }} server @returns {Promise<Buffer>} */
async function sessionOf({ port }) {
  const socket = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false });
  const [session] = await once(socket, 'session');
  socket.destroy();
  return session;
}

/** @param {{ port: number }} server @param {Buffer} session */
async function isResumed({ port }, session) {
  const options = { host: '127.0.0.1', servername: name, rejectUnauthorized: false, session };
  const socket = connect({ port, ...options });
  await once(socket, 'secureConnect');
  const isReused = socket.isSessionReused();
  socket.destroy();
  return isReused;
}
