import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const app = fileURLToPath(new URL('../../../app.js', import.meta.url));
const run = (/** @type {string[]} */ ...args) =>
  spawnSync(process.execPath, [app, ...args], { encoding: 'utf8' });

describe('A command with --help', () => {
  it('says how it is used on stdout, and is no mistake', () => {
    const names = [...run('--help').stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    assert.ok(names.length > 10);
    for (const name of names) {
      const { status, stdout, stderr } = run(name, '--help');
      assert.equal(status, 0, name);
      assert.match(stdout, /^Usage: (?:node app\.js|larder)/m, name);
      assert.equal(stderr, '', name);
    }
  });
});
