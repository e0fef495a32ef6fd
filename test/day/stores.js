import { join } from 'node:path';

/**
 * Where the blogs of a day are: `DAY_STORE`, the URL of a CouchDB, or SQLite.
 * @param {string} folder
 */
export function openStore(folder) {
  const server = process.env.DAY_STORE?.replace(/\/$/, '');
  /** @type {string[]} */
  const made = [];
  return { make, remove };

  /** @param {string} [name] @returns {Promise<string>} the URL of an empty one */
  async function make(name = 'larder') {
    if (!server) return `sqlite:${join(folder, 'data', `${name}.db`)}`;
    const url = `${server}/${name}-${process.pid}-${Date.now()}`;
    made.push(url);
    return url;
  }

  async function remove() {
    for (const each of made) {
      const { origin, pathname, username, password } = new URL(each);
      const authorization = `Basic ${btoa(`${username}:${password}`)}`;
      await fetch(origin + pathname, { method: 'DELETE', headers: { authorization } });
    }
  }
}
