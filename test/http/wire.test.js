import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { startBlog } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { ask, parseAnswer, talk } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The HTTP connection', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => (blog = await startBlog({ posts: smallBlog })));
  beforeEach(() => void blog.open.cache.clearAll('byHand'));
  after(() => blog.close());

  /** @param {string[]} lines of a head, as one writes it */
  const head = (...lines) => `${lines.join('\r\n')}\r\n\r\n`;

  describe('with HTTP/1.0', () => {
    it('closes after the page when there is no keep-alive', async () => {
      for (const status of ['larder; fwd=miss; stored', 'larder; hit']) {
        const answer = parseAnswer(await talk(blog, head('GET /post/rye-bread HTTP/1.0')));
        assert.equal(answer.statusLine, 'HTTP/1.1 200 OK');
        assert.equal(answer.headers['cache-status'], status);
        assert.equal(answer.headers.connection, 'close');
        assert.equal(answer.headers['transfer-encoding'], undefined);
        assert.equal(answer.body.length, Number(answer.headers['content-length']));
        assert.match(answer.body, /<\/html>\s*$/);
      }
    });

    it('serves several pages with keep-alive', async () => {
      await talk(blog, head('GET /post/rye-bread HTTP/1.0'));
      const again = head('GET /post/rye-bread HTTP/1.0', 'Connection: Keep-Alive');
      const last = head('GET /post/rye-bread HTTP/1.0');
      const first = parseAnswer(await talk(blog, again + again + last));
      const second = parseAnswer(first.rest);
      const third = parseAnswer(second.rest);
      assert.equal(first.headers.connection, 'keep-alive');
      assert.equal(second.headers.connection, 'keep-alive');
      assert.equal(second.headers['cache-status'], 'larder; hit');
      assert.equal(third.headers.connection, 'close');
      assert.equal(third.body, first.body);
      assert.equal(third.rest, '');
    });

    it('answers HEAD with the length and no body', async () => {
      const answer = parseAnswer(await talk(blog, head('HEAD / HTTP/1.0')));
      assert.equal(answer.body, '');
      assert.ok(Number(answer.headers['content-length']) > 1000);
    });

    it('serves 404 pages, redirects and /status in full', async () => {
      for (const [path, code] of [
        ['/nothing', '404'],
        ['/tags/', '308'],
        ['/status', '200'],
      ]) {
        const again = head(`GET ${path} HTTP/1.0`, 'Connection: Keep-Alive');
        const first = parseAnswer(await talk(blog, again + head(`GET ${path} HTTP/1.0`)));
        assert.equal(first.headers.connection, 'keep-alive', path);
        assert.ok(first.statusLine.includes(` ${code} `));
        assert.ok(first.rest.startsWith('HTTP/1.1 '));
      }
    });
  });

  it('stays open in HTTP/1.1, and pipelined requests are answered in order', async () => {
    await talk(blog, head('GET /about HTTP/1.0'));
    const host = 'Host: larder.example';
    const first = parseAnswer(
      await talk(
        blog,
        head('GET /about HTTP/1.1', host) +
          head('GET /tags HTTP/1.1', host, 'Accept-Encoding: gzip') +
          head('HEAD /tags HTTP/1.1', host) +
          head('GET /about HTTP/1.1', host, 'Connection: close'),
      ),
    );
    assert.match(first.body, /About this larder/);
    const second = parseAnswer(first.rest);
    assert.equal(second.headers['content-encoding'], 'gzip');
    const third = parseAnswer(second.rest);
    const fourth = parseAnswer(second.rest.slice(second.rest.indexOf('\r\n\r\n') + 4));
    assert.ok(third.statusLine.endsWith('200 OK'));
    assert.equal(fourth.body, first.body);
    assert.equal(fourth.headers['cache-status'], 'larder; hit');
  });

  describe('given a request target in absolute form', () => {
    /** @param {string} target */
    const ask = async (target) =>
      parseAnswer(await talk(blog, head(`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close')));

    it('serves one that names this host from the same cache entry', async () => {
      const plain = await ask('/tags');
      for (const target of [`${blog.url}/tags`, `${blog.url.toUpperCase()}/tags?x#y`]) {
        const { statusLine, headers, body } = await ask(target);
        assert.match(statusLine, / 200 /);
        assert.equal(headers['cache-status'], 'larder; hit');
        assert.equal(body, plain.body);
      }
    });

    it('serves one that names this host without a path', async () => {
      const front = await ask('/');
      for (const target of [blog.url, `${blog.url}?x`, `${blog.url}/`])
        assert.equal((await ask(target)).body, front.body);
      assert.equal([...blog.open.cache.entries()].length, 1);
    });

    it('answers one that names another host with 421', async () => {
      for (const host of [
        'evil.example',
        `evil.example:${blog.port}`,
        '127.0.0.1',
        '127.0.0.1:1',
      ]) {
        const { statusLine, body } = await ask(`http://${host}/tags`);
        assert.match(statusLine, / 421 /);
        assert.doesNotMatch(body, /evil/);
      }
    });

    it('answers one that is not an http URL with 400', async () => {
      for (const target of [
        'ftp://x/',
        'http:///',
        'http:/tags',
        'tags',
        '*',
        `http://127.0.0.1:${blog.port}@evil.example/`,
        `http://user@127.0.0.1:${blog.port}/`,
        'http://a:b:c/',
        'http://[::1]:b:c/tags',
        'http://a b/',
        'http://[/',
      ])
        assert.match((await ask(target)).statusLine, / 400 /, target);
    });

    it('prints nothing of it', async () => {
      /** @type {Error[]} */
      const warnings = [];
      const note = (/** @type {Error} */ warning) => void warnings.push(warning);
      process.on('warning', note);
      for (const target of ['http://a:b:c/', `http://${':'.repeat(99)}/`, 'http://a:99999/', '*'])
        for (const host of ['x', 'a:b:c', ':::'])
          await talk(blog, head(`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'));
      await setImmediate();
      process.off('warning', note);
      assert.deepEqual(warnings, []);
    });
  });

  it('answers what is not HTTP with an HTTP error, and closes', async () => {
    const cases = {
      400: [
        '\x16\x03\x01\x02\x00\x01\x00\x01',
        'GET\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'BREW / HTTP/1.1\r\n\r\n',
        head('GET / HTTP/1.1'),
        head('GET / HTTP/1.1', 'Host: x', 'A B: c'),
        head('POST / HTTP/1.1', 'Host: x', 'Content-Length: -1'),
      ],
      431: [
        head('GET / HTTP/1.1', 'Host: x', `Cookie: ${'x'.repeat(20_000)}`),
        head(`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: x'),
      ],
    };
    for (const [status, requests] of Object.entries(cases))
      for (const bytes of requests) {
        const { statusLine, headers, rest } = parseAnswer(await talk(blog, bytes));
        assert.match(
          statusLine,
          new RegExp(`^HTTP/1.1 ${status} `),
          JSON.stringify(bytes.slice(0, 40)),
        );
        assert.equal(headers.connection, 'close');
        assert.equal(rest, '');
      }
  });

  it('answers the requests before a malformed one in full', async () => {
    for (const path of ['/nothing', '/about', '/admin/login']) {
      const answer = parseAnswer(
        await talk(blog, `${head(`GET ${path} HTTP/1.1`, 'Host: x')}nonsense\r\n\r\n`),
      );
      assert.match(answer.statusLine, path === '/nothing' ? / 404 / : / 200 /);
      assert.match(answer.body, /<\/html>\s*$/);
      assert.match(answer.rest, /^HTTP\/1.1 400 /);
      assert.equal(parseAnswer(answer.rest).rest, '');
    }
  });

  it('answers all requests before a malformed one, and says then why it closes', async () => {
    await ask(blog, '/about');
    const hit = head('GET /about HTTP/1.1', 'Host: x');
    for (const requests of [
      [hit],
      [hit, hit, hit],
      [hit, head('GET /nothing HTTP/1.1', 'Host: x')],
    ]) {
      const text = await talk(blog, `${requests.join('')}nonsense\r\n\r\n`);
      const said = [...text.matchAll(/\r\nConnection: (\S+)/g)].map(([, value]) => value);
      assert.deepEqual(said, [...requests.map(() => 'keep-alive'), 'close']);
      assert.match(text, / 400 /);
    }
  });

  it('gives one answer to a malformed body', async () => {
    const lines = ['Host: x', 'Transfer-Encoding: chunked'];
    const form = 'Content-Type: application/x-www-form-urlencoded';
    for (const start of ['POST / HTTP/1.1', 'POST /post/rye-bread/comments HTTP/1.1']) {
      const answer = parseAnswer(
        await talk(blog, `${head(start, form, ...lines)}nonsense\r\n\r\n`),
      );
      assert.match(answer.statusLine, / 40[05] /);
      assert.equal(answer.rest, '');
    }
  });

  it('refuses a body in a transfer coding that it does not decode, and closes', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded';
    for (const path of ['/post/rye-bread/comments', '/admin/login'])
      for (const [coding, answer, ...more] of [
        ['gzip, chunked', / 501 /],
        ['identity, chunked', / 501 /],
        ['Chunked', / (?:403|422|415) /, 'Connection: close'],
      ]) {
        const lines = ['Host: x', form, `Transfer-Encoding: ${coding}`, ...more];
        const start = head(`POST ${path} HTTP/1.1`, ...lines.map(String));
        const { statusLine } = parseAnswer(await talk(blog, `${start}1\r\na\r\n0\r\n\r\n`));
        assert.match(statusLine, /** @type {RegExp} */ (answer));
      }
  });

  describe('given a Host header', () => {
    /** @param {string[]} hosts @param {{ method?: string, path?: string, version?: string }} [how] */
    const askWith = async (hosts, { method = 'GET', path = '/about', version = '1.1' } = {}) => {
      const lines = [`${method} ${path} HTTP/${version}`, ...hosts.map((host) => `Host: ${host}`)];
      return parseAnswer(await talk(blog, head(...lines, 'Connection: close')));
    };

    it('requires exactly one (RFC 9112 section 3.2), for hits and misses', async () => {
      for (const hosts of [['x', 'x'], ['x', 'y'], ['x', ''], []])
        for (const method of ['GET', 'HEAD', 'GET', 'POST', 'OPTIONS', 'DELETE'])
          for (const path of ['/about', '/status', '/admin/login', '/api/posts', '/nothing']) {
            if (path === '/about') await ask(blog, path);
            const { statusLine, headers } = await askWith(hosts, { method, path });
            assert.match(statusLine, / 400 /, `${method} ${path} with ${hosts}`);
            assert.equal(headers.connection, 'close');
            assert.match(headers['content-security-policy'], /default-src/);
          }
      assert.match((await askWith(['x', 'y'], { version: '1.0' })).statusLine, / 400 /);
    });

    it('requires a host, with or without a port', async () => {
      const good = [
        'x',
        'X.example.',
        'a_b',
        '127.0.0.1:3000',
        '[::1]',
        '[::1]:80',
        'x:',
        '%C3%BC.de',
      ];
      for (const host of good) assert.match((await askWith([host])).statusLine, / 200 /, host);
      const bad = [
        '',
        'a b',
        'a/b',
        'http://x',
        'u@x',
        'x:y',
        'x:1:2',
        '::1',
        '[x]',
        '[::1',
        '%zz',
        '\xfc',
        'x?',
        'x"',
      ];
      for (const host of bad) {
        await ask(blog, '/about');
        assert.match((await askWith([host])).statusLine, / 400 /, host);
      }
    });

    it('does without one in HTTP/1.0', async () => {
      assert.match((await askWith([], { version: '1.0' })).statusLine, / 200 /);
    });
  });

  it('ignores the body of a GET', async () => {
    const answer = await talk(
      blog,
      head('GET /about HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Connection: close') + 'hello',
    );
    assert.match(parseAnswer(answer).body, /About this larder/);
    assert.equal(parseAnswer(answer).rest, '');
  });

  it('answers an Upgrade request in HTTP/1.1', async () => {
    const upgrade = ['Connection: close, Upgrade', 'Upgrade: websocket'];
    const answer = await talk(blog, head('GET /about HTTP/1.1', 'Host: x', ...upgrade));
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });
});
