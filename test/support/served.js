import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/support/servers.js';
/** @import { ChildProcess } from 'node:child_process' */

const project = fileURLToPath(new URL('../..', import.meta.url));

/** What the engine runs on, and some of what /source shows besides. */
const parts = ['app.js', 'package.json', 'npm-shrinkwrap.json', 'README.md', 'lib', 'controllers'];

/**
 * An installed Larder of its own, as an update would find it: its files may be changed, and its server runs in a
 * process that can be stopped and killed.
 * @param {string} folder
 */
export function install(folder) {
  const root = join(folder, 'larder');
  const data = join(folder, 'data');
  const file = join(data, 'larder.db');
  mkdirSync(data);
  for (const part of [...parts, 'views', 'public', 'themes', 'words'])
    cpSync(join(project, part), join(root, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const env = { STORE_URL: `sqlite:${file}`, LOG_LEVEL: 'silent' };
  /** The same at each start, since it is the blog's address. */
  let port = 0;
  /** @type {ChildProcess[]} */
  const children = [];
  return { root, file, data, start, command, change, dispose };

  /**
   * @param {Record<string, string>} [more] settings
   * @returns {Promise<{ url: string, pid: number, lines: string[], stop: (signal?: NodeJS.Signals) => Promise<void> }>} once it is ready;
   *   `lines` that it has printed
   */
  async function start(more = {}) {
    port ||= await freePort();
    const child = run([], { PORT: String(port), ...more });
    /** @type {string[]} */
    const lines = [];
    const printed = createInterface({ input: /** @type {any} */ (child.stdout) });
    printed.on('line', (line) => lines.push(line));
    await once(printed, 'line');
    return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, lines, stop };

    /** @param {NodeJS.Signals} [signal] */
    async function stop(signal = 'SIGTERM') {
      child.kill(signal);
      await once(child, 'exit');
    }
  }

  /** Runs a command to its end. @param {string[]} args @param {string} [input] @returns {Promise<string>} what it printed */
  async function command(args, input = '') {
    const child = run(args);
    child.stdin?.end(input);
    let printed = '';
    child.stdout?.on('data', (text) => (printed += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
    return printed;
  }

  /** @param {string[]} args @param {Record<string, string>} [more] */
  function run(args, more = {}) {
    const child = spawn(process.execPath, [join(root, 'app.js'), ...args], {
      env: { ...env, ...more },
    });
    children.push(child);
    return child;
  }

  /** Changes a file of the engine. @param {string} path @param {(text: string) => string} edit */
  function change(path, edit) {
    const whole = join(root, path);
    writeFileSync(whole, edit(existsSync(whole) ? readFileSync(whole, 'utf8') : ''));
  }

  function dispose() {
    for (const child of children) child.kill('SIGKILL');
  }
}
