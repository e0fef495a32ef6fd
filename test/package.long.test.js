import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import request from 'supertest';
import { listFiles } from '../lib/base/files.js';
import { makeFolder } from './support/blog.js';
import { parsePage } from './support/html.js';
import { freePort } from '../bench/support/servers.js';
/** @import { ChildProcess } from 'node:child_process' */

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

describe('Larder from its package, in a folder of its own', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  let installed = '';
  /** @type {string[]} */
  let packed = [];
  /** @type {ChildProcess | undefined} */
  let child;

  before(async () => {
    place = makeFolder();
    environment.PORT = String(await freePort());
    installed = join(place.folder, 'node_modules/larder');
    await install();
    packed = listFiles(installed);
  });
  afterEach(() => child?.kill('SIGKILL'));
  after(() => place.remove());

  it('brings what it runs on, and neither tests nor data', () => {
    for (const path of [
      'app.js',
      'lib/start/serve.js',
      'views/post.mustache',
      'public/style.css',
      'README.md',
      'LICENSE',
      'docs/running.md',
    ])
      assert.ok(packed.includes(path), path);
    const other = packed.filter((path) => /^(test|bench|data|coverage|node_modules|\.)/.test(path));
    assert.deepEqual(other, []);
  });

  it('serves, shows its source, and stops, twice: the second time with warm pages', async () => {
    for (const isWarm of [false, true]) {
      const { url, output } = await start();
      for (const path of ['/', '/post/welcome', '/source', '/source/lib/start/serve.js', '/status'])
        await request(url).get(path).expect(200);
      const source = parsePage(await request(url).get('/source'));
      for (const path of source.links('[href^="/source/"][href$=".md"]'))
        await request(url).get(path).expect(200);
      child?.kill('SIGTERM');
      const [code] = await once(/** @type {any} */ (child), 'exit');
      assert.equal(code, 0, output.stderr);
      assert.equal(/Loaded the cached pages/.test(output.stderr), isWarm, output.stderr);
    }
  });

  it('keeps its data in the folder in which it was started, and nothing among the packages', async () => {
    assert.ok(existsSync(join(place.folder, 'data/larder.db')));
    assert.deepEqual(readdirSync(place.folder).sort(), ['data', 'node_modules']);
    assert.deepEqual(listFiles(installed), packed);
  });

  it('drops warm pages when one of its packages is another', async () => {
    const folder = join(place.folder, 'node_modules/mustache');
    rmSync(folder);
    cpSync(join(root, 'node_modules/mustache'), folder, { recursive: true });
    const manifest = join(folder, 'package.json');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, '"version": "0.0.1"'),
    );
    const { url, output } = await start();
    await request(url).get('/').expect(200);
    assert.doesNotMatch(output.stderr, /Loaded the cached pages/);
  });

  it('has every command', async () => {
    const larder = (/** @type {string[]} */ ...args) =>
      run(process.execPath, [bin(), ...args], { cwd: place.folder, env: environment });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal((await larder('--version')).stdout, `${version}\n`);
    assert.match((await larder('doctor')).stdout, /No problems found/);
    await larder('backup', 'backup.db');
    await larder('export', 'text');
    assert.ok(existsSync(join(place.folder, 'text')));
  });

  /** @type {Record<string, string>} */
  const environment = { PORT: '' };
  const bin = () => join(place.folder, 'node_modules/.bin/larder');

  /** As npm does it, but for the network: the packages that it depends on, and no other, are those of the repository. */
  async function install() {
    const { stdout } = await run(
      'npm',
      ['pack', '--silent', '--offline', '--pack-destination', place.folder],
      { cwd: root },
    );
    const archive = join(place.folder, stdout.trim());
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
    rmSync(archive);
    const { dependencies, bin: bins } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys(dependencies)) link(join(root, 'node_modules', name), name);
    link(join(installed, bins.larder), '.bin/larder');
  }

  /** @param {string} target @param {string} name below node_modules */
  function link(target, name) {
    const path = join(place.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  }

  async function start() {
    const started = spawn(process.execPath, [bin()], { cwd: place.folder, env: environment });
    child = started;
    const output = { stdout: '', stderr: '' };
    started.stderr.on('data', (chunk) => (output.stderr += chunk));
    started.stdout.on('data', (chunk) => (output.stdout += chunk));
    await Promise.race([once(started.stdout, 'data'), once(started, 'exit')]);
    assert.match(output.stdout, /^Larder is ready at/, output.stderr);
    return { url: `http://127.0.0.1:${environment.PORT}`, output };
  }
});
