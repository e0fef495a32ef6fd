import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsOf } from '../../../lib/start/install/health.js';
import { placesOf, thisMachine } from '../../../lib/start/install/machine.js';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { Machine, Places, Result } from '../../../lib/start/install/machine.js' */

/** @typedef {{ log: () => string, pid: number, hasFailed: () => boolean, stop: () => Promise<unknown> }} Service */
/** @typedef {(places: Places, settings: Record<string, string | undefined>) => Promise<Service>} Serve */

export const project = fileURLToPath(new URL('../../..', import.meta.url));

/** @param {number} code @param {string} [output] @returns {Result} */
const ended = (code, output = '') => ({ code, output });

/**
 * A machine of which the root is a folder. Its systemd starts one service, npm takes the packages from this project,
 * and there is no other user. Everything else is done for real.
 * @param {Serve} serve  starts the service
 */
export function smallMachine(serve) {
  const root = mkdtempSync(join(tmpdir(), 'larder-machine-'));
  const places = placesOf(root);
  const here = thisMachine();
  /** @type {string[]} */
  const commands = [];
  const users = new Set();
  /** @type {Service | null} */
  let service = null;

  /** @type {Record<string, (args: string[], cwd?: string) => Result | Promise<Result>>} */
  const own = {
    getent: ([, name]) => ended(users.has(name) ? 0 : 2),
    useradd: (args) => ended(users.add(args.at(-1)) ? 0 : 1),
    'systemd-run'(args) {
      const [program, ...rest] = args.filter((each) => !each.startsWith('--'));
      mkdirSync(bin, { recursive: true });
      const script = `#!/bin/sh\necho "$@" >> ${heard}\n`;
      writeFileSync(join(bin, 'systemctl'), script, { mode: 0o755 });
      const env = { PATH: `${bin}:${process.env.PATH}` };
      transient.push(spawn(program, rest, { env, stdio: 'ignore', detached: true }));
      return ended(0);
    },
    npm([name], cwd) {
      if (name === 'ci')
        symlinkSync(join(project, 'node_modules'), join(String(cwd), 'node_modules'));
      return ended(0);
    },
    journalctl: () => ended(0, service?.log()),
    async systemctl([name]) {
      if (name === 'show') return ended(0, String(service?.pid));
      if (name === 'is-active')
        return service?.hasFailed() ? ended(3, 'failed\n') : ended(service ? 0 : 3);
      if (name === 'reload') process.kill(service?.pid ?? 0, 'SIGHUP');
      if (['stop', 'restart', 'disable'].includes(name)) {
        await service?.stop();
        service = null;
      }
      if (['start', 'restart'].includes(name)) service ??= await serve(places, settingsOf(places));
      return ended(0);
    },
  };

  // What systemd starts hears of no service but this one.
  const bin = join(root, 'bin');
  const heard = join(root, 'heard');
  /** @type {ChildProcess[]} */
  const transient = [];

  /** @type {Machine} */
  const machine = {
    ...here,
    root,
    isAdmin: true,
    hasSystemd: true,
    node: process.execPath,
    isFree: async () => true,
    async run(command, args, options) {
      commands.push([command, ...args].join(' '));
      const known = own[command];
      if (known) return known(args, options?.cwd);
      return here.run(...asSelf(command, args), options);
    },
    start: (command, args, options) => here.start(...asSelf(command, args), options),
  };

  return {
    machine,
    places,
    commands,
    service: () => service,
    heard,
    async close() {
      for (const { pid, exitCode } of transient)
        if (pid && exitCode === null) process.kill(-pid, 'SIGKILL');
      await service?.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** @param {string} command @param {string[]} args @returns {[string, string[]]} */
function asSelf(command, args) {
  if (command !== 'setpriv') return [command, args];
  const [program, ...rest] = args.slice(args.indexOf('--') + 1);
  return [program, rest];
}
