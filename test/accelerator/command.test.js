import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { eachWorld } from './world.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('node app.js accelerate', () => {
  it('says on one line where it is ready, and stops when it is told to', async () => {
    const child = spawn(process.execPath, ['app.js', 'accelerate'], {
      cwd: root,
      env: { PORT: '0', LOG_LEVEL: 'silent' },
    });
    const [line] = await once(child.stdout, 'data');
    assert.match(String(line), /^Larder is ready at http:\/\/127\.0\.0\.1:\d+\/\n$/);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('takes no arguments but --help', async () => {
    const run = promisify(execFile)(process.execPath, ['app.js', 'accelerate', 'x'], { cwd: root });
    await assert.rejects(run, { code: 2, stderr: 'accelerate takes no arguments except --help\n' });
  });

  it('lists its settings with --help, whatever they are', async () => {
    const args = ['app.js', 'accelerate', '--help'];
    const options = { cwd: root, env: { PORT: 'wrong' } };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    assert.match(stdout, /^ {2}ORIGIN_URL +server to cache for/m);
    assert.doesNotMatch(stdout, /STORE_URL/);
  });
});

describe('The settings of the accelerator', () => {
  /** @type {[Record<string, string>, RegExp][]} */
  const bad = [
    [{ ORIGIN_URL: 'ftp://x' }, /^ORIGIN_URL must be an http or https URL\.$/],
    [{ ORIGIN_URL: 'http://x/below' }, /^ORIGIN_URL must be a scheme, host and port only/],
    [{ ORIGIN_URL: 'http://user:secret@x' }, /^ORIGIN_URL (?!.*secret)/],
    [{ CACHE_USER: 'ada' }, /^CACHE_PASSWORD must be set when CACHE_USER is set\.$/],
    [{ CACHE_PASSWORD: 'correct horse' }, /^CACHE_USER must be set when CACHE_PASSWORD is set\.$/],
    [{ CACHE_USER: 'a', CACHE_PASSWORD: 'short' }, /^CACHE_PASSWORD must have 12 (?!.*short)/],
    [{ CACHE_TOKEN: 'with a space in it' }, /^CACHE_TOKEN must consist of (?!.*space)/],
    [{ TLS_CERT: '/nowhere' }, /^TLS_CERT must be a file\. It is “\/nowhere”\.$/],
    [{ TLS_KEY: 'package.json' }, /^TLS_CERT must be set when TLS_KEY is set\.$/],
    [{ PEERS: 'https://a,b' }, /^PEERS must be an http or https URL\.$/],
    [{ CACHE_DISK_MAX_BYTES: 'much' }, /^CACHE_DISK_MAX_BYTES must be a size/],
    [{ ORIGIN_TIMEOUT: '30' }, /^ORIGIN_TIMEOUT must be a duration/],
    [{ ORIGIN_TIMEOUT: '0s' }, /^ORIGIN_TIMEOUT must be a duration/],
    [{ ORIGIN_TIMEOUT: '-1s' }, /^ORIGIN_TIMEOUT must be a duration/],
    [{ ORIGIN_TIMEOUT: '61m' }, /^ORIGIN_TIMEOUT must be a duration/],
    [{ ORIGIN_TIMEOUT: '1h' }, /^ORIGIN_TIMEOUT must be a duration/],
    [{ ORIGIN_TIMEOUT: 'soon' }, /^ORIGIN_TIMEOUT must be a duration/],
    [{ ORIGIN_TIMEOUT: '1.5s' }, /^ORIGIN_TIMEOUT must be a duration/],
  ];

  for (const [env, message] of bad)
    it(`are refused when ${Object.keys(env).join(' and ')} is ${Object.values(env)[0]}`, () => {
      assert.throws(() => readAcceleratorConfig(env), { code: 'invalid', message });
    });

  it('name the origin and the peers by scheme, host and port', () => {
    const config = readAcceleratorConfig({
      ORIGIN_URL: 'HTTP://Shop:80/',
      PEERS: 'https://a:8443 , http://b',
    });
    assert.equal(config.originUrl, 'http://shop');
    assert.deepEqual(config.peers, ['https://a:8443', 'http://b']);
  });

  it('name the fields on which no response depends in lower case', () => {
    const { forwardHeaders } = readAcceleratorConfig({ FORWARD_HEADERS: 'X-Trace, b3,' });
    assert.deepEqual(forwardHeaders, ['x-trace', 'b3']);
  });

  for (const [text, milliseconds] of /** @type {const} */ ([
    ['500ms', 500],
    ['30 s', 30_000],
    ['5m', 300_000],
  ]))
    it(`take ORIGIN_TIMEOUT=${text} as ${milliseconds} ms`, () => {
      assert.equal(readAcceleratorConfig({ ORIGIN_TIMEOUT: text }).originTimeout, milliseconds);
    });
});

describe('The status of the accelerator', () => {
  const { clock, asks, answers, says } = eachWorld();

  it('counts requests, and tells of the cache and the origin', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    for (const path of ['/a', '/a', '/a', '/b']) await asks(path);
    answers((_request, response) => response.socket?.destroy());
    await asks('/c');
    await clock.tick(5000);
    const { headers, text } = await asks('/.cache/status');
    assert.equal(headers['cache-control'], 'no-store');
    const { uptimeSeconds, requests, cache, origin } = JSON.parse(text);
    assert.equal(uptimeSeconds, 5);
    assert.deepEqual(requests, { hits: 2, stale: 0, collapsed: 0, forwarded: 3, errors: 1 });
    assert.equal(cache.memory.entries, 2);
    assert.equal(origin.reachable, false);
  });

  it('is healthy as long as it answers', async () => {
    const { status, text } = await asks('/.cache/healthz');
    assert.deepEqual([status, JSON.parse(text)], [200, { status: 'ok' }]);
  });
});
