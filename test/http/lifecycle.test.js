import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { eachTest } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { ask, parseAnswer } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';

describe('Starting the server', () => {
  const { startBlog } = eachTest();

  it('tells the address that readers use', async () => {
    const open = await startBlog();
    assert.match(open.address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const behindProxy = await startBlog({ env: { BASE_URL: 'https://larder.example/' } });
    assert.equal(behindProxy.address, 'https://larder.example/');
  });

  it('fails with a sentence when the port is taken, and lets go of the store', async () => {
    const first = await startBlog();
    const store = createStoreDouble();
    const second = startBlog({ env: { PORT: String(first.port) }, wrapStore: store.wrap });
    await assert.rejects(second, {
      name: 'LarderError',
      message: `Port ${first.port} is already in use. Stop what listens there, or set PORT to a free one.`,
    });
    assert.ok(store.isClosed());
  });

  it('fails with a sentence that says which setting to change when it cannot listen there', async () => {
    for (const HOST of ['192.0.2.1', '2001:db8::1', 'no-such-host.invalid'])
      await assert.rejects(startBlog({ env: { HOST } }), {
        name: 'LarderError',
        message: `${HOST} is no address of this machine. Set HOST to one of its own, or to :: for all.`,
      });
  });

  it('on all addresses names one that can be clicked', async () => {
    const blog = await startBlog({ env: { HOST: '0.0.0.0' } });
    assert.equal(blog.address, `http://localhost:${blog.port}/`);
  });

  it('survives that the system refuses a connection', async () => {
    const blog = await startBlog();
    for (const _ of [1, 2]) blog.server.emit('error', new Error('accept EMFILE'));
    assert.equal((await ask(blog, '/')).status, 200);
    assert.equal(blog.log.lines.filter(({ level }) => level === 'error').length, 2);
  });
});

describe('A keep-alive connection', () => {
  const { startBlog } = eachTest();

  it('has a minute to be used again, and no header says so', async () => {
    const blog = await startBlog();
    assert.equal(blog.server.timeout, 65_000);
    const { headers } = await ask(blog, '/', { Connection: 'keep-alive' });
    assert.equal(headers.connection, 'keep-alive');
    assert.equal(headers['keep-alive'], undefined);
  });
});

describe('Stopping the server', () => {
  const { startBlog } = eachTest();
  const paths = ['/post/rye-bread', '/', '/nothing', '/admin/login'];
  const head = 'GET /post/rye-bread HTTP/1.1\r\nHost: x\r\n\r\n';

  it('finishes what is under way, and closes the store after that', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    store.holdBack('getMany');
    const answer = ask(blog, '/post/rye-bread');
    await store.untilWaiting(1);
    const stopped = blog.stop();
    while (blog.server.listening) await setImmediate();
    await assert.rejects(ask(blog, '/'), { code: 'ECONNREFUSED' });
    assert.ok(!store.isClosed());
    store.letGo();
    const { status, body } = await answer;
    assert.equal(status, 200);
    assert.match(body.toString(), /Rye bread/);
    await stopped;
    assert.ok(store.isClosed());
  });

  it('answers each of 32 readers who never stop asking, and then ends their connections', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const readers = Array.from({ length: 32 }, (_, place) => askOnAndOn(blog, paths[place % 4]));
    while (readers.some(({ answers }) => answers.length < 3)) await setImmediate();
    const stopped = blog.stop();
    await Promise.all(readers.map(({ ended }) => ended));
    await stopped;
    for (const { answers, asked, errors } of readers) {
      assert.deepEqual(errors, []);
      assert.equal(answers.length, asked());
      assert.match(answers.at(-1) ?? '', /^HTTP\/1\.1 \d{3} [^]*\r\nConnection: close\r\n/);
    }
  });

  it('has what is under way say that it is the last answer on its connection', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    store.holdBack('getMany');
    const reader = net.connect(blog.port, '127.0.0.1');
    reader.write(head);
    await store.untilWaiting(1);
    // The clock stands still: nothing is cut off for taking too long.
    const stopped = blog.stop();
    store.letGo();
    const [chunk] = await once(reader, 'data');
    const { statusLine, headers } = parseAnswer(String(chunk));
    assert.match(statusLine, / 200 /);
    assert.equal(headers.connection, 'close');
    await stopped;
  });

  it('answers those as well whose connection the system has made and nobody has seen yet', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const readers = Array.from({ length: 32 }, () => askOnAndOn(blog, '/'));
    await once(readers[31].socket, 'connect');
    const stopped = blog.stop();
    await Promise.all(readers.map(({ ended }) => ended));
    assert.deepEqual(
      readers.map(({ answers, errors }) => [answers.length > 0, errors.length]),
      readers.map(() => [true, 0]),
    );
    await stopped;
  });

  it('gives readers with a kept connection a second to ask once more', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const [early, late] = [1, 2].map(() => net.connect(blog.port, '127.0.0.1'));
    for (const reader of [early, late]) {
      reader.write(head);
      await once(reader, 'data');
    }
    const stopped = blog.stop();
    await blog.clock.tick(900);
    early.write(head);
    const [chunk] = await once(early, 'data');
    assert.equal(parseAnswer(String(chunk)).headers.connection, 'close');
    await blog.clock.tick(100);
    await Promise.all([once(late, 'close'), stopped]);
  });

  it('does not wait for connections on which nothing was ever asked, such as browsers open beforehand', async () => {
    const blog = await startBlog();
    const reader = net.connect(blog.port, '127.0.0.1');
    await once(blog.server, 'connection');
    const stopped = blog.stop();
    await blog.clock.tick(1000);
    await Promise.all([once(reader, 'close'), stopped]);
  });

  it('does not wait for ever for what hangs', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    store.holdBack('getMany');
    const answer = ask(blog, '/post/rye-bread').catch(({ code }) => code);
    await store.untilWaiting(1);
    const stopped = blog.stop();
    await blog.clock.tick(10_000);
    await stopped;
    assert.ok(store.isClosed());
    store.letGo();
    await answer;
  });
});

/**
 * Asks on one connection, again as soon as there is an answer, until the server ends it.
 * @param {{ port: number }} blog
 * @param {string} path
 */
function askOnAndOn({ port }, path) {
  const socket = net.connect(port, '127.0.0.1');
  /** @type {string[]} */
  const answers = [];
  /** @type {string[]} */
  const errors = [];
  let asked = 0;
  let text = '';
  const ask = () => {
    asked++;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  };
  socket.on('connect', ask);
  socket.on('error', ({ message }) => errors.push(message));
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const { headers, body, rest } = parseAnswer(text);
    if (body.length < Number(headers['content-length'])) return;
    answers.push(text.slice(0, text.length - rest.length));
    text = rest;
    if (headers.connection !== 'close') ask();
  });
  return { socket, answers, errors, asked: () => asked, ended: once(socket, 'close') };
}
