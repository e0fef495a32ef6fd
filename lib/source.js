import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { highlight } from './content/highlight.js';
import { listFiles } from './files.js';
import { encodedPath } from './paths.js';

const folders = ['lib', 'controllers', 'views', 'public', 'test', 'bench', 'docs'];
const files = ['app.js', 'package.json', 'README.md'];
const hidden = /(^|\/)(\.|node_modules\/|fixtures\/)/;
const shown = /\.(js|mustache|css|json|md|svg)$/;

/** The project's own source, as /source shows it. What is not in its list is never read. */
export class Source {
  #root;
  /** @type {Map<string, number> | null} path to lines */
  #files = null;

  /** @param {string} root the project's folder */
  constructor(root) {
    this.#root = root;
  }

  /** @returns {{ name: string, files: { path: string, url: string, lines: number }[] }[]} */
  groups() {
    /** @type {Map<string, { path: string, url: string, lines: number }[]>} */
    const groups = new Map();
    for (const [path, lines] of this.#list()) {
      const name = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
      const group = groups.get(name) ?? [];
      group.push({ path, url: `/source/${encodedPath(path)}`, lines });
      groups.set(name, group);
    }
    return [...groups].map(([name, files]) => ({ name: name === '.' ? 'Larder' : name, files }));
  }

  /**
   * @param {string} path
   * @returns {Promise<{ path: string, lines: number, html: string } | null>} null when it is not in the list
   */
  async read(path) {
    const lines = this.#list().get(path);
    if (lines === undefined) return null;
    const text = await readFile(join(this.#root, path), 'utf8');
    const { html } = highlight(text, path.slice(path.lastIndexOf('.') + 1));
    return { path, lines, html };
  }

  /** Read when first asked for, and once: a start clears what shows it. */
  #list() {
    if (this.#files) return this.#files;
    const paths = [
      ...files,
      ...folders.flatMap((folder) =>
        listFiles(join(this.#root, folder)).map((file) => `${folder}/${file}`),
      ),
    ].filter((path) => shown.test(path) && !hidden.test(path));
    this.#files = new Map(paths.flatMap((path) => this.#measure(path)));
    return this.#files;
  }

  /** @param {string} path @returns {[string, number][]} none when it cannot be read */
  #measure(path) {
    try {
      return [[path, readFileSync(join(this.#root, path), 'utf8').split('\n').length - 1]];
    } catch {
      return [];
    }
  }
}
