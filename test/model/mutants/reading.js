/** @import { ByFile } from '../mutants.js' */

/** Breaks of what is read for a page. */
/** @type {ByFile} */
export const ofReading = {
  'lib/changes/derived-settings.js': [
    [
      'a deleted logo for dark colours stays on the pages',
      `uploadOf(paths[name]) === id`,
      `name !== 'logoDark' && uploadOf(paths[name]) === id`,
    ],
    [
      'a logo for dark colours is shown although its file was deleted',
      `pictures.get(id) ? path : ''`,
      `(pictures.get(id) || name === 'logoDark') ? path : ''`,
    ],
  ],
  'lib/changes/tracked-blog.js': [
    [
      'a page with a logo for dark colours does not depend on it',
      `this.#record(shows.derived(name));`,
      `if (name !== 'logoDark') this.#record(shows.derived(name));`,
    ],
    [
      'the newer year is the older one',
      `older: names[place + 1], newer: names[place - 1]`,
      `older: names[place + 1], newer: names[place + 1]`,
    ],
    [
      'a draft at an address is as good as a page',
      `if (type === 'page') this.#record(shows.vacant(slug));`,
      `if (type === 'page' && !post) this.#record(shows.vacant(slug));`,
    ],
    [
      'the days that a page shows are not noted',
      `moments = new Set();`,
      `moments = /** @type {any} */ ({ add() {}, *[Symbol.iterator]() {} });`,
    ],
    ['the words of a page are not recorded', `this.shownWords.add(key);`, ``],
    [
      'of a plural the key alone is recorded',
      `for (const each of this.#words.shown(key, values)) this.#show(each);`,
      `this.#show(key);`,
    ],
    ['of the menu no words are recorded', `if (word) this.#showWord(word);`, ``],
  ],
  'lib/changes/reader.js': [
    [
      'a file that is not there leaves no key',
      `if (!records[place]) this.#record(shows.absent(id));`,
      ``,
    ],
    [
      'comments of any revision will do',
      `generation(seen.get(commentId)) < generation(revision)`,
      `!seen.has(commentId)`,
    ],
    [
      'comments that the index does not know are shown',
      `.filter((comment) => known.has(comment.id))`,
      ``,
    ],
    [
      'comments that are not approved are shown',
      `comments.filter(({ status }) => status === 'approved')`,
      `comments`,
    ],
    [
      'older comments are kept',
      `if (generation(seen.get(commentId)) < generation(revision)) this.outdated = true;`,
      `void revision;`,
    ],
    [
      'older texts are kept',
      `if (records[place]?.revision !== revision) this.outdated = true;`,
      `if (generation(records[place]?.revision) > generation(revision)) this.outdated = true;`,
    ],
    [
      'later texts are kept',
      `if (records[place]?.revision !== revision) this.outdated = true;`,
      `if (generation(records[place]?.revision) < generation(revision)) this.outdated = true;`,
    ],
    ['a page is shown as the post that it was', `record.type === type && `, ``],
    [
      'what is not public is shown',
      `record.type === type && this.#index.isPublic(record)`,
      `record.type === type`,
    ],
  ],
};
