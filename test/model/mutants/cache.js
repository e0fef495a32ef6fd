/** @import { ByFile } from '../mutants.js' */

/** Breaks of what holds pages, and of those who ask it. */
/** @type {ByFile} */
export const ofTheCache = {
  'lib/cache/cache-manager.js': [
    ['a grace goes on after the next clear', `clear(cause, keys … this.endGrace();`, ``],
    [
      'a page is shown before the end of a grace',
      `this.#grace?.entries.get(key) ?? this.peek(key)`,
      `this.peek(key) ?? this.#grace?.entries.get(key)`,
    ],
    [
      'of three pages with one key, the clear of one hides another',
      `|| found.size > 1) continue;`,
      `) continue;`,
    ],
    [
      'a clear during a render is not remembered',
      `if (this.#leases > 0) this.#touched.set(key, this.#clears);`,
      ``,
    ],
    [
      'the end of any render forgets what was cleared during the others',
      `if (this.#leases === 0) this.#touched.clear();`,
      `this.#touched.clear();`,
    ],
    [
      'what was cleared during a render is remembered for ever',
      `if (this.#leases === 0) this.#touched.clear();`,
      ``,
    ],
    ['who was asked for last is the first to go', `hit(key) { … this.#newest = slot;`, ``],
  ],
  'lib/router/express-app.js': [['whoever asks in a grace has an answer', `await settled();`, ``]],
  'lib/responses/compressing.js': [
    [
      'an older page gets into a newer one',
      `return stored?.headers === entry.headers ? stored : entry;`,
      `return stored ?? entry;`,
    ],
  ],
  'lib/content/writing/writer.js': [
    [
      'an author has an answer before a blog is read anew',
      `if (changes.recovery) await changes.recovery;`,
      ``,
    ],
    ['an author has an answer in a grace', `await changes.grace;`, ``],
  ],
};
