import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isError, LarderError } from '../base/errors.js';
import { hashOf, newToken } from './secrets.js';
import { canSignIn } from './users.js';
/** @import { Store } from '../store/types.js' */
/** @import { RandomBytes } from './secrets.js' */

/** A record of the kind 'token' that holds the hashes of the set-up links. */
const ID = 'setup';
/** How many links of earlier starts still work. */
const LINKS_AT_MOST = 10;

/** The link with which the first user creates their account: valid once, and only while nobody can sign in. */
export class Setup {
  #store;
  #random;
  #file;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {RandomBytes} deps.random
   * @param {string | null} deps.file the file that holds the link, for owners who do not see the terminal
   */
  constructor({ store, random, file }) {
    this.#store = store;
    this.#random = random;
    this.#file = file;
  }

  /**
   * @param {string} baseUrl
   * @returns {Promise<string | null>} a link; null when somebody can sign in already
   */
  async link(baseUrl) {
    if (!(await this.isOpen())) {
      this.#removeFile();
      return null;
    }
    const known = this.#readFile();
    const token = known && (await this.knows(known)) ? known : await this.#newToken();
    const link = `${baseUrl}/admin/setup?token=${token}`;
    this.#writeFile(link);
    return link;
  }

  /** @returns {Promise<boolean>} whether nobody has a password yet */
  async isOpen() {
    for await (const user of this.#store.all('user')) if (canSignIn(user)) return false;
    return true;
  }

  /** @param {string} token @returns {Promise<boolean>} whether its link is still valid */
  async knows(token) {
    const record = await this.#store.get('token', ID);
    return record !== null && record.hashes.includes(hashOf(token)) && (await this.isOpen());
  }

  /** @param {string} token @throws {LarderError} `forbidden` when its link is not valid */
  async check(token) {
    if (!(await this.knows(token))) throw spent();
  }

  /**
   * Uses the link up, whichever process created it. If two requests use it at once, one succeeds.
   * @param {string} token
   * @throws {LarderError} `forbidden` when it is not valid
   */
  async use(token) {
    await this.check(token);
    const record = await this.#store.get('token', ID);
    const revision = record?.revision ?? '';
    try {
      await this.#store.write([{ kind: 'token', id: ID, revision, removed: true }]);
    } catch (error) {
      throw isError(error, 'conflict') ? spent() : error;
    }
    this.#removeFile();
  }

  async #newToken() {
    const token = newToken(this.#random);
    for (;;) {
      const present = await this.#store.get('token', ID);
      const hashes = [...(present?.hashes ?? []), hashOf(token)].slice(-LINKS_AT_MOST);
      const revision = present?.revision ?? null;
      try {
        await this.#store.write([{ kind: 'token', record: { id: ID, hashes }, revision }]);
        return token;
      } catch (error) {
        // Another process has just added its own.
        if (!isError(error, 'conflict')) throw error;
      }
    }
  }

  #readFile() {
    if (!this.#file) return null;
    try {
      return /[?&]token=([\w-]+)/.exec(readFileSync(this.#file, 'utf8'))?.[1] ?? null;
    } catch {
      return null;
    }
  }

  /** @param {string} link */
  #writeFile(link) {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${link}\n`, { mode: 0o600 });
    // The mode above applies to new files only.
    chmodSync(this.#file, 0o600);
  }

  #removeFile() {
    if (this.#file) rmSync(this.#file, { force: true });
  }
}

const spent = () =>
  new LarderError(
    'forbidden',
    'This set-up link is no longer valid. While nobody can sign in, each start prints a new one.',
  );
