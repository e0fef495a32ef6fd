import { ofTheCache } from './mutants/cache.js';
import { ofChanges } from './mutants/changes.js';
import { ofTheIndex } from './mutants/index.js';
import { ofNetworks } from './mutants/networks.js';
import { ofReading } from './mutants/reading.js';

/**
 * What sabotage.js breaks in the source, beside the rules, causes and dependencies that it finds by itself. `from` and
 * `to` as for `breakOnce`. What need not be seen says why.
 * @typedef {{ file: string, name: string, from: string, to: string, survives?: string }} Mutant
 * @typedef {Record<string, [name: string, from: string, to: string, survives?: string][]>} ByFile
 */

/** @param {ByFile} breaks @returns {Mutant[]} */
export const listMutants = (breaks) =>
  Object.entries(breaks).flatMap(([file, all]) =>
    all.map(([name, from, to, survives]) => ({ file, name, from, to, survives })),
  );

export const mutants = listMutants({
  ...ofTheIndex,
  ...ofChanges,
  ...ofReading,
  ...ofTheCache,
  ...ofNetworks,
});
