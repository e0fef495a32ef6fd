import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError, messageOf } from '../base/errors.js';
import { replaceFile } from '../base/files.js';
/** @import { Entry, Representation } from '../responses/entry.js' */
/** @import { Slot } from './cache-manager.js' */

/**
 * @template [I=unknown]
 * @typedef {object} Snapshot
 * @property {string} identity  a digest of what entries depend on besides the content: engine, theme, base URL
 * @property {I} index  from `Changes.dump`
 * @property {Slot<Entry>[]} slots
 *
 * @typedef {Omit<Slot<Entry>, 'entry'> & Omit<Entry, 'encodings'> & { encodings: Record<string, Body> }} Written
 *
 * @typedef {Omit<Representation, 'body'> & { name: string, checksum: string }} Body  in a file of this name
 */

const MANIFEST = 'manifest.json';
const BODIES = 'bodies';

/**
 * Writes the cache to a folder: first the bodies, named by their ETag, then the manifest, which is renamed atomically.
 * It contains checksums of itself and of each body.
 * @param {string} folder
 * @param {Snapshot} snapshot
 */
export function writeSnapshot(folder, { identity, index, slots }) {
  mkdirSync(join(folder, BODIES), { recursive: true, mode: 0o700 });
  const bodies = new Set();
  const entries = slots.map(({ entry, ...counters }) => {
    const { encodings, ...fields } = entry;
    const stored = Object.entries(encodings).flatMap(([encoding, representation]) => {
      if (!representation) return [];
      const { body, headers, effort } = representation;
      const name = `${entry.etag.slice(3, -1)}.${encoding}`;
      if (!bodies.has(name)) writeFileSync(join(folder, BODIES, name), body);
      bodies.add(name);
      return [[encoding, { name, headers, effort, checksum: checksum(body) }]];
    });
    return { ...counters, ...fields, encodings: Object.fromEntries(stored) };
  });
  const content = JSON.stringify({ identity, index, entries });
  const manifest = JSON.stringify({ checksum: checksum(content), content });
  replaceFile(join(folder, MANIFEST), manifest);
  for (const name of readdirSync(join(folder, BODIES)))
    if (!bodies.has(name)) rmSync(join(folder, BODIES, name));
}

/**
 * Reads a snapshot and deletes it, since the next change makes it stale.
 * @template I
 * @param {string} folder
 * @param {string} identity
 * @param {object} [options]
 * @param {boolean} [options.keep]  for other workers, whatever its identity; `discardSnapshot` follows
 * @param {(error: unknown) => void} [options.onDamage]  of all of it, or of one page
 * @returns {Snapshot<I> | null} null if there is none, or if it is damaged or has another identity
 */
export function takeSnapshot(folder, identity, { keep = false, onDamage = () => {} } = {}) {
  const manifest = join(folder, MANIFEST);
  try {
    const { checksum: expected, content } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (!keep) discardSnapshot(folder);
    if (checksum(content) !== expected) throw new Error(`${manifest} is damaged`);
    const { entries, ...rest } = JSON.parse(content);
    if (rest.identity !== identity && !keep) return null;
    const slots = entries.flatMap((/** @type {Written} */ entry) => readSlot(folder, entry) ?? []);
    const damaged = entries.length - slots.length;
    if (damaged > 0) onDamage(new Error(`${damaged} pages in ${folder} are damaged`));
    return { ...rest, slots };
  } catch (error) {
    // The pages are rendered again.
    const isNone = isSystemError(error) && error.code === 'ENOENT' && error.path === manifest;
    if (!isNone) onDamage(error);
    return null;
  }
}

/** @param {string} folder @returns {string} what is wrong with the snapshot there; '' for nothing, or none */
export function checkSnapshot(folder) {
  let damage = '';
  const onDamage = (/** @type {unknown} */ error) => (damage ||= messageOf(error));
  takeSnapshot(folder, '', { keep: true, onDamage });
  return damage;
}

/** @param {string} folder */
export const discardSnapshot = (folder) => rmSync(join(folder, MANIFEST), { force: true });

/**
 * @param {string} folder
 * @param {Written} written
 * @returns {Slot<Entry> | null} null when a body is missing or damaged
 */
function readSlot(folder, { encodings, hits, popularity, ...fields }) {
  /** @type {{ -readonly [name in keyof Entry['encodings']]: Entry['encodings'][name] }} */
  const read = { identity: undefined, gzip: undefined, br: undefined };
  for (const [encoding, kept] of Object.entries(encodings)) {
    const { name, headers, effort, checksum: expected } = kept;
    const body = readFileSync(join(folder, BODIES, name));
    if (checksum(body) !== expected) return null;
    read[/** @type {keyof typeof read} */ (encoding)] = { body, headers, effort };
  }
  const entry = Object.assign(fields, { encodings: read });
  return { entry, hits, popularity };
}

/** @param {string | Buffer} data */
const checksum = (data) => createHash('sha256').update(data).digest('base64url');
