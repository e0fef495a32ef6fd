import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../errors.js';
import { replaceFile } from '../../util/files.js';
/** @import { Log } from '../../log.js' */
/** @import { Positions } from './write-log.js' */

/**
 * @typedef {object} PeerState  What a node must know after a restart to keep what it has on disk.
 * @property {Positions} positions
 * @property {string} [floor]  only after an orderly stop: the greatest version that was known
 */

/** The file of a node's position in the writes of all others. Without a folder nothing is kept. */
export class StateFile {
  #path;
  #log;

  /** @param {{ folder: string, log: Log }} options  `folder`: '' for none */
  constructor({ folder, log }) {
    this.#path = folder && join(folder, 'peers.json');
    this.#log = log;
  }

  /** @returns {PeerState | undefined} undefined when there is none that can be read */
  load() {
    if (!this.#path) return undefined;
    try {
      const { positions, floor } = JSON.parse(readFileSync(this.#path, 'utf8'));
      return { positions, floor };
    } catch (error) {
      this.#log.info({ reason: messageOf(error) }, 'What peers wrote before is not known');
      return undefined;
    }
  }

  /** @param {PeerState} state */
  save(state) {
    if (!this.#path) return;
    try {
      replaceFile(this.#path, JSON.stringify(state));
    } catch (error) {
      this.#log.warn({ reason: messageOf(error) }, 'The state of the peers cannot be stored');
      this.remove();
    }
  }

  /** Removes what is not true any longer. */
  remove() {
    if (this.#path) rmSync(this.#path, { force: true });
  }
}
