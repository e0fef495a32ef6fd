#!/usr/bin/env node
import cluster from 'node:cluster';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig, settings } from './lib/start/config.js';
import { systemClock } from './lib/base/clock.js';
import { withEnvFile } from './lib/base/env-file.js';
import { LarderError } from './lib/base/errors.js';
import { createLog } from './lib/base/log.js';
import { lookUp } from './lib/base/look-up.js';
import { describeSettings } from './lib/base/read-settings.js';
import { sayFault } from './lib/base/system-errors.js';
import { tuneRuntime } from './lib/start/tune-runtime.js';
/** @import { Config } from './lib/start/config.js' */
/** @import { Context, Run, System } from './lib/start/commands/types.js' */

/**
 * The commands. Each module exports `run(args, context)`, which resolves to the exit code: 0 done,
 * 1 something was lost or refused, 2 wrong usage. Those without a blog read their own settings.
 * @typedef {{ usage: string, serves?: boolean }} About
 * @typedef {About & { load: (config: Config) => Promise<{ run: Run }> }} BlogCommand
 * @typedef {About & { loadWithoutBlog: () => Promise<{ run: (args: string[], system: System) => Promise<number> }> }}
 *   OtherCommand
 * @type {Record<string, BlogCommand | OtherCommand>}
 */
const commands = {
  serve: {
    usage: 'serve                     serve the blog (the default)',
    serves: true,
    load: ({ workers }) =>
      workers > 1
        ? import('./lib/start/commands/serve-many.js')
        : import('./lib/start/commands/serve.js'),
  },
  accelerate: {
    usage:
      'accelerate                run as a cache for another server, ORIGIN_URL, or as a cache with a REST interface (--help: its settings)',
    serves: true,
    loadWithoutBlog: () => import('./lib/start/commands/accelerate.js'),
  },
  import: {
    usage:
      'import PATH               import Markdown, or a WordPress or Ghost export (--dry-run: only show what would be imported; --overwrite: discard changes made here; --permalink PATTERN: old addresses)',
    load: () => import('./lib/start/commands/import.js'),
  },
  export: {
    usage:
      'export PATH               export the blog as Markdown (--for hugo, jekyll, hexo or eleventy: in the format of that engine)',
    load: () => import('./lib/start/commands/export.js'),
  },
  copy: {
    usage: 'copy --from URL --to URL  move a blog from one store to another',
    load: () => import('./lib/start/commands/copy.js'),
  },
  backup: {
    usage: 'backup FILE               back up the whole blog to one file, while it runs',
    load: () => import('./lib/start/commands/backup.js'),
  },
  restore: {
    usage:
      'restore [FILE|DAY]        replace this blog with a backup; without one, list the daily backups',
    load: () => import('./lib/start/commands/restore.js'),
  },
  user: {
    usage: 'user add|passwd|list|…    manage users: see node app.js user',
    load: () => import('./lib/start/commands/user.js'),
  },
  token: {
    usage: 'token create|list|revoke  manage API tokens: see node app.js token',
    load: () => import('./lib/start/commands/token.js'),
  },
  config: {
    usage: 'config                    show all settings and their sources',
    loadWithoutBlog: () => import('./lib/start/commands/config.js'),
  },
  install: {
    usage:
      'install                   run this blog as a systemd service (--domain NAME: with HTTPS; --dry-run: only show what would be done)',
    loadWithoutBlog: () => import('./lib/start/commands/install.js'),
  },
  update: {
    usage: 'update PATH-OR-VERSION    update an installed Larder',
    loadWithoutBlog: () => import('./lib/start/commands/update.js'),
  },
  uninstall: {
    usage: 'uninstall                 remove an installed Larder; the blog and its settings stay',
    loadWithoutBlog: () => import('./lib/start/commands/uninstall.js'),
  },
  doctor: {
    usage:
      'doctor [--cache [URL]]    check the store, the settings and all posts; or all cached pages (--settle: resolve conflicts in a CouchDB cluster, keeping what readers see)',
    load: () => import('./lib/start/commands/doctor.js'),
  },
};

/** @type {Promise<string>} */
const NEVER = new Promise(() => {});

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main([name = 'serve', ...args]) {
  if (name === '--help' || name === 'help') return say(help());
  const isHelp = args[0] === '--help';
  if (isHelp && name === 'serve') return say(help());
  if (name === '--version') return say(`${await version()}\n`);
  const command = lookUp(commands, name);
  if (!command) return complain(`Unknown command “${name}”. See node app.js --help`, 2);
  const code = await run(command, args, isHelp ? process.stdout : process.stderr);
  // What is still open must not hold a server that has closed or could not start: a hub that does not answer, or the
  // channel of a worker.
  if (command.serves) process.exit(code);
  return isHelp ? 0 : code;
}

/**
 * @param {BlogCommand | OtherCommand} command
 * @param {string[]} args
 * @param {NodeJS.WritableStream} stderr
 * @returns {Promise<number>} the exit code
 */
async function run(command, args, stderr) {
  const stopping = command.serves ? stopSignal() : NEVER;
  const { stdin, stdout } = process;
  try {
    const { env, file: envFile } = withEnvFile(process.env, process.cwd());
    const system = { env, envFile, clock: systemClock, stdin, stdout, stderr, stopping };
    if ('loadWithoutBlog' in command) {
      const { run } = await command.loadWithoutBlog();
      return await run(args, system);
    }
    const config = readConfig(env);
    tuneRuntime();
    const log = createLog(config.logLevel, stderr);
    /** @type {Context['openContent']} */
    const openContent = async ({ storeUrl = config.storeUrl, create = false, wrapStore } = {}) => {
      const { openBlog } = await import('./lib/start/open-blog.js');
      return openBlog({ ...config, storeUrl }, { clock: systemClock, log, create, wrapStore });
    };
    if (command.serves && !cluster.isWorker) {
      const { unknownSettings } = await import('./lib/start/unknown-settings.js');
      for (const line of await unknownSettings(env, envFile)) log.warn(line);
    }
    const { run } = await command.load(config);
    return await run(args, { ...system, config, log, openContent });
  } catch (error) {
    const sentence =
      error instanceof LarderError ? error.message : sayFault(error, ', and run this again');
    if (sentence) return complain(sentence, 1);
    throw error;
  }
}

/**
 * To be called before anything else: a signal that comes during the start is not lost, and SIGHUP does not end what is
 * still starting.
 * @returns {Promise<string>} the signal that tells the server to stop
 */
async function stopSignal() {
  // Without it, Node.js would end a server that waits: neither its timers nor a connection that is not read from keep
  // it alive.
  setInterval(() => {}, 2 ** 30);
  process.on('SIGHUP', () => {});
  const [signal] = await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name)));
  return signal;
}

function help() {
  const usages = Object.values(commands).map(({ usage }) => `  ${usage}`);
  return `Larder, a blog that is always ready to serve

Usage: node app.js [COMMAND]

${usages.join('\n')}
  --help                    show this text
  --version                 show the version

Settings, from the environment or from larder.env in the working folder:

${describeSettings(settings)}
`;
}

async function version() {
  const { default: manifest } = await import('./package.json', { with: { type: 'json' } });
  return manifest.version;
}

/** @param {string} text */
function say(text) {
  process.stdout.write(text);
  return 0;
}

/** @param {string} sentence @param {number} code */
function complain(sentence, code) {
  process.stderr.write(`${sentence}\n`);
  return code;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.stdout.on('error', letGo);
  process.exitCode = await main(process.argv.slice(2));
}

/** The reader of stdout has gone, as in `node app.js | head -1`: keep running. @param {NodeJS.ErrnoException} error */
function letGo(error) {
  if (error.code !== 'EPIPE') throw error;
}
