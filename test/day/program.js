import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/support/servers.js';
/** @import { ChildProcess } from 'node:child_process' */

const project = fileURLToPath(new URL('../..', import.meta.url));
const parts = [
  ...['app.js', 'package.json', 'npm-shrinkwrap.json', 'README.md', 'lib', 'controllers'],
  ...['views', 'public', 'themes', 'words'],
];

/** @typedef {{ level: string, msg: string, err?: { message: string } }} LogLine */
/** @typedef {Awaited<ReturnType<ReturnType<typeof installProgram>['serve']>>} Server */

const COMPLAINTS = ['warn', 'error', 'fatal'];

/**
 * Larder as it is installed, in a folder of its own: it may be changed, as by an update, and all that runs are its own
 * processes.
 * @param {string} folder
 * @param {Record<string, string>} settings
 */
export function installProgram(folder, settings) {
  const root = join(folder, 'program');
  mkdirSync(join(folder, 'data'));
  for (const part of parts.filter((part) => existsSync(join(project, part))))
    cpSync(join(project, part), join(root, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  /** @type {LogLine[]} */
  const complaints = [];
  /** @type {ChildProcess[]} */
  const children = [];
  return { settings, serve, serveBeside, command, change, complaints, endAll };

  /**
   * @param {Record<string, string>} [more] settings
   * @param {string} [node]  the program
   */
  async function serve(more = {}, node = process.execPath) {
    const { PORT: port = settings.PORT } = more;
    const child = run([], more, node);
    let printed = '';
    child.stdout?.on('data', (text) => (printed += text));
    const ended = once(child, 'exit');
    await Promise.race([once(/** @type {any} */ (child.stdout), 'data'), ended]);
    if (!printed) throw new Error(`It does not start: ${JSON.stringify(complaints.at(-1))}`);
    return {
      url: `http://127.0.0.1:${port}`,
      setUpLink: () => /Set up: (\S+)/.exec(printed)?.[1] ?? '',
      signal: (/** @type {NodeJS.Signals} */ signal) => child.kill(signal),
      async stop(/** @type {NodeJS.Signals} */ signal = 'SIGTERM') {
        child.kill(signal);
        await ended;
      },
    };
  }

  /** Another one for the same blog. @param {Record<string, string>} more settings */
  async function serveBeside(more) {
    return serve({ PORT: String(await freePort()), ...more });
  }

  /**
   * @param {string[]} args
   * @param {Record<string, string>} [more] settings
   * @returns {Promise<string>} what it printed on stdout
   * @throws {Error} unless it did all
   */
  async function command(args, more = {}) {
    const child = run(args, more, process.execPath);
    let printed = '';
    let said = '';
    child.stdout.on('data', (text) => (printed += text));
    child.stderr.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${printed}${said}`);
    return printed;
  }

  /** @param {string[]} args @param {Record<string, string>} more @param {string} node */
  function run(args, more, node) {
    const env = { ...settings, ...more };
    const child = spawn(node, [join(root, 'app.js'), ...args], { cwd: folder, env });
    children.push(child);
    let rest = '';
    child.stderr.on('data', (text) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) note(line);
    });
    return child;
  }

  /** @param {string} line */
  function note(line) {
    if (!line.startsWith('{')) return;
    const told = JSON.parse(line);
    if (COMPLAINTS.includes(told.level)) complaints.push(told);
  }

  /** As an update does. @param {string} path @param {(text: string) => string} edit */
  function change(path, edit) {
    const file = join(root, path);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
  }

  function endAll() {
    for (const child of children) child.kill('SIGKILL');
  }
}
