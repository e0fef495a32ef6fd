import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgetWayBack, goBack, leaveWayBack } from '../../../lib/start/install/go-back.js';
import { placesOf } from '../../../lib/start/install/machine.js';
import { eachTest } from '../../support/blog.js';

const program = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const child = program('children/killed-on-the-way-back.js');
const guard = program('../../../lib/start/install/go-back.js');
/** More than the way back has. */
const STEPS = 8;

describe('The way back of an update', () => {
  const { makeFolder } = eachTest();

  /** A machine on which a new version has changed the data. @param {boolean} hasLog  before */
  function updating(hasLog) {
    const root = makeFolder();
    const places = placesOf(root);
    mkdirSync(places.program, { recursive: true });
    mkdirSync(places.data, { recursive: true });
    mkdirSync(join(root, 'bin'));
    const heard = join(root, 'heard');
    const script = `#!/bin/sh\necho "$@" >> ${heard}\n`;
    writeFileSync(join(root, 'bin/systemctl'), script, { mode: 0o755 });
    const file = join(places.data, 'larder.db');
    const hold = `${file}-update`;
    symlinkSync('0.2.0', places.current);
    leaveWayBack(places, join(places.program, '0.1.0'));
    for (const end of ['', '-wal', '-shm', '-update']) writeFileSync(file + end, 'new');
    writeFileSync(`${file}.old`, 'old');
    if (hasLog) writeFileSync(`${file}-wal.old`, 'old log');
    /** Of the process of the update, which has ended. */
    const { pid } = spawnSync('true');
    const end = () =>
      spawnSync(process.execPath, [guard, String(pid), places.current, hold, file], {
        env: { PATH: `${join(root, 'bin')}:${process.env.PATH}` },
        encoding: 'utf8',
      });
    return { places, file, hold, end, heard: () => readFileSync(heard, 'utf8') };
  }

  /** @param {ReturnType<typeof updating>} machine */
  function dataOf({ file }) {
    const read = (/** @type {string} */ path) => existsSync(path) && readFileSync(path, 'utf8');
    return [read(file), read(`${file}-wal`), existsSync(`${file}-shm`)];
  }

  for (const hasLog of [true, false])
    it(`ends well wherever it is killed (${hasLog ? 'with' : 'without'} a log of writes)`, () => {
      let kills = 0;
      for (let step = 1; step <= STEPS; step += 1)
        for (const when of ['before', 'after']) {
          const machine = updating(hasLog);
          const { places, file, hold, end, heard } = machine;
          const args = [child, places.current, file, String(step), when];
          const { signal, status, stderr } = spawnSync(process.execPath, args);
          if (status === 0) continue;
          assert.equal(signal, 'SIGKILL', String(stderr));
          kills += 1;
          assert.ok(existsSync(file));
          assert.equal(end().stderr, '');
          assert.deepEqual(dataOf(machine), ['old', hasLog && 'old log', false], `${step} ${when}`);
          assert.equal(readlinkSync(places.current), '0.1.0');
          assert.equal(existsSync(hold), false);
          assert.match(heard(), /start larder\n$/);
        }
      assert.ok(kills >= 8, String(kills));
    });

  it('leaves the data alone where no copy of it was made, as when workers follow each other', () => {
    const machine = updating(false);
    const { places, file, end } = machine;
    rmSync(`${file}.old`);
    assert.equal(end().stderr, '');
    assert.deepEqual(dataOf(machine), ['new', 'new', true]);
    assert.equal(readlinkSync(places.current), '0.1.0');
  });

  it('is gone when the update went well, also for who looks later', () => {
    const machine = updating(true);
    const { places, file, end, heard } = machine;
    forgetWayBack(places, file);
    assert.equal(end().stderr, '');
    assert.deepEqual(dataOf(machine), ['new', 'new', true]);
    assert.equal(readlinkSync(places.current), '0.2.0');
    assert.equal(heard(), 'start larder\n');
    goBack(places, file);
    assert.deepEqual(dataOf(machine), ['new', 'new', true]);
    assert.deepEqual(
      readdirSync(places.data).filter((name) => /old|back/.test(name)),
      [],
    );
  });
});
