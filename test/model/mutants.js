import { ofTheCache } from './mutants/cache.js';
import { ofChanges } from './mutants/changes.js';
import { ofTheIndex } from './mutants/index.js';

/**
 * What sabotage.js breaks in the source, beside the rules, causes and dependencies that it finds by itself. `from` stands in
 * the file once. What need not be seen says why.
 * @typedef {{ file: string, name: string, from: string, to: string, survives?: string }} Mutant
 * @typedef {Record<string, [name: string, from: string, to: string, survives?: string][]>} ByFile
 */

/** @type {Mutant[]} */
export const mutants = Object.entries({ ...ofTheIndex, ...ofChanges, ...ofTheCache }).flatMap(
  ([file, all]) => all.map(([name, from, to, survives]) => ({ file, name, from, to, survives })),
);
