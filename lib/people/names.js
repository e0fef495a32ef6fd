import { shapes } from '../content/shapes.js';
import { textNames } from '../store/text-fields.js';
import { recordOf } from '../base/record-of.js';
import { checkLine, checkSlug, checkTexts, plainText } from '../content/validate.js';
/** @import { Profile } from '../store/text-fields.js' */

/**
 * @param {Profile} typed  what an author's page shows of them
 * @returns {Profile} plain text, and the path of an upload; undefined where there is nothing
 * @throws {LarderError} `invalid`, with the field
 */
export function checkProfile(typed) {
  const checked = checkTexts('user', typed);
  return recordOf(textNames('user'), (name) => checked[name] || undefined);
}

/**
 * @param {{ id: string, name: string }} names `id` to sign in with, `name` as readers see it
 * @returns {{ id: string, name: string }} with invisible characters removed from the name
 * @throws {LarderError} `invalid`, with the field
 */
export function checkNames({ id, name: typed }) {
  const name = checkLine(typed, 'name', shapes.user.name, (text) =>
    plainText(text).replace(/[\u200e\u200f\u2066-\u2069]/g, ''),
  );
  checkSlug(id, 'id');
  return { id, name };
}
