import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Microseconds: how often the kernel hands out time anew. */
const PERIOD = 100_000;

/**
 * Holds processes to a share of one core and to an amount of memory, each to its own, with Linux's control groups: version 2,
 * or version 1 where that is what the machine has. Needs root.
 * @param {{ cores: number, megabytes: number }} limits
 * @returns {{ confine: (pid: number) => void, release: () => void } | { impossible: string }} `release` when all have ended
 */
export function shareOf({ cores, megabytes }) {
  const quota = String(Math.round(cores * PERIOD));
  const bytes = String(megabytes * 1024 * 1024);
  const root = '/sys/fs/cgroup';
  const layout = existsSync(join(root, 'cgroup.controllers'))
    ? [{ at: root, files: { 'cpu.max': `${quota} ${PERIOD}`, 'memory.max': bytes } }]
    : [
        {
          at: join(root, 'cpu'),
          files: { 'cpu.cfs_period_us': String(PERIOD), 'cpu.cfs_quota_us': quota },
        },
        { at: join(root, 'memory'), files: { 'memory.limit_in_bytes': bytes } },
      ];
  /** @type {string[]} */
  const groups = [];
  const trial = attempt(() => makeGroups('trial'));
  release();
  if (trial) return { impossible: trial };
  return {
    confine(pid) {
      for (const group of makeGroups(String(pid)))
        writeFileSync(join(group, 'cgroup.procs'), String(pid));
    },
    release,
  };

  function release() {
    for (const group of groups.splice(0)) attempt(() => rmdirSync(group));
  }

  /** @param {string} name */
  function makeGroups(name) {
    if (layout.length === 1) enable(root);
    return layout.map(({ at, files }) => {
      const group = join(at, `larder-bench-${process.pid}-${name}`);
      mkdirSync(group);
      groups.push(group);
      for (const [file, value] of Object.entries(files)) writeFileSync(join(group, file), value);
      return group;
    });
  }
}

/** @param {string} root of version 2 */
function enable(root) {
  const file = join(root, 'cgroup.subtree_control');
  const present = readFileSync(file, 'utf8').split(/\s+/);
  for (const name of ['cpu', 'memory'])
    if (!present.includes(name)) writeFileSync(file, `+${name}`);
}

/** @param {() => unknown} action @returns {string} '' or why it failed */
function attempt(action) {
  try {
    action();
    return '';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
