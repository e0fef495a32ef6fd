import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../util/processes.js';
import { documentId } from './documents.js';
/** @import { Log } from '../../log.js' */
/** @import { Kind } from '../../types.js' */

/**
 * @typedef {object} Undecided  A write that is under way, or that was refused and may still lie on a node.
 * @property {string} writeId
 * @property {Kind} kind
 * @property {string} id
 * @property {string | null} base  the revision that it replaces
 * @property {boolean} isRemoval
 *
 * @typedef {ReturnType<typeof openUndecided>} UndecidedWrites
 */

/**
 * Knows the writes of this process that nobody has acknowledged yet. Each is noted in a file before it is sent, and the
 * note is taken away before its author is told that it holds: so whatever a process leaves that was killed was promised
 * to nobody.
 *
 * @param {string | null} folder for the notes; null: they are lost with the process
 * @param {string} place of the database
 * @param {Log} log
 */
export function openUndecided(folder, place, log) {
  /** @type {Map<string, Undecided>} */
  const writes = new Map();
  /** Refused, and taken back from all nodes that are there. @type {Set<string>} */
  const released = new Set();
  /** @type {Set<string>} */
  const noted = new Set();
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
        writeFileSync(fileOf(writeId), JSON.stringify({ place, write }), { mode: 0o600 });
        noted.add(writeId);
      } catch (error) {
        isWritable = false;
        log.warn(
          { err: error },
          'pending writes cannot be recorded in case this process is killed',
        );
      }
    },
    /** @param {string} writeId */
    delete(writeId) {
      writes.delete(writeId);
      released.delete(writeId);
      if (noted.delete(writeId)) rmSync(fileOf(writeId), { force: true });
    },
    /**
     * Others may be told of the document again. The note stays, since a node that is away may have the write all the same.
     *
     * @param {string} writeId
     */
    release(writeId) {
      released.add(writeId);
    },
    /** @param {string} document its _id @returns {boolean} whether it is being written, or its write taken back */
    isBusy(document) {
      return this.ofDocument(document).some(({ writeId }) => !released.has(writeId));
    },
    /** @param {string} [writeId] of a document */
    get: (writeId) => (writeId === undefined ? undefined : writes.get(writeId)),
    /** @param {string} document its _id @returns {Undecided[]} */
    ofDocument: (document) =>
      [...writes.values()].filter(({ kind, id }) => documentId(kind, id) === document),
    /**
     * Takes over what processes that were killed have noted.
     *
     * @returns {Undecided[]}
     */
    inherit() {
      const found = folder === null ? [] : leftIn(folder, place);
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
 * @param {string} place
 * @returns {{ file: string, write: Undecided }[]}
 */
function leftIn(folder, place) {
  /** @type {{ file: string, write: Undecided }[]} */
  const found = [];
  for (const name of namesIn(folder)) {
    const [, pid] = /^(\d+)-\w+\.json$/.exec(name) ?? [];
    if (!pid || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    const file = join(folder, name);
    try {
      const note = JSON.parse(readFileSync(file, 'utf8'));
      if (note.place === place) found.push({ file, write: note.write });
    } catch {
      // Torn: it was killed before it sent anything.
      rmSync(file, { force: true });
    }
  }
  return found;
}

/** @param {string} folder @returns {string[]} none when it is not there */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
