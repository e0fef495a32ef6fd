import assert from 'node:assert/strict';
import net from 'node:net';
import { once } from 'node:events';
import { eachTest } from '../support/blog.js';
import { aboutPage, breadPost, smallBlog } from '../support/fixtures.js';
import { ask, parseAnswer, talk } from '../support/raw.js';
import { clients } from '../fuzz/clients.js';
/** @import { Socket } from 'node:net' */
/** @import { TestBlog } from '../support/blog.js' */

const id = '99999999-9999-4999-8999-999999999999';
const longPage = { ...aboutPage, id, slug: 'long', markdown: 'A long text. '.repeat(4000) };

/** @param {string} path @param {...string} lines */
const get = (path, ...lines) =>
  [`GET ${path} HTTP/1.1`, 'Host: larder.example', ...lines, '', ''].join('\r\n');

/** @param {TestBlog} blog @returns {Promise<number>} */
const fastHits = async (blog) =>
  JSON.parse(String((await ask(blog, '/status')).body)).fastPath.hits;

/** @param {TestBlog} blog @returns {Promise<{ client: Socket, socket: Socket }>} both ends of a new connection */
async function connect(blog) {
  const client = net.connect(blog.port, '127.0.0.1');
  const [socket] = await once(blog.server, 'connection');
  return { client, socket };
}

/** @param {Socket} client @param {Socket} socket  its other end @param {string} piece  is read by itself */
async function send(client, socket, piece) {
  const end = socket.bytesRead + piece.length;
  client.setNoDelay().write(piece);
  while (socket.bytesRead < end) await new Promise(setImmediate);
}

/** @param {Socket} client @param {string} request @returns {Promise<ReturnType<typeof parseAnswer>>} */
async function askOn(client, request) {
  client.write(request);
  let text = '';
  for (;;) {
    const [chunk] = await once(client, 'data');
    text += chunk.toString('latin1');
    const answer = parseAnswer(text);
    if (text.includes('\r\n\r\n') && answer.body.length >= Number(answer.headers['content-length']))
      return answer;
  }
}

describe('The fast path', () => {
  const { startBlog } = eachTest();
  const start = (env = {}) => startBlog({ posts: [...smallBlog, longPage], env });

  it('answers every hit of browsers, crawlers, feed readers, proxies, ab and wrk', async () => {
    const blog = await start();
    const heads = Object.values(clients);
    for (const lines of heads)
      await talk(blog, get('/about', ...lines, 'X: y') + get('/', 'Connection: close'));
    const before = await fastHits(blog);
    for (const lines of heads) {
      const { client } = await connect(blog);
      assert.equal(
        (await askOn(client, get('/about', ...lines))).headers['cache-status'],
        'larder; hit',
      );
      client.destroy();
    }
    assert.equal((await fastHits(blog)) - before, heads.length);
  });

  it('can be turned off', async () => {
    const blog = await start({ FAST_PATH: 'off' });
    for (const _ of [1, 2, 3]) await ask(blog, '/about');
    assert.equal(await fastHits(blog), 0);
  });

  it('looks up each request anew, also one that is repeated on its connection', async () => {
    const blog = await start();
    await ask(blog, '/post/rye-bread');
    const { client } = await connect(blog);
    const request = get('/post/rye-bread');
    assert.match((await askOn(client, request)).body, /Fold the dough/);
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, markdown: 'Buy it.' }, { revision });
    assert.match((await askOn(client, request)).body, /Buy it/);
    client.destroy();
  });

  it('dates each answer', async () => {
    const blog = await start();
    await ask(blog, '/about');
    const { client } = await connect(blog);
    for (const seconds of [0, 1, 2]) {
      const { headers } = await askOn(client, get('/about'));
      assert.equal(headers.date, `Sat, 21 Nov 2026 12:00:0${seconds} GMT`);
      await blog.clock.tick(1000);
    }
    client.destroy();
  });

  it('leaves what is not simple to node:http, and comes back when that is answered', async () => {
    const blog = await start();
    await ask(blog, '/about');
    const { client, socket } = await connect(blog);
    const body = 'X: y\r\n\r\n';
    const odd = [
      [get('/nothing-here')],
      [get('/about', 'Range: bytes=0-9')],
      [get('/about', 'If-Range: "x"')],
      [get('/about').slice(0, 20), get('/about').slice(20)],
      [get('/about').replace('GET', 'PUT').slice(0, -2), `Content-Length: 8\r\n\r\n${body}`],
    ];
    for (const pieces of odd) {
      for (const piece of pieces.slice(0, -1)) await send(client, socket, piece);
      const before = await fastHits(blog);
      await askOn(client, /** @type {string} */ (pieces.at(-1)));
      assert.equal(await fastHits(blog), before);
      assert.match((await askOn(client, get('/about'))).body, /About this larder/);
      assert.equal((await fastHits(blog)) - before, 1, pieces[0]);
    }
    client.destroy();
  });

  it('does not come back while an answer is under way', async () => {
    const blog = await start();
    await ask(blog, '/about');
    const { store } = blog.open;
    const { client, socket } = await connect(blog);
    const read = store.get.bind(store);
    /** @type {() => void} */
    let letGo = () => {};
    const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
    store.get = async (...args) => (await held, read(...args));
    await send(client, socket, get('/post/rye-bread'));
    await send(client, socket, get('/about', 'Connection: close'));
    letGo();
    let text = '';
    for await (const chunk of client) text += chunk.toString('latin1');
    assert.ok(text.indexOf('Fold the dough') < text.indexOf('About this larder'));
    assert.ok(text.includes('Fold the dough'));
  });

  it('does not come back while a part of the next request is there', async () => {
    const blog = await start();
    await ask(blog, '/about');
    const before = await fastHits(blog);
    const { client } = await connect(blog);
    await askOn(client, `${get('/nothing-here')}GET /post/rye-bread HTTP/1.1\r\nX: `);
    assert.match((await askOn(client, get('/about'))).body, /Fold the dough/);
    assert.equal(await fastHits(blog), before);
    client.destroy();
  });

  it('does not come back while the body of a request is missing that node:http has refused', async () => {
    const blog = await start();
    await ask(blog, '/about');
    const before = await fastHits(blog);
    const { client } = await connect(blog);
    await askOn(client, get('/nothing-here'));
    const body = get('/about');
    const refused = get('/about', 'Expect: 200-ok', `Content-Length: ${body.length}`);
    client.write(refused);
    assert.match(String((await once(client, 'data'))[0]), /^HTTP\/1\.1 417 /);
    client.write(body);
    assert.match((await askOn(client, get('/post/rye-bread'))).body, /Fold the dough/);
    assert.equal(await fastHits(blog), before);
    client.destroy();
  });

  it('answers several requests in order, also when the last of them is none of its own', async () => {
    const blog = await start();
    for (const path of ['/about', '/long', '/']) await ask(blog, path);
    const paths = ['/about', '/long', '/', '/long', '/about', '/tags'];
    const requests = paths.map((path) => get(path)).join('') + get('/', 'Connection: close');
    let rest = await talk(blog, requests);
    for (const path of [...paths, '/']) {
      const answer = parseAnswer(rest);
      const alone = await ask(blog, path);
      assert.equal(answer.body, alone.body.toString('latin1'), path);
      rest = answer.rest;
    }
    assert.equal(rest, '');
  });

  it('queues one answer for a client who does not read, who can go on later', async () => {
    const blog = await start();
    await ask(blog, '/long');
    const { body } = await ask(blog, '/long');
    const { client, socket } = await connect(blog);
    client.pause();
    const count = 400;
    client.write(get('/long').repeat(count - 1) + get('/long', 'Connection: close'));
    while (socket.writableLength === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    assert.ok(socket.writableLength <= body.length + 2000);
    let received = 0;
    client.on('data', (chunk) => (received += chunk.length)).resume();
    await once(client, 'close');
    assert.ok(received > count * body.length);
  });

  it('answers others between the requests that one client sends in a row', async () => {
    const blog = await start();
    await ask(blog, '/about');
    const before = await fastHits(blog);
    const [{ client: greedy }, { client: other }] = [await connect(blog), await connect(blog)];
    greedy.resume().write(get('/about').repeat(200));
    other.write(get('/about'));
    await once(other, 'data');
    assert.ok((await fastHits(blog)) - before < 200);
    for (const client of [greedy, other]) client.destroy();
  });

  it('answers a new reader before what many clients have asked in a row for', async () => {
    const blog = await start();
    await ask(blog, '/');
    let answered = 0;
    const asked = get('/nothing-here').repeat(40);
    const many = Array.from({ length: 60 }, () => net.connect(blog.port, '127.0.0.1'));
    for (const client of many) {
      client.on(
        'data',
        (chunk) => (answered += chunk.toString('latin1').split(' 404 ').length - 1),
      );
      client.write(asked);
    }
    const client = net.connect(blog.port, '127.0.0.1');
    client.write(get('/'));
    await once(client, 'data');
    assert.ok(answered < 600, `${answered} of 2400 were answered before`);
    for (const each of [...many, client]) each.destroy();
  });

  describe('lets node:http read', () => {
    /** @param {TestBlog} blog @param {string} bytes @returns {Promise<{ text: string, most: number }>} and the most requests at once */
    async function sendAll(blog, bytes) {
      let under = 0;
      let most = 0;
      blog.server.on('request', (_request, response) => {
        most = Math.max(most, ++under);
        response.once('close', () => under--);
      });
      return { text: await talk(blog, bytes + get('/', 'Connection: close')), most };
    }

    for (const FAST_PATH of ['on', 'off'])
      it(`one request of those in a row, with FAST_PATH=${FAST_PATH}`, async () => {
        const { text, most } = await sendAll(await start({ FAST_PATH }), get('/no').repeat(500));
        assert.deepEqual([text.match(/ 404 Not Found/g)?.length, most], [500, 1]);
      });

    it('a few behind a body', async () => {
      const put = get('/no', 'Content-Length: 1').replace('GET', 'PUT');
      const { text, most } = await sendAll(await start(), `${put}x${get('/no').repeat(500)}`);
      assert.equal(text.match(/ 404 Not Found/g)?.length, 500);
      assert.ok(most < 60, String(most));
    });
  });

  it('drops connections on which nothing happens, before a request, after one or while an answer is not read', async () => {
    const blog = await start();
    await ask(blog, '/long');
    const tunnelled = await connect(blog);
    await askOn(tunnelled.client, get('/nothing-here'));
    tunnelled.socket.setTimeout(30);
    blog.server.timeout = 30;
    const idle = await connect(blog);
    const stuck = await connect(blog);
    stuck.client.pause().write(get('/long').repeat(400));
    const closed = [tunnelled, idle, stuck].map(({ socket }) => once(socket, 'close'));
    await Promise.all(closed);
    for (const { client } of [tunnelled, idle, stuck]) client.destroy();
  });
});
