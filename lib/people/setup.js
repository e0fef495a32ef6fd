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

/** @typedef {ReturnType<typeof createSetup>} Setup */

/**
 * The link with which the first user creates their account: valid once, and only while nobody can sign in.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {RandomBytes} deps.random
 * @param {string | null} deps.file the file that holds the link, for owners who do not see the terminal
 */
export function createSetup({ store, random, file }) {
  return { link, isOpen, knows, check, use };

  /**
   * @param {string} baseUrl
   * @returns {Promise<string | null>} a link; null when somebody can sign in already
   */
  async function link(baseUrl) {
    if (!(await isOpen())) {
      removeFile();
      return null;
    }
    const known = readFile();
    const token = known && (await knows(known)) ? known : await addToken();
    const link = `${baseUrl}/admin/setup?token=${token}`;
    writeFile(link);
    return link;
  }

  /** @returns {Promise<boolean>} whether nobody has a password yet */
  async function isOpen() {
    for await (const user of store.all('user')) if (canSignIn(user)) return false;
    return true;
  }

  /** @param {string} token @returns {Promise<boolean>} whether its link is still valid */
  async function knows(token) {
    const record = await store.get('token', ID);
    return record !== null && record.hashes.includes(hashOf(token)) && (await isOpen());
  }

  /** @param {string} token @throws {LarderError} `forbidden` when its link is not valid */
  async function check(token) {
    if (!(await knows(token))) throw spent();
  }

  /**
   * Uses the link up, whichever process created it. If two requests use it at once, one succeeds.
   * @param {string} token
   * @throws {LarderError} `forbidden` when it is not valid
   */
  async function use(token) {
    await check(token);
    const record = await store.get('token', ID);
    const revision = record?.revision ?? '';
    try {
      await store.write([{ kind: 'token', id: ID, revision, removed: true }]);
    } catch (error) {
      throw isError(error, 'conflict') ? spent() : error;
    }
    removeFile();
  }

  async function addToken() {
    const token = newToken(random);
    for (;;) {
      const present = await store.get('token', ID);
      const hashes = [...(present?.hashes ?? []), hashOf(token)].slice(-LINKS_AT_MOST);
      const revision = present?.revision ?? null;
      try {
        await store.write([{ kind: 'token', record: { id: ID, hashes }, revision }]);
        return token;
      } catch (error) {
        // Another process has just added its own.
        if (!isError(error, 'conflict')) throw error;
      }
    }
  }

  function readFile() {
    if (!file) return null;
    try {
      return /[?&]token=([\w-]+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
    } catch {
      return null;
    }
  }

  /** @param {string} link */
  function writeFile(link) {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${link}\n`, { mode: 0o600 });
    // The mode above applies to new files only.
    chmodSync(file, 0o600);
  }

  function removeFile() {
    if (file) rmSync(file, { force: true });
  }
}

const spent = () =>
  new LarderError(
    'forbidden',
    'This set-up link is no longer valid. While nobody can sign in, each start prints a new one.',
  );
