import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { scriptedCouch } from '../store/scripted-couch.js';
import { eachTest } from '../support/blog.js';
import { freePort } from '../../bench/support/servers.js';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { Readable } from 'node:stream' */

const app = fileURLToPath(new URL('../../app.js', import.meta.url));

/** @param {Socket} socket */
const isConnected = (socket) =>
  once(socket, 'connect').then(
    () => true,
    () => false,
  );

describe('node app.js', () => {
  const { makeFolder } = eachTest();
  /** @type {ChildProcess[]} */
  let children = [];
  /** @type {(() => Promise<void>)[]} */
  let closing = [];
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const close of closing) await close();
    [children, closing] = [[], []];
  });

  /** @param {Record<string, string>} env @param {string[]} [args] */
  const run = (env, args = []) => {
    const url = `sqlite:${join(makeFolder(), 'larder.db')}`;
    const child = spawn(process.execPath, [app, ...args], {
      env: { STORE_URL: url, PORT: '0', ...env },
    });
    children.push(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    return { child, output };
  };

  it('goes on when nobody reads any more what it says', async () => {
    const { child } = run({});
    const stdout = /** @type {Readable} */ (child.stdout);
    const [line] = await once(stdout, 'data');
    // The second line, with the link for setting up, finds the pipe closed, or has been read already.
    stdout.destroy();
    const [url] = /** @type {RegExpMatchArray} */ (String(line).match(/http:\S+/));
    await request(url).get('healthz').expect(200);
    assert.equal(child.exitCode, null);
  });

  it('answers who asks while it starts', async () => {
    const PORT = String(await freePort());
    run({ PORT });
    const reach = () => connect(Number(PORT), '127.0.0.1');
    let socket = reach();
    while (!(await isConnected(socket))) socket = reach();
    socket.write('GET /healthz HTTP/1.1\r\nHost: larder\r\nConnection: close\r\n\r\n');
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 200 /);
  });

  it('stops when it is told to while it starts, and SIGHUP does not end it', async () => {
    const file = join(makeFolder(), 'larder.db');
    const { child, output } = run({ STORE_URL: `sqlite:${file}` });
    while (!existsSync(file)) await setTimeout(1);
    assert.equal(output.stdout, '', 'It has not started yet');
    child.kill('SIGHUP');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('closes in order though somebody sent what is no HTTP', async () => {
    const CACHE_DIR = makeFolder();
    const PORT = String(await freePort());
    const { child } = run({ CACHE_DIR, PORT });
    await once(/** @type {any} */ (child.stdout), 'data');
    await request(`http://127.0.0.1:${PORT}`).get('/').expect(200);
    const socket = connect(Number(PORT), '127.0.0.1').on('error', () => {});
    socket.write(`GET / HTTP/1.1\r\nHost: larder\r\n\r\nBOGUS\r\n\r\n${'x'.repeat(300_000)}`);
    await once(socket, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.ok(existsSync(join(CACHE_DIR, 'manifest.json')), 'The cached pages are saved');
    socket.destroy();
  });

  it('ends with its workers when they cannot start', async () => {
    const THEME_DIR = makeFolder();
    mkdirSync(join(THEME_DIR, 'views'));
    writeFileSync(join(THEME_DIR, 'views', 'page.mustache'), '{{#broken}}');
    const { child, output } = run({ WORKERS: '2', THEME_DIR });
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.match(output.stderr, /^The view page\.mustache is broken/);
  });

  it('starts with workers though the pages of the last run cannot be deleted', async () => {
    const CACHE_DIR = makeFolder();
    mkdirSync(join(CACHE_DIR, 'manifest.json'));
    const { child, output } = run({ WORKERS: '2', CACHE_DIR });
    await once(/** @type {any} */ (child.stdout), 'data');
    assert.match(output.stdout, /^Larder is ready/);
    assert.match(output.stderr, /The cached pages of the last run cannot be deleted/);
  });

  it('says in one line where the blog is, greets on an empty store, and stops when it is told to', async () => {
    const { child, output } = run({});
    await once(/** @type {any} */ (child.stdout), 'data');
    assert.match(output.stdout, /^Larder is ready at http:\/\/127\.0\.0\.1:\d+\/\n/);
    const [, url] = /(http\S+?)\/\n/.exec(output.stdout) ?? [];
    await request(url)
      .get('/')
      .expect(200, /Welcome to Larder/);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    for (const line of output.stderr.trim().split('\n')) assert.ok(JSON.parse(line).level);
  });

  it('serves, though the link with which to set it up cannot be stored', async () => {
    const couch = await scriptedCouch();
    closing.push(couch.close);
    couch.play(({ path, method }) => {
      if (path.includes('/_view/')) return { body: { rows: [], update_seq: '0' } };
      return path === 'token:setup' && method === 'PUT' ? { status: 507 } : undefined;
    });
    const { child, output } = run({ STORE_URL: couch.url });
    await Promise.race([once(/** @type {any} */ (child.stdout), 'data'), once(child, 'exit')]);
    assert.match(output.stdout, /^Larder is ready at \S+\n$/, output.stderr);
    assert.match(output.stderr, /"level":"warn".*"msg":"No set-up link could be created/);
  });

  it('stops within seconds while a hub does not answer, and says what was not sent', async () => {
    const hub = createServer().listen(0, '127.0.0.1');
    await once(hub, 'listening');
    const { port } = /** @type {AddressInfo} */ (hub.address());
    const own = { STORE_URL: `sqlite:${join(makeFolder(), 'larder.db')}` };
    const { child, output } = run({ ...own, WEBSUB_HUB: `http://127.0.0.1:${port}/` });
    const [line] = await once(/** @type {any} */ (child.stdout), 'data');
    const [url] = /** @type {RegExpMatchArray} */ (String(line).match(/http:\S+/));
    const created = run(own, ['token', 'create', '--scope', 'posts:write']);
    await once(created.child, 'close');
    await request(url)
      .post('api/posts')
      .set('Authorization', `Bearer ${created.output.stdout.trim()}`)
      .send({ title: 'Plum jam', markdown: 'Sweet.', status: 'published' })
      .expect(201);
    const [called] = await once(hub, 'connection');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.match(output.stderr, /"lost":\d,"msg":"Not sent before the server stopped/);
    assert.doesNotMatch(output.stderr, /did not answer in time/);
    called.destroy();
    hub.close();
  });

  it('prints where the blog is and where to set it up one below the other, before what it logs', async () => {
    const folder = makeFolder();
    const terminal = join(folder, 'terminal.txt');
    const both = openSync(terminal, 'a');
    const child = spawn(process.execPath, [app], {
      env: { STORE_URL: `sqlite:${join(folder, 'larder.db')}`, PORT: '0', HOST: '0.0.0.0' },
      stdio: ['ignore', both, both],
    });
    children.push(child);
    closeSync(both);
    while (!/welcome/.test(readFileSync(terminal, 'utf8'))) await setTimeout(5);
    const [ready, setUp, ...rest] = readFileSync(terminal, 'utf8').trim().split('\n');
    assert.match(ready, /^Larder is ready at http:\/\/localhost:\d+\/$/);
    assert.match(setUp, /^Set up: http:\/\/localhost:\d+\/admin\/setup\?token=[\w-]+$/);
    const logged = rest.map((line) => JSON.parse(line));
    assert.ok(logged.every(({ level }) => level === 'info'));
    const [other] = Object.values(networkInterfaces())
      .flatMap((some) => some ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    if (other) assert.match(logged[0].msg, new RegExp(`http://${other.address}:\\d+/`));
  });

  it('names a wrong setting on stderr, and exits with 1', async () => {
    const { child, output } = run({ CACHE_MAX_BYTES: 'lots' });
    assert.deepEqual(await once(child, 'close'), [1, null]);
    assert.equal(output.stdout, '');
    assert.equal(
      output.stderr,
      'CACHE_MAX_BYTES must be a size such as 64MiB, 500k or 0. It is “lots”.\n',
    );
  });

  it('does not know every command, and says so with 2', async () => {
    const { child, output } = run({}, ['toString']);
    assert.deepEqual(await once(child, 'close'), [2, null]);
    assert.match(output.stderr, /^Unknown command “toString”/);
  });
});
