/** @import { ByFile } from '../mutants.js' */

/** Breaks of what networks in front are told. */
/** @type {ByFile} */
export const ofNetworks = {
  'lib/networks/tags.js': [
    [
      'a page has no tags of the words that it shows',
      `return words.split(' ').map(word);`,
      `return [];`,
    ],
    [
      'a whole range of pages is purged by another tag',
      `own.length < RANGE ? own : range`,
      `own.length < RANGE ? own : []`,
    ],
    ['a page of a list has no tag of its range', `[key, rangeOf(key) ?? key]`, `[key]`],
  ],
  'lib/networks/networks.js': [
    ['what a change touches is not told', `attempt(purgers.owe(touched));\n    waiting`, `waiting`],
    ['after a kill the networks keep all', `isRestored && !left.isOpen`, `true`],
    ['after an update the networks keep all', `left?.identity === own`, `true`],
  ],
  'lib/router/page-renderer.js': [
    [
      'a network keeps what a change has overtaken',
      `isCurrent ? entry : responses.passing(entry)`,
      `entry`,
    ],
  ],
};
