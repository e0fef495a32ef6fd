import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eachTest } from '../support/blog.js';
import { ask, talk } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const { startBlog, makeFolder } = eachTest();

/** A line of the combined format. */
const LINE =
  /^(\S+) - - \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000)\] "((?:[^"\\]|\\.)*)" (\d{3}) (\d+|-) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"$/;

describe('The access log', () => {
  for (const fastPath of ['on', 'off']) {
    it(`has a line for each request, in the order of their ends, with FAST_PATH=${fastPath}`, async () => {
      const { blog, lines } = await startLogged({ FAST_PATH: fastPath });
      const first = await ask(blog, '/', {
        Referer: 'https://elsewhere.example/',
        'User-Agent': 'A b',
      });
      await ask(blog, '/');
      const { headers } = await ask(blog, '/', {}, 'HEAD');
      await ask(blog, '/?q=1', { 'If-None-Match': String(headers.etag) });
      await ask(blog, '/nothing');
      const rows = (await lines()).map((line) => LINE.exec(line)?.slice(1) ?? line);
      const start = ['127.0.0.0', '21/Nov/2026:12:00:00 +0000'];
      const size = String(first.body.length);
      assert.deepEqual(rows.slice(0, 4), [
        [...start, 'GET / HTTP/1.1', '200', size, 'https://elsewhere.example/', 'A b'],
        [...start, 'GET / HTTP/1.1', '200', size, '-', '-'],
        [...start, 'HEAD / HTTP/1.1', '200', '-', '-', '-'],
        [...start, 'GET /?q=1 HTTP/1.1', '304', '-', '-', '-'],
      ]);
      assert.deepEqual(rows[4].slice(2, 4), ['GET /nothing HTTP/1.1', '404']);
    });
  }

  it('never has a whole address, nor believes one that a reader has written', async () => {
    const direct = await startLogged();
    await ask(direct.blog, '/', { 'X-Forwarded-For': '192.0.2.77' });
    assert.match((await direct.lines())[0], /^127\.0\.0\.0 /);
    const { blog, lines } = await startLogged({ TRUST_PROXY: 'loopback' });
    for (const address of ['192.0.2.77', '2001:db8:1234:5678::9', '::ffff:192.0.2.77', '<b>'])
      for (let time = 0; time < 2; time++) await ask(blog, '/', { 'X-Forwarded-For': address });
    const shown = (await lines()).map((line) => line.split(' ')[0]);
    const once = ['192.0.2.0', '2001:db8:1234::', '192.0.2.0', '-'];
    assert.deepEqual(
      shown,
      once.flatMap((each) => [each, each]),
    );
  });

  it('has one line for whatever a request says, and no secret of a link', async () => {
    const { blog, lines } = await startLogged();
    const odd = `GET /a"b\\c HTTP/1.1\r\nHost: x\r\nUser-Agent: "\xe9\t${'\\'.repeat(8000)}\r\nConnection: close\r\n\r\n`;
    await talk(blog, Buffer.from(odd, 'latin1'));
    await ask(blog, '/admin/setup?token=secret');
    await ask(blog, '/admin/preview/secret', { Referer: `${blog.url}/admin/setup?token=secret` });
    const rows = await lines();
    assert.equal(rows.length, 3);
    assert.match(rows[0], LINE);
    assert.match(rows[0], /"GET \/a\\"b\\\\c HTTP\/1\.1"/);
    assert.match(rows[0], /"\\"\\xe9\\x09/);
    assert.ok(rows[0].length < 4096);
    assert.ok(!rows.join('').includes('secret'));
    assert.match(rows[2], /"GET \/admin\/preview\/ HTTP\/1\.1" .*\/admin\/setup" /);
  });

  it('has no secret of a link that is written with escapes', async () => {
    const { blog, lines } = await startLogged();
    for (const path of [
      '/%61dmin/setup?token=secret',
      '/admin%2Fpreview/secret',
      '/%61dmin/%70review/secret',
    ])
      await ask(blog, path, { Referer: `${blog.url}${path}` });
    const rows = await lines();
    assert.equal(rows.length, 3);
    assert.ok(!rows.join('').includes('secret'));
  });

  for (const ACCESS_LOG of ['combined', 'json'])
    it(`has printable ASCII alone as ${ACCESS_LOG}, whatever bytes a request has`, async () => {
      const { blog, lines } = await startLogged({ ACCESS_LOG });
      const odd =
        'GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: \x9b2J\xff\r\nConnection: close\r\n\r\n';
      await talk(blog, Buffer.from(odd, 'latin1'));
      const [row] = await lines();
      assert.match(row, /^[ -~]+$/);
    });

  it('does not hold the end of a blog whose log is a pipe that nobody reads', async () => {
    const ACCESS_LOG_FILE = join(makeFolder(), 'pipe');
    execFileSync('mkfifo', [ACCESS_LOG_FILE]);
    const blog = await startBlog({ env: { ACCESS_LOG: 'combined', ACCESS_LOG_FILE } });
    await ask(blog, '/');
    await blog.stop();
    const [line] = blog.log.lines.filter(({ level }) => level === 'error');
    assert.equal(line.fields.err.code, 'ENXIO');
  });

  it('can be JSON', async () => {
    const { blog, lines } = await startLogged({ ACCESS_LOG: 'json' });
    const { body } = await ask(blog, '/', { 'User-Agent': 'A "b"' });
    assert.deepEqual(JSON.parse((await lines())[0]), {
      time: '2026-11-21T12:00:00.500Z',
      address: '127.0.0.0',
      method: 'GET',
      status: 200,
      bytes: body.length,
      milliseconds: 0,
      target: '/',
      protocol: 'HTTP/1.1',
      referrer: '',
      userAgent: 'A "b"',
    });
  });

  it('goes on in a new file when the old one was rotated', async () => {
    const { blog, file, until } = await startLogged();
    await ask(blog, '/');
    await blog.clock.tick(1000);
    await until(() => readFileSync(file, 'utf8').includes('GET / '));
    renameSync(file, `${file}.1`);
    await blog.clock.tick(1000);
    await until(() => readFileSync(file, 'utf8') === '');
    await ask(blog, '/tags');
    await blog.clock.tick(1000);
    await until(() => readFileSync(file, 'utf8').includes('GET /tags '));
    assert.ok(!readFileSync(`${file}.1`, 'utf8').includes('/tags'));
  });

  it('is no reason to stop when it cannot be written', async () => {
    const file = join(makeFolder(), 'no-folder', 'access.log');
    const blog = await startBlog({ env: { ACCESS_LOG: 'combined', ACCESS_LOG_FILE: file } });
    assert.equal((await ask(blog, '/')).status, 200);
    await blog.stop();
    const told = blog.log.lines.filter(({ level }) => level === 'error');
    assert.deepEqual(
      told.map(({ message }) => message),
      ['Lines of the access log are lost'],
    );
  });
});

/** @param {Record<string, string>} [env] */
async function startLogged(env = {}) {
  const file = join(makeFolder(), 'access.log');
  const blog = await startBlog({
    env: { ACCESS_LOG: 'combined', ACCESS_LOG_FILE: file, ...env },
  });
  return { blog, file, until, lines };

  /** @returns {Promise<string[]>} after the server has stopped */
  async function lines() {
    await blog.stop();
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  }

  /** @param {() => boolean} isTrue */
  async function until(isTrue) {
    for (let turn = 0; turn < 10_000; turn++)
      try {
        if (isTrue()) return;
      } catch {
        // It is not there yet.
      } finally {
        await setImmediate();
      }
    assert.fail('It never came true');
  }
}
