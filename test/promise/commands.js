import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const app = fileURLToPath(new URL('../../app.js', import.meta.url));

/** @param {string[]} args @param {string} [cwd] */
export const larder = (args, cwd) =>
  spawnSync(process.execPath, [app, ...args], { cwd, encoding: 'utf8', env: {} });

/** @returns {string[]} each command, its further words and its options, as --help says them */
export function commandsOf() {
  const names = [...larder(['--help']).stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  return names.flatMap((name) => [name, ...usesOf(name)]);
}

/** @param {string} name @returns {string[]} */
function usesOf(name) {
  const [usages] = larder([name, '--help'])
    .stdout.replace(/^[^]*?Usage:/, 'Usage:')
    .split('\n\n');
  return usages.split('\n').flatMap((line) => {
    const [, rest = ''] = /(?:node app\.js|larder) (.*?)(?:, for example.*)?$/.exec(line) ?? [];
    const words = rest
      .replace(/"[^"]*"/g, '')
      .split(' ')
      .filter((word) => /^[a-z]+$/.test(word));
    const options = rest.match(/--[a-z]+(?:-[a-z]+)*/g) ?? [];
    const use = words.join(' ');
    return use ? [use, ...options.map((option) => `${use} ${option}`)] : [];
  });
}
