import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { eachTest } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { ask, parseAnswer } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';

describe('The start', () => {
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
      message: `Port ${first.port} is taken by another program. Set PORT to a free one, or to 0.`,
    });
    assert.ok(store.isClosed());
  });

  it('fails with a sentence that names the setting when it cannot listen there', async () => {
    for (const HOST of ['192.0.2.1', 'no-such-host.invalid'])
      await assert.rejects(startBlog({ env: { HOST } }), {
        name: 'LarderError',
        message: new RegExp(`^HOST and PORT: cannot listen on ${HOST}, port 0: `),
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

describe('A kept connection', () => {
  const { startBlog } = eachTest();

  it('has a minute to be used again, and no header says so', async () => {
    const blog = await startBlog();
    assert.equal(blog.server.timeout, 65_000);
    const { headers } = await ask(blog, '/', { Connection: 'keep-alive' });
    assert.equal(headers.connection, 'keep-alive');
    assert.equal(headers['keep-alive'], undefined);
  });
});

describe('A graceful stop', () => {
  const { startBlog } = eachTest();
  const head = 'GET /post/rye-bread HTTP/1.1\r\nHost: x\r\n\r\n';

  it('finishes what is under way, and closes the store after that', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    store.holdBack('getMany');
    const answer = ask(blog, '/post/rye-bread');
    await store.untilWaiting(1);
    const stopped = blog.stop();
    await assert.rejects(ask(blog, '/'), { code: 'ECONNREFUSED' });
    assert.ok(!store.isClosed());
    store.letGo();
    const { status, body } = await answer;
    assert.equal(status, 200);
    assert.match(body.toString(), /Rye bread/);
    await stopped;
    assert.ok(store.isClosed());
  });

  it('does not wait for readers who keep their connection, used or not', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    const idle = net.connect(blog.port, '127.0.0.1');
    idle.write(head);
    await once(idle, 'data');
    blog.open.cache.clearAll('byHand');
    store.holdBack('getMany');
    const busy = net.connect(blog.port, '127.0.0.1');
    busy.write(head);
    await store.untilWaiting(1);
    // The clock stands still: nothing is cut off for taking too long.
    const stopped = blog.stop();
    store.letGo();
    const [chunk] = await once(busy, 'data');
    assert.match(parseAnswer(String(chunk)).statusLine, / 200 /);
    await stopped;
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
