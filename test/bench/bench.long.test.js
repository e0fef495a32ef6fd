import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../../bench/support/broken-off.js';
import { measure, standingsOf } from '../../bench/support/compare.js';
import { fillStore, pathOfPost } from '../../bench/support/posts.js';
import { shareOf } from '../../bench/support/share.js';
import { align } from '../../bench/table.js';

import { makeFolder } from '../support/blog.js';

const program = fileURLToPath(new URL('../../bench/run.js', import.meta.url));

/** @param {...string} args */
const bench = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

describe('The benchmark', () => {
  it('prints its usage, and names unknown arguments', () => {
    const { stdout, status } = bench('--help');
    assert.equal(status, 0);
    assert.match(stdout, /--growth/);
    assert.equal(bench('--grow').status, 2);
    assert.equal(bench('--posts', 'many').status, 2);
  });

  for (const { form, signal } of /** @type {const} */ ([
    { form: '--slow', signal: 'SIGINT' },
    { form: '--slow', signal: 'SIGTERM' },
    { form: '--growth', signal: 'SIGTERM' },
  ]))
    it(`leaves nothing behind when ${form} is broken off by ${signal}`, async function () {
      if (form === '--slow' && 'impossible' in shareOf({ cores: 1, megabytes: 64 })) this.skip();
      const { folder, remove } = makeFolder();
      const env = { ...process.env, TMPDIR: folder };
      const child = spawn(process.execPath, [program, form, '--posts', '2'], { env });
      const pid = child.pid ?? 0;
      const ended = once(child, 'exit');
      try {
        while (childrenOf(pid).length < (form === '--slow' ? 2 : 1)) await setTimeout(5);
        const servers = childrenOf(pid);
        child.kill(signal);
        assert.deepEqual(await ended, [null, signal]);
        assert.deepEqual(
          servers.filter((each) => existsSync(`/proc/${each}`)),
          [],
        );
        assert.deepEqual(groupsOf(pid), []);
        assert.deepEqual(readdirSync(folder), []);
      } finally {
        child.kill('SIGKILL');
        remove();
      }
    });

  it('writes the same posts in every run, each at its address', async () => {
    const [first, second] = [await filled(30), await filled(30)];
    assert.deepEqual(first, second);
    assert.equal(first.filter(({ kind }) => kind === 'post').length, 30);
    assert.ok(first.some(({ kind, record }) => kind === 'address' && record.id === pathOfPost(7)));
    const { words, html } = first[0].record;
    assert.ok(words >= 300 && html.includes('<pre'), 'a text with code');
  });

  it('compares servers in pairs, so that what disturbs both disturbs no ratio', async () => {
    const servers = { larder: { url: 'a', pid: 1 }, bare: { url: 'b', pid: 2 } };
    /** @type {string[]} */
    const asked = [];
    const used = { a: 0, b: 0 };
    let disturbance = 1;
    const drive = async (/** @type {string} */ url) => {
      asked.push(url);
      if (url === 'a/') disturbance *= 2;
      used[/** @type {'a' | 'b'} */ (url[0])] += (url === 'a/' ? 110 : 100) * disturbance;
      return { perSecond: 1, ms: 1, kBps: 1, latency: /** @type {[number, number][]} */ ([]) };
    };
    const usage = (/** @type {number} */ pid) => {
      const all = pid === 1 ? used.a : used.b;
      return { main: all, all };
    };
    const load = { connections: 1, keepAlive: true, headers: {} };
    const options = { drive, usage, rounds: 3, seconds: 1, requests: 10 };
    const { bare, larder } = standingsOf(await measure(servers, '/', load, options));
    const round = ['a/', 'a/', 'b/', 'b/'];
    assert.deepEqual(asked, ['a/', 'b/', ...round, ...round, ...round], 'each after a warm-up');
    assert.equal(larder.ratio, 1);
    assert.equal(bare.ratio.toFixed(2), '1.10');
  });

  it('prints columns that stand below each other', () => {
    const text = align([
      ['', 'µs'],
      ['a post', '7.1'],
      ['all', '12.0'],
    ]);
    assert.equal(text, '          µs\na post   7.1\nall     12.0');
  });
});

/** @param {number} count @returns {Promise<any[]>} what a store is told to write */
async function filled(count) {
  /** @type {any[]} */
  const writes = [];
  const store = { write: async (/** @type {any[]} */ some) => void writes.push(...some) };
  await fillStore(/** @type {any} */ (store), { count, words: 300 });
  return writes;
}

/** @param {number} pid of a benchmark @returns {string[]} its control groups */
const groupsOf = (pid) =>
  ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu', '/sys/fs/cgroup/memory']
    .flatMap((root) => (existsSync(root) ? readdirSync(root) : []))
    .filter((name) => name.startsWith(`larder-bench-${pid}-`));
