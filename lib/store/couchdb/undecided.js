import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../base/processes.js';
import { documentId } from './documents.js';
/** @import { Log } from '../../base/log.js' */
/** @import { Kind } from '../types.js' */

/**
 * @typedef {object} Undecided  A write that is pending, or was refused but may still be on a node.
 * @property {string} writeId
 * @property {Kind} kind
 * @property {string} id
 * @property {string | null} base  the revision that it replaces
 * @property {boolean} isRemoval
 *
 * @typedef {ReturnType<typeof openUndecided>} UndecidedWrites
 */

/**
 * The writes of this process that are not yet acknowledged. Each is recorded in a file before it is sent, and the file
 * is deleted before the write is acknowledged: so whatever a killed process leaves was never acknowledged.
 *
 * @param {string | null} folder for the files; null: not recorded
 * @param {string[]} places URLs of the database, one for each node, without the password
 * @param {Log} log
 */
export function openUndecided(folder, places, log) {
  /** @type {Map<string, Undecided>} */
  const writes = new Map();
  /** Refused, and withdrawn from all nodes that respond. @type {Set<string>} */
  const reportable = new Set();
  /** @type {Set<string>} */
  const recorded = new Set();
  let isWritable = true;
  const fileOf = (/** @type {string} */ writeId) =>
    join(String(folder), `${process.pid}-${writeId}.json`);

  return {
    /** @param {Undecided} write */
    add({ writeId, kind, id, base, isRemoval }) {
      const write = { writeId, kind, id, base, isRemoval };
      writes.set(writeId, write);
      if (folder === null || !isWritable) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(fileOf(writeId), JSON.stringify({ place: places[0], write }), {
          mode: 0o600,
        });
        recorded.add(writeId);
      } catch (error) {
        isWritable = false;
        log.warn({ err: error }, 'Cannot record pending writes on disk');
      }
    },
    /** @param {string} writeId */
    delete(writeId) {
      writes.delete(writeId);
      reportable.delete(writeId);
      if (recorded.delete(writeId)) rmSync(fileOf(writeId), { force: true });
    },
    /**
     * Lets changes of the document be reported again. The file stays, since a node that is down may have the write.
     *
     * @param {string} writeId
     */
    allowReports(writeId) {
      reportable.add(writeId);
    },
    /** @param {string} document its _id @returns {boolean} whether a write of it is pending or being withdrawn */
    isUnsettled(document) {
      return this.ofDocument(document).some(({ writeId }) => !reportable.has(writeId));
    },
    /** @param {string} [writeId] */
    get: (writeId) => (writeId === undefined ? undefined : writes.get(writeId)),
    /** @param {string} document its _id @returns {Undecided[]} */
    ofDocument: (document) =>
      [...writes.values()].filter(({ kind, id }) => documentId(kind, id) === document),
    /**
     * Takes over the writes that killed processes have recorded.
     *
     * @returns {Undecided[]}
     */
    adopt() {
      const found = folder === null ? [] : leftBehindIn(folder, places);
      for (const { file, write } of found) {
        this.add(write);
        if (file !== fileOf(write.writeId)) rmSync(file, { force: true });
      }
      return found.map(({ write }) => write);
    },
  };
}

/**
 * @param {string} folder
 * @param {string[]} places
 * @returns {{ file: string, write: Undecided }[]}
 */
function leftBehindIn(folder, places) {
  /** @type {{ file: string, write: Undecided }[]} */
  const found = [];
  for (const name of namesIn(folder)) {
    const [, pid] = /^(\d+)-\w+\.json$/.exec(name) ?? [];
    if (!pid || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    const file = join(folder, name);
    try {
      const note = JSON.parse(readFileSync(file, 'utf8'));
      if (places.includes(note.place)) found.push({ file, write: note.write });
    } catch {
      // Incomplete: the process was killed before it sent anything.
      rmSync(file, { force: true });
    }
  }
  return found;
}

/** @param {string} folder @returns {string[]} none if it does not exist */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
