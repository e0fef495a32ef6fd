import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { backUpWith, createBackups, isDue } from '../../../lib/start/backups/backups.js';
import { backupName, listBackups } from '../../../lib/start/backups/folder.js';
import { expired } from '../../../lib/start/backups/retention.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';

const DAY = 24 * 60 * 60 * 1000;
const at = (/** @type {string} */ iso) => Date.parse(iso);

describe('Which daily backups are retained', () => {
  it('are the last of seven days, four weeks and twelve months', () => {
    const start = at('2026-11-27T03:00:00Z');
    const daily = Array.from({ length: 800 }, (_, day) => ({ at: start - day * DAY }));
    const gone = new Set(expired(daily));
    const days = daily
      .filter((backup) => !gone.has(backup))
      .map((backup) => new Date(backup.at).toISOString().slice(0, 10));
    assert.deepEqual(days.slice(0, 7), [
      ...['2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22'],
      '2026-11-21',
    ]);
    assert.deepEqual(days.slice(7, 9), ['2026-11-15', '2026-11-08']);
    assert.deepEqual(days.slice(9, 12), ['2026-10-31', '2026-09-30', '2026-08-31']);
    assert.equal(days.at(-1), '2025-12-31');
  });

  it('are all where there are few', () => {
    const few = ['2026-11-27T03:00:00Z', '2026-01-01T03:00:00Z'].map((iso) => ({ at: at(iso) }));
    assert.deepEqual(expired(few), []);
  });
});

describe('A daily backup is due', () => {
  for (const [
    what,
    last,
    now,
    zone,
    due,
  ] of /** @type {[string, string, string, string, boolean][]} */ ([
    ['at three in the morning', '2026-11-26T03:10Z', '2026-11-27T03:00Z', 'UTC', true],
    ['not before', '2026-11-26T03:10Z', '2026-11-27T02:59Z', 'UTC', false],
    ['once a day', '2026-11-27T03:10Z', '2026-11-27T23:00Z', 'UTC', false],
    ['in the night of the blog', '2026-11-26T18:10Z', '2026-11-27T18:05Z', 'Asia/Tokyo', true],
    ['at any hour after more than a day', '2026-11-25T03:10Z', '2026-11-27T01:00Z', 'UTC', true],
  ]))
    it(what, () => assert.equal(isDue(at(last), at(now), zone), due));

  it('when there was none yet', () => assert.equal(isDue(undefined, 0, 'UTC'), true));
});

describe('Daily backups', () => {
  const { makeFolder } = eachTest();
  const now = at('2026-11-27T03:30:00Z');

  /** @param {Partial<Parameters<typeof createBackups>[0]>} [more] */
  function backups(more) {
    const folder = join(makeFolder(), 'backups');
    /** @type {string[]} */
    const failures = [];
    const log = createQuietLog();
    const made = createBackups({
      config: { backupDir: folder, backupCommand: '', storeUrl: 'sqlite:./x.db', ...more?.config },
      write: async (file) => writeFileSync(file, 'whole'),
      timeZone: () => 'UTC',
      onFailure: (sentence) => failures.push(sentence),
      disk: async () => ({ free: 90, total: 100 }),
      clock: createClock(new Date(now).toISOString()),
      log,
      ...more,
      ...(more?.config && { config: { ...more.config, backupDir: folder } }),
    });
    return { folder, failures, made };
  }

  it('are named by their time, are private, and say how old and large they are', async () => {
    const { folder, made } = backups();
    await made.check();
    assert.deepEqual(readdirSync(folder), ['larder-2026-11-27T03-30-00Z.db']);
    assert.deepEqual(made.state(), { at: now, bytes: 5, problem: '' });
    await made.check();
    assert.equal(readdirSync(folder).length, 1);
  });

  it('say so when their folder is none, and do not end the server', async () => {
    const { folder, failures, made } = backups();
    writeFileSync(folder, 'a file');
    await made.check();
    await made.check();
    assert.equal(failures.length, 1);
    assert.match(
      failures[0],
      /could not be backed up: There is a file where a folder should be: choose another path \(ENOTDIR/,
    );
    assert.equal(made.state().problem, failures[0]);
  });

  it('remove those that nobody needs', async () => {
    const { folder, made } = backups();
    mkdirSync(folder);
    for (let day = 1; day <= 40; day++)
      writeFileSync(join(folder, backupName(now - day * DAY)), '');
    await made.check();
    assert.equal(listBackups(folder).length, 7 + 2 + 1);
  });

  it('are made by one of several processes', async () => {
    const { folder, made } = backups();
    mkdirSync(folder);
    writeFileSync(join(folder, '.lock'), String(process.ppid));
    await made.check();
    assert.deepEqual(listBackups(folder), []);
    writeFileSync(join(folder, '.lock'), '999999999');
    await made.check();
    assert.equal(listBackups(folder).length, 1);
    assert.equal(existsSync(join(folder, '.lock')), false);
  });

  it('never take the disk below 20 % free: the oldest go first, the newest never', async () => {
    let free = 15;
    const { folder, made, failures } = backups({
      disk: async () => ({ free: (free += 2), total: 100 }),
    });
    mkdirSync(folder);
    for (let day = 1; day <= 5; day++) writeFileSync(join(folder, backupName(now - day * DAY)), '');
    await made.check();
    assert.equal(listBackups(folder).length, 4);
    const full = backups({ disk: async () => ({ free: 10, total: 100 }) });
    await full.made.check();
    assert.match(
      full.failures.join(),
      /less than 20 % free: free some space, or set BACKUP_DIR to an/,
    );
    assert.deepEqual(failures, []);
  });

  it('never take the disk below 20 % free, also the first one, which is as large as the database', async () => {
    const database = join(makeFolder(), 'larder.db');
    writeFileSync(database, 'x'.repeat(30));
    const config = { backupDir: '', backupCommand: '', storeUrl: `sqlite:${database}` };
    const disk = async () => ({ free: 49, total: 100 });
    const { failures, made } = backups({ config, disk });
    await made.check();
    assert.match(failures.join(), /less than 20 % free/);
  });

  it('are made also when one has a time to come, as after the clock was wrong', async () => {
    const { folder, made } = backups();
    mkdirSync(folder);
    const ahead = join(folder, backupName(now + 30 * DAY));
    writeFileSync(ahead, 'early');
    await made.check();
    await made.check();
    assert.equal(listBackups(folder).length, 2);
    assert.equal(made.state().at, now);
    assert.ok(existsSync(ahead));
  });

  it('run the command of the owner with the file', async () => {
    const target = join(makeFolder(), 'elsewhere');
    const config = {
      backupDir: '',
      storeUrl: '',
      backupCommand: `x() { cp "$1" '${target}'; }; x`,
    };
    const { made } = backups({ config });
    await made.check();
    assert.equal(readFileSync(target, 'utf8'), 'whole');
  });

  it('say once that they failed, and go on the next time', async () => {
    let fails = true;
    const { made, failures } = backups({
      write: async (file) => {
        if (fails) throw new Error('the disk is full');
        writeFileSync(file, 'whole');
      },
    });
    await made.check();
    await made.check();
    assert.deepEqual(failures, ['The blog could not be backed up: the disk is full']);
    assert.match(made.state().problem, /the disk is full/);
    fails = false;
    await made.check();
    assert.equal(made.state().problem, '');
  });

  it('end a command of the owner that hangs, with all that it started, and say so', async () => {
    const pipe = join(makeFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const clock = createClock(new Date(now).toISOString());
    const hangs = `hang() { exec 3>'${pipe}'; sleep 1000 & sleep 1000; }; hang`;
    const config = { backupDir: '', storeUrl: '', backupCommand: hangs };
    const { folder, made, failures } = backups({ config, clock });
    const checking = made.check();
    const held = createReadStream(pipe);
    await once(held, 'open');
    await clock.tick(DAY / 24);
    await checking;
    assert.match(failures.join(), /no copy of it elsewhere: BACKUP_COMMAND did not end within 60/);
    // Nobody has it open any more.
    await once(held.resume(), 'end');
    assert.equal(existsSync(join(folder, '.lock')), false);
  });

  it('are not held up by a process that hangs while it writes one', async () => {
    const clock = createClock(new Date(now).toISOString());
    const app = join(makeFolder(), 'app.mjs');
    writeFileSync(
      app,
      `import { writeFileSync } from 'node:fs';
writeFileSync(process.argv[3], '');
console.error('pages: 1 of 2');
setInterval(() => {}, 1000);`,
    );
    const { folder, made, failures } = backups({ write: backUpWith(app, clock), clock });
    const checking = made.check();
    while (!existsSync(folder) || listBackups(folder).length === 0) await setImmediate();
    await clock.tick(DAY / 4);
    await checking;
    assert.match(failures.join(), /could not be backed up: it did not end within 360 minutes/);
  });

  it('say the last sentence of the process that writes one, not how far it was', async () => {
    const app = join(makeFolder(), 'app.mjs');
    const text = "console.error('pages: 1 of 2\\nIt is damaged.'); process.exitCode = 1;";
    writeFileSync(app, text);
    const { made, failures } = backups({ write: backUpWith(app, createClock()) });
    await made.check();
    assert.deepEqual(failures, ['The blog could not be backed up: It is damaged.']);
  });

  for (const [what, text, reason] of [
    ['of a fault', 'null.x;', "TypeError: Cannot read properties of null (reading 'x')"],
    [
      'of a fault with a name',
      "import { readFileSync } from 'node:fs'; readFileSync('/nowhere');",
      "Error: ENOENT: no such file or directory, open '/nowhere'",
    ],
    [
      'since it has no memory',
      'console.error("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\\n----- Native stack trace -----\\n\\n 1: 0xb7a940 node::OOMErrorHandler [node]"); process.exit(134);',
      'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    ],
  ])
    it(`say why the process that writes one crashed: ${what}`, async () => {
      const app = join(makeFolder(), 'app.mjs');
      writeFileSync(app, `console.error('pages: 1 of 2'); ${text}`);
      const { made, failures } = backups({ write: backUpWith(app, createClock()) });
      await made.check();
      const said = failures.join().replace('The blog could not be backed up: ', '');
      assert.equal(said, reason);
    });

  it('remember only the end of what the command of the owner said', async () => {
    const backupCommand = 'head -c 5000000 /dev/zero | tr "\\0" x >&2; exit 3;';
    const { made, failures } = backups({ config: { backupDir: '', storeUrl: '', backupCommand } });
    await made.check();
    assert.match(failures.join(), /BACKUP_COMMAND ended with 3: x{1000}$/);
  });

  it('say what the command of the owner said when it failed', async () => {
    const config = { backupDir: '', storeUrl: '', backupCommand: 'echo no route >&2; exit 7;' };
    const { made, failures } = backups({ config });
    await made.check();
    assert.match(
      failures.join(),
      /There is a backup, but no copy of it elsewhere: BACKUP_COMMAND ended with 7: no route/,
    );
  });
});
