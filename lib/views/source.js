import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { highlight } from '../markup/highlight.js';
import { listFiles } from '../base/files.js';
import { encodedPath } from '../base/paths.js';

const folders = ['lib', 'controllers', 'views', 'public', 'words', 'test', 'bench', 'docs'];
const files = ['app.js', 'package.json', 'README.md'];
const hidden = /(^|\/)(\.|node_modules\/|fixtures\/)/;
const shown = /\.(js|mustache|css|json|md|svg)$/;

/** The engine's own source code, for /source. Files that are not in its list are never read. */
export class Source {
  #root;
  /** @type {Map<string, { text: string, lines: number }> | null} by path */
  #files = null;

  /** @param {string} root the project's folder */
  constructor(root) {
    this.#root = root;
  }

  /** @returns {{ name: string, files: { path: string, url: string, lines: number }[] }[]} */
  groups() {
    /** @type {Map<string, { path: string, url: string, lines: number }[]>} */
    const groups = new Map();
    for (const [path, { lines }] of this.#list()) {
      const name = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
      const group = groups.get(name) ?? [];
      group.push({ path, url: `/source/${encodedPath(path)}`, lines });
      groups.set(name, group);
    }
    return [...groups].map(([name, files]) => ({ name: name === '.' ? 'Larder' : name, files }));
  }

  /**
   * @param {string} path
   * @returns {{ path: string, lines: number, html: string } | null} null when it is not in the list
   */
  read(path) {
    const file = this.#list().get(path);
    if (!file) return null;
    const { html } = highlight(file.text, path.slice(path.lastIndexOf('.') + 1));
    return { path, lines: file.lines, html };
  }

  /** Read once, on the first request, so that cached pages of it never become stale while the process runs. */
  #list() {
    if (this.#files) return this.#files;
    const paths = [
      ...files,
      ...folders.flatMap((folder) =>
        listFiles(join(this.#root, folder)).map((file) => `${folder}/${file}`),
      ),
    ].filter((path) => shown.test(path) && !hidden.test(path));
    this.#files = new Map(paths.flatMap((path) => this.#open(path)));
    return this.#files;
  }

  /** @param {string} path @returns {[string, { text: string, lines: number }][]} none when it cannot be read */
  #open(path) {
    try {
      const text = readFileSync(join(this.#root, path), 'utf8');
      return [[path, { text, lines: text.split('\n').length - 1 }]];
    } catch {
      return [];
    }
  }
}
