import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { run as install } from '../../../lib/start/commands/install.js';
import { run as uninstall } from '../../../lib/start/commands/uninstall.js';
import { listFiles } from '../../../lib/base/files.js';
import { guard } from '../../../lib/start/install/go-back.js';
import { isOlder } from '../../../lib/start/install/versions.js';
import { project, smallMachine } from './small-machine.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { System } from '../../../lib/start/commands/types.js' */
/** @import { Machine } from '../../../lib/start/install/machine.js' */
/** @import { Serve } from './small-machine.js' */
/** @typedef {[reason: string, other: Partial<Machine>, message: RegExp, args?: string[]]} Refusal */

describe('larder install', () => {
  /** @type {ReturnType<typeof smallMachine>} */
  let small;
  let port = 0;
  let status = 200;
  /** Answers as a blog does, and leaves the link with which one sets it up. @type {Serve} */
  const serve = async ({ data }, { STORE_URL = 'sqlite:./data/larder.db' }) => {
    const server = createServer((_, response) => response.writeHead(status).end());
    server.listen(port);
    await once(server, 'listening');
    const folder = resolve(data, dirname(STORE_URL.slice('sqlite:'.length)));
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'larder-setup-link.txt'),
      'http://localhost/admin/setup?token=abc\n',
    );
    const stop = async () => void server.close();
    const log =
      () => `{"level":"error","msg":"The blog cannot start","err":{"message":"The disk is full"}}
Error: x
    at start (app.js:1:1)

Node.js v24.0.0`;
    return { log, pid: 1, hasFailed: () => false, stop };
  };
  beforeEach(async () => {
    status = 200;
    small = smallMachine(serve);
    const probe = createServer().listen(0);
    port = /** @type {AddressInfo} */ (probe.address()).port;
    probe.close();
    mkdirSync(dirname(small.places.settings), { recursive: true });
    writeFileSync(small.places.settings, `PORT=${port}\n`);
  });
  afterEach(() => small.close());

  /** @param {string[]} args @param {Partial<Machine>} [other] */
  async function run(args, other) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const system = /** @type {System} */ (
      /** @type {unknown} */ ({ stdout, stderr, stdin: new PassThrough() })
    );
    const machine = { ...small.machine, sleep: async () => {}, ...other };
    const code = await install(args, system, { machine, folder: project });
    return { code, said: `${stdout.read() ?? ''}`, complained: `${stderr.read() ?? ''}` };
  }

  it('makes a user, a service and a command, starts it, and prints the link to set it up', async () => {
    const { code, said } = await run([]);
    assert.equal(code, 0);
    assert.match(said, /Create your account: http:\/\/localhost\/admin\/setup\?token=abc/);
    const { app, unit, command } = small.places;
    assert.ok(existsSync(app));
    assert.match(
      readFileSync(unit, 'utf8'),
      /User=larder[^]*AmbientCapabilities=CAP_NET_BIND_SERVICE/,
    );
    assert.equal(statSync(command).mode & 0o777, 0o755);
    assert.ok(small.commands.some((each) => each.startsWith('useradd --system')));
    assert.ok(small.commands.includes('systemctl enable --quiet larder'));
  });

  it('says before what it will do, and with --dry-run does nothing of it', async () => {
    const before = listFiles(small.machine.root);
    const { code, said } = await run(['--dry-run', '--domain', 'blog.example.org'], {
      isAdmin: false,
    });
    assert.equal(code, 0);
    assert.match(said, /to do +the user larder/);
    assert.match(said, /\[Service\]/);
    assert.match(said, /DOMAIN=blog\.example\.org/);
    assert.deepEqual(listFiles(small.machine.root), before);
  });

  it('changes nothing when it is run again', async () => {
    await run([]);
    const [files, count] = [listFiles(small.machine.root), small.commands.length];
    const { code, said } = await run([]);
    assert.equal(code, 0);
    assert.doesNotMatch(said, /to do|REPLACE/);
    assert.deepEqual(listFiles(small.machine.root), files);
    const later = small.commands
      .slice(count)
      .filter((each) => !/getent|is-active|--version/.test(each));
    assert.deepEqual(later, ['systemctl enable --quiet larder', 'systemctl start larder']);
  });

  it('keeps the settings that are there', async () => {
    await run([]);
    assert.equal(readFileSync(small.places.settings, 'utf8'), `PORT=${port}\n`);
  });

  it('prints the link wherever the settings have the database', async () => {
    const storeUrl = `sqlite:${small.places.data}/mine/larder.db`;
    writeFileSync(small.places.settings, `PORT=${port}\nSTORE_URL=${storeUrl}\n`);
    assert.match((await run([])).said, /Create your account: http/);
  });

  it('says where the link is when the database is a CouchDB', async () => {
    const storeUrl = 'http://127.0.0.1:5984/larder';
    writeFileSync(small.places.settings, `PORT=${port}\nSTORE_URL=${storeUrl}\n`);
    assert.match((await run([])).said, /The link to create your account.*journalctl -u larder/);
  });

  it('adds a domain to settings that have none without being told to', async () => {
    const { said } = await run(['--domain', 'blog.example.org', '--dry-run']);
    assert.match(said, /to do +DOMAIN=blog\.example\.org in .*larder\.env/);
    assert.match(said, new RegExp(`\nPORT=${port}\nDOMAIN=blog\\.example\\.org\n`));
    writeFileSync(small.places.settings, 'DOMAIN=old.example.org\n');
    const again = await run(['--domain', 'blog.example.org', '--dry-run']);
    assert.match(again.said, /REPLACE +DOMAIN=old\.example\.org by DOMAIN=blog\.example\.org/);
  });

  it('has commands run where the service runs, so that both take the same folders', async () => {
    await run([]);
    const { command, data } = small.places;
    const folder = data.slice(small.machine.root.length);
    assert.match(readFileSync(command, 'utf8'), new RegExp(`--working-directory=${data} `));
    const unit = readFileSync(small.places.unit, 'utf8');
    assert.match(unit, new RegExp(`WorkingDirectory=/${folder}\n`.replaceAll('//', '/')));
    assert.doesNotMatch(unit, /^Environment=/m);
  });

  it('writes settings for their owner alone when there are none', async () => {
    const { settings } = small.places;
    writeFileSync(settings, '');
    await run(['--dry-run']);
    execFileSync('rm', [settings]);
    const { said } = await run(['--dry-run', '--domain', 'Blog.example.org']);
    assert.match(said, /STORE_URL=sqlite:.*larder\.db\nDOMAIN=blog\.example\.org\n/);
  });

  it('does not replace what is different without being told to', async () => {
    const { unit } = small.places;
    mkdirSync(dirname(unit), { recursive: true });
    writeFileSync(unit, 'by hand');
    await assert.rejects(run([]), { code: 'invalid', message: /Nothing was changed.*--yes/ });
    assert.equal(readFileSync(unit, 'utf8'), 'by hand');
    assert.equal((await run(['--yes'])).code, 0);
    assert.match(readFileSync(unit, 'utf8'), /\[Service\]/);
  });

  it('says why the blog does not start, with what it logged last', async () => {
    status = 503;
    const { code, complained } = await run([]);
    assert.equal(code, 1);
    assert.match(
      complained.trim(),
      /does not answer after 60 seconds:\nThe blog cannot start: The disk is full\nError: x$/,
    );
  });

  it('is found healthy by the check of a container only as long as it serves', async () => {
    const dockerfile = readFileSync(join(project, 'docs/Dockerfile'), 'utf8');
    const [, check = '[]'] = /HEALTHCHECK.*\n *CMD (.*)/.exec(dockerfile) ?? [];
    const [, ...args] = JSON.parse(check.replace('/app/', project));
    const env = { ...process.env, PORT: String(port), HOST: '0.0.0.0', DOMAIN: '' };
    const isHealthy = () =>
      new Promise((resolve) => {
        execFile(process.execPath, args, { env }, (error) => resolve(error === null));
      });
    assert.equal(await isHealthy(), false);
    await run([]);
    assert.equal(await isHealthy(), true);
    status = 503;
    assert.equal(await isHealthy(), false);
  });

  for (const [what, code, output, message] of /** @type {[string, number, string, RegExp][]} */ ([
    ['cannot be loaded', 1, 'no network', /is there a network\?.*\(no network\)/],
    // npm itself goes on with half a package.
    ['are half', 0, 'npm warn tar TAR_ENTRY_ERROR EIO: i/o', /packages are not complete: EIO: i/],
    ['have no room', 0, 'TAR_ENTRY_ERROR ENOSPC: no space', /The disk of .*larder is full: make/],
    [
      'have no room at all',
      228,
      'npm error nospc ENOSPC: no',
      /The disk of .*larder is full: make/,
    ],
  ]))
    it(`leaves nothing half done when the packages ${what}`, async () => {
      const { run: real } = small.machine;
      /** @type {Machine['run']} */
      const failing = async (command, args, options) =>
        command === 'npm' && args[0] === 'ci' ? { code, output } : real(command, args, options);
      await assert.rejects(run([], { run: failing }), { code: 'unavailable', message });
      assert.deepEqual(listFiles(small.places.program), []);
      assert.equal((await run([])).code, 0);
    });

  it('lets one process at a time change the machine, and is not held by one that was killed', async () => {
    const { lock } = small.places;
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, String(process.pid));
    const message = /Another install, update or uninstall is under way/;
    await assert.rejects(run([]), { code: 'invalid', message });
    assert.deepEqual(listFiles(small.places.program), []);
    const { pid } = spawnSync('true');
    writeFileSync(lock, String(pid));
    assert.equal((await run([])).code, 0);
    assert.ok(!existsSync(lock));
  });

  for (const [text, message] of /** @type {[string, RegExp][]} */ ([
    ['\uFEFFPORT=4000\n', /begins with a byte order mark/],
    ['PORT=4000\n export HOST=::\n', /systemd does not see HOST in .*: remove the word “export”/],
    ['PORT=4000\nTRUST_PROXY\n', /larder\.env, line 2: there is no “=”/],
  ]))
    it(`does not take settings that systemd would not see: ${JSON.stringify(text)}`, async () => {
      writeFileSync(small.places.settings, text);
      await assert.rejects(run([]), { code: 'invalid', message });
    });

  it('leaves a folder alone that stands where its program would', async () => {
    const { current } = small.places;
    mkdirSync(current, { recursive: true });
    await assert.rejects(run([]), { code: 'invalid', message: /move it away first/ });
    assert.ok(!small.commands.some((each) => each.startsWith('useradd')));
  });

  it('tells an older version from a newer one', () => {
    assert.ok(isOlder('0.9.0', '0.10.0'));
    assert.ok(!isOlder('0.10.0', '0.9.1'));
    assert.ok(!isOlder('1.0.0', '1.0.0-beta.2'));
    assert.ok(!isOlder('1.0.0', '1.0.0'));
  });

  const taken = { isFree: async () => false };
  const refusals = /** @type {Refusal[]} */ ([
    ['without the rights to', { isAdmin: false }, /run it with sudo/],
    ['without systemd', { hasSystemd: false }, /systemd does not run here/],
    ['with a Node.js of one user', { node: '/root/bin/node' }, /Node\.js for all users/],
    ['when a port is taken', taken, /Port 443 is taken/],
    ['when a server that may pass for the blog has its port', taken, /set another PORT/, []],
  ]);
  for (const [reason, other, message, args = ['--domain', 'blog.example.org']] of refusals)
    it(`changes nothing ${reason}`, async () => {
      const before = listFiles(small.machine.root);
      await assert.rejects(run(args, other), { code: 'invalid', message });
      assert.deepEqual(listFiles(small.machine.root), before);
    });

  for (const args of [['--domian', 'x'], ['now']])
    it(`shows how it is used for ${args.join(' ')}`, async () => {
      const { code, complained } = await run(args);
      assert.equal(code, 2);
      assert.match(complained, /Usage/);
    });

  it('refuses a domain that is none', async () => {
    const message = /--domain must be names such as.*“http:\/\/a b”/;
    await assert.rejects(run(['--domain', 'http://a b']), { code: 'invalid', message });
    for (const empty of ['', ','])
      await assert.rejects(run(['--domain', empty]), { message: /--domain must be names such as/ });
  });

  it('runs again soon after an update that is killed', async () => {
    const updater = spawn('sleep', ['60']);
    const machine = { ...small.machine, id: Number(updater.pid) };
    const hold = join(small.machine.root, 'hold');
    await guard(machine, small.places, { file: '', hold });
    assert.ok(!existsSync(small.heard));
    updater.kill('SIGKILL');
    while (!existsSync(small.heard)) await setTimeout(20);
    assert.equal(readFileSync(small.heard, 'utf8'), 'start larder\n');
  });

  it('is taken back by uninstall, but for the blog and its settings', async () => {
    await run([]);
    const stdout = new PassThrough();
    const system = /** @type {System} */ (/** @type {unknown} */ ({ stdout }));
    const { machine } = small;
    assert.equal(await uninstall([], system, { machine }), 0);
    const { data, settings } = small.places;
    assert.match(String(stdout.read()), new RegExp(`${data}.*${settings}`));
    assert.deepEqual(listFiles(small.machine.root), [
      'etc/larder.env',
      'var/lib/larder/data/larder-setup-link.txt',
    ]);
    assert.equal(small.service(), null);
    assert.equal(await uninstall([], system, { machine }), 0);
    assert.equal(String(stdout.read()), 'Larder is not installed here: nothing was changed.\n');
    mkdirSync(small.places.current, { recursive: true });
    await assert.rejects(uninstall([], system, { machine }), { message: /move it away first/ });
    assert.ok(existsSync(small.places.current));
  });

  describe('writes a service', () => {
    const has = hasSystemdAnalyze();
    it(`that systemd understands, and calls safe${has ? '' : ' (SKIPPED: systemd-analyze is not installed)'}`, function () {
      if (!has && process.env.CI === 'true') assert.fail('CI needs systemd-analyze');
      if (!has) this.skip();
      const unit = join(project, 'docs/larder.service');
      const options = { encoding: /** @type {const} */ ('utf8') };
      const said = execFileSync(
        'systemd-analyze',
        ['security', '--offline=true', '--threshold=20', unit],
        options,
      );
      assert.match(said, /Overall exposure level for larder\.service: 1\.\d/);
    });
  });
});

function hasSystemdAnalyze() {
  try {
    execFileSync('systemd-analyze', ['--version']);
    return true;
  } catch {
    return false;
  }
}
