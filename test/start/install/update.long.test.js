import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../../lib/base/clock.js';
import { run as install } from '../../../lib/start/commands/install.js';
import { run as update } from '../../../lib/start/commands/update.js';
import { currentVersion, manifestOf } from '../../../lib/start/install/versions.js';
import { project, smallMachine } from './small-machine.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { System } from '../../../lib/start/commands/types.js' */
/** @import { Serve } from './small-machine.js' */

describe('larder update, with real servers', () => {
  /** @type {ReturnType<typeof smallMachine>} */
  let small;
  let url = '';
  let sources = '';
  /** As the service of systemd does. @type {Serve} */
  const serve = async ({ app, data }, settings) => {
    mkdirSync(data, { recursive: true });
    const env = { PATH: process.env.PATH, ...settings };
    const child = spawn(process.execPath, [app], { cwd: data, env });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
    const ended = once(child, 'close');
    const stop = () => (child.kill(), ended);
    return { log: () => log, pid: child.pid ?? 0, hasFailed: () => child.exitCode !== null, stop };
  };

  /** @param {Record<string, string>} [more] settings */
  async function installed(more = {}) {
    small = smallMachine(serve);
    sources = join(small.machine.root, 'sources');
    const probe = createServer().listen(0);
    const { port } = /** @type {AddressInfo} */ (probe.address());
    probe.close();
    url = `http://127.0.0.1:${port}`;
    const settings = {
      PORT: String(port),
      STORE_URL: `sqlite:${small.places.data}/larder.db`,
      BACKUP: 'off',
      STATISTICS: 'off',
      LOG_LEVEL: 'info',
      ...more,
    };
    mkdirSync(dirname(small.places.settings), { recursive: true });
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(small.places.settings, lines.join(''));
    assert.equal(
      await install([], systemOf().system, { machine: small.machine, folder: project }),
      0,
    );
  }
  afterEach(() => small.close());

  function systemOf() {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const system = /** @type {System} */ (
      /** @type {unknown} */ ({ stdout, stderr, stdin: new PassThrough(), clock: systemClock })
    );
    return {
      system,
      said: () => `${stdout.read() ?? ''}`,
      complained: () => `${stderr.read() ?? ''}`,
    };
  }

  /**
   * A folder with another version.
   * @param {string} version
   * @param {string} [start]  what it does first
   */
  function version(version, start = '') {
    const folder = join(sources, version);
    const { files } = manifestOf(project);
    const there = files.filter((/** @type {string} */ file) => !file.startsWith('!'));
    for (const file of ['package.json', ...there])
      cpSync(join(project, file), join(folder, file), { recursive: true });
    const manifest = { ...manifestOf(project), version };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const app = readFileSync(join(project, 'app.js'), 'utf8');
    writeFileSync(
      join(folder, 'app.js'),
      app.replace('#!/usr/bin/env node\n', (line) => line + start),
    );
    return folder;
  }

  /** @param {string} source */
  async function updateTo(source) {
    const { system, said, complained } = systemOf();
    const code = await update([source], system, { machine: small.machine });
    return { code, said: said(), complained: complained() };
  }
  const running = () => basename(String(currentVersion(small.places)));
  const front = async () => (await (await fetch(url)).text()).replace(/<!--.*?-->/g, '');

  it('replaces the version that runs, keeps the blog, and makes a backup first', async () => {
    await installed();
    const before = await front();
    const { code, said } = await updateTo(version('99.0.0'));
    assert.equal(code, 0, small.service()?.log());
    assert.match(said, /Updated: Larder .* → 99\.0\.0/);
    assert.equal(running(), '99.0.0');
    assert.equal(await front(), before);
    assert.equal(readdirSync(join(small.places.data, 'backups')).length, 1);
    const left = readdirSync(small.places.data).filter((name) => /update|\.old/.test(name));
    assert.deepEqual(left, []);
    const isStop = (/** @type {string} */ each) => each === 'systemctl stop larder';
    const [guard] = small.commands.slice(small.commands.findIndex(isStop) - 1);
    assert.match(guard, new RegExp(`^systemd-run .*go-back\\.js ${process.pid} `));
  });

  it('does not touch the version that runs when the new one cannot start', async () => {
    await installed();
    const service = small.service();
    const { code, complained } = await updateTo(version('99.0.0', "throw new Error('broken');\n"));
    assert.equal(code, 1);
    assert.match(complained, /broken[^]*keeps running, with its data unchanged/);
    assert.equal(small.service(), service);
    assert.deepEqual(readdirSync(small.places.program).sort(), [
      manifestOf(project).version,
      'current',
    ]);
  });

  it('changes nothing when there can be no backup, and says why', async () => {
    await installed({ BACKUP_DIR: '/dev/null/backups' });
    const service = small.service();
    const { code, complained } = await updateTo(version('99.0.0'));
    assert.equal(code, 1);
    assert.match(complained, /^The blog cannot be backed up: mkdir: .*\nLarder .* keeps running/);
    assert.equal(small.service(), service);
  });

  it('has the old one run again when Ctrl-C ends the command that stops it', async () => {
    await installed();
    const before = await front();
    const { run } = small.machine;
    let isFirst = true;
    small.machine.run = async (command, args, options) => {
      const result = await run(command, args, options);
      const isIt = isFirst && command === 'systemctl' && args[0] === 'stop';
      isFirst &&= !isIt;
      return isIt ? { code: null, output: '' } : result;
    };
    assert.equal((await updateTo(version('99.0.0'))).code, 1);
    assert.equal(await front(), before);
    assert.equal(running(), manifestOf(project).version);
  });

  it('goes back, with the data as it was, when the new one fails with the real settings', async () => {
    await installed();
    const before = await front();
    const spoil = `import { appendFileSync } from 'node:fs';
if (process.env.PORT !== '0') {
  appendFileSync(process.env.STORE_URL.slice(7), 'spoiled');
  throw new Error('broken here');
}\n`;
    const { code, complained } = await updateTo(version('99.0.0', spoil));
    assert.equal(code, 1);
    assert.match(complained, /broken here/);
    assert.equal(await front(), before);
    assert.equal(running(), manifestOf(project).version);
    const database = readFileSync(join(small.places.data, 'larder.db'));
    assert.ok(!database.includes('spoiled'));
  });

  for (const step of ['systemctl stop', 'cp --archive', 'systemctl start', 'systemctl is-active'])
    it(`leads back to the version that ran when it is killed at “${step}”`, async () => {
      await installed();
      const before = await front();
      const updater = spawn('sleep', ['60']);
      const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
      const listeners = signals.map((signal) => process.listeners(signal));
      await new Promise((resolve) => {
        const { run } = small.machine;
        let isOver = false;
        const machine = {
          ...small.machine,
          id: Number(updater.pid),
          /** @type {typeof run} */
          run(command, args, options) {
            isOver ||= [command, ...args].join(' ').startsWith(step);
            // It goes on no more.
            return isOver ? new Promise(resolve) : run(command, args, options);
          },
        };
        void update([version('99.0.0')], systemOf().system, { machine });
      });
      for (const [at, signal] of signals.entries())
        for (const each of process.listeners(signal))
          if (!listeners[at].includes(each)) process.off(signal, each);
      await small.machine.run('systemctl', ['stop']);
      updater.kill('SIGKILL');
      const heard = () => existsSync(small.heard) && readFileSync(small.heard, 'utf8');
      while (!String(heard()).endsWith('start larder\n')) await setTimeout(20);
      await small.machine.run('systemctl', ['start']);
      while (!(await fetch(url).catch(() => null))) await setTimeout(20);
      assert.equal(await front(), before);
      assert.equal(running(), manifestOf(project).version);
      const left = readdirSync(small.places.data).filter((name) => /-update|\.back/.test(name));
      assert.deepEqual(left, []);
      // It is not in the way of the next one, which finds the lock of a process that has ended.
      writeFileSync(small.places.lock, String(updater.pid));
      assert.equal((await updateTo(version('99.1.0'))).code, 0);
      assert.equal(running(), '99.1.0');
    });

  it('answers every request meanwhile, with several workers', async () => {
    await installed({ WORKERS: '2' });
    const wrong = /** @type {unknown[]} */ ([]);
    let isOver = false;
    let count = 0;
    const reading = (async () => {
      while (!isOver) {
        const response = await fetch(`${url}/`).catch((error) => ({ status: String(error) }));
        if (response.status !== 200) wrong.push(response.status);
        count += 1;
        await setTimeout(5);
      }
    })();
    const { code } = await updateTo(version('99.0.0'));
    isOver = true;
    await reading;
    assert.equal(code, 0, small.service()?.log());
    assert.ok(!small.commands.includes('systemctl stop larder'));
    assert.deepEqual(wrong, []);
    assert.ok(count > 20);
  });

  it('leaves the old workers alone, and gives up soon, when new ones cannot start', async () => {
    await installed({ WORKERS: '2' });
    const broken = version(
      '99.0.0',
      "if (process.env.PORT !== '0') throw new Error('broken here');\n",
    );
    let looks = 0;
    const { sleep } = small.machine;
    small.machine.sleep = (milliseconds) => {
      looks += 1;
      return sleep(milliseconds);
    };
    const { code, complained } = await updateTo(broken);
    assert.equal(code, 1);
    assert.match(complained, /keeps running, with its data unchanged/);
    assert.equal(running(), manifestOf(project).version);
    assert.equal((await fetch(url)).status, 200);
    assert.ok(looks < 100, `${looks}`);
  });

  it('starts anew when workers of both versions cannot be together', async () => {
    await installed({ WORKERS: '2' });
    const next = version('99.0.0');
    const file = join(next, 'lib/start/workers/once.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/PROTOCOL = \d+/, 'PROTOCOL = 999'));
    assert.equal((await updateTo(next)).code, 0, small.service()?.log());
    assert.ok(small.commands.includes('systemctl stop larder'));
    assert.equal(running(), '99.0.0');
  });

  it('refuses what is no Larder, and leaves nothing of it', async () => {
    await installed();
    const folder = join(sources, 'other');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"other","version":"1.0.0","files":[]}');
    await assert.rejects(updateTo(folder), { code: 'invalid', message: /is no Larder/ });
    const text = join(sources, 'text.tgz');
    writeFileSync(text, 'no tarball');
    await assert.rejects(updateTo(text), {
      code: 'invalid',
      message: /text\.tgz cannot be unpacked: is it a whole tarball of “npm pack”\? \(gzip/,
    });
    const other = join(sources, '2026:11.tgz');
    execFileSync('tar', ['--force-local', '-czf', other, '-C', sources, 'other']);
    await assert.rejects(updateTo(other), { code: 'invalid', message: /its package is “other”/ });
    await assert.rejects(updateTo(version('0.0.9')), {
      code: 'invalid',
      message: /is Larder 0\.0\.9, older than .*, which runs\. To go back: /,
    });
    await assert.rejects(updateTo('nowhere'), {
      code: 'invalid',
      message: /There is no nowhere: give the path/,
    });
    await assert.rejects(updateTo('1.2.3'), {
      code: 'invalid',
      message: /not published as a package yet/,
    });
    assert.deepEqual(readdirSync(small.places.program).sort(), [
      manifestOf(project).version,
      'current',
    ]);
    assert.ok(existsSync(small.places.app));
    rmSync(folder, { recursive: true });
  });
});
