import { LarderError } from '../base/errors.js';
import { shapes } from '../content/shapes.js';
import { profileFieldsThat } from '../store/profile-fields.js';
import { checkLine, checkSlug, checkUpload, plainText } from '../content/validate.js';
/** @import { Profile, ProfileField } from '../store/profile-fields.js' */

/**
 * @param {Profile} typed  what an author's page shows of them
 * @returns {Profile} plain text, and the path of an upload; undefined where there is nothing
 * @throws {LarderError} `invalid`, with the field
 */
export const checkProfile = (typed) =>
  Object.fromEntries(
    profileFieldsThat().map(([name, { is, schema }]) => [
      name,
      readers[is](typed[name] ?? '', name, schema) || undefined,
    ]),
  );

/**
 * By what they are.
 * @type {Record<ProfileField['is'], (text: string, name: string, schema: ProfileField['schema']) => string>}
 */
const readers = {
  line: checkLine,
  paragraphs(typed, field, { maxLength }) {
    const text = typed.replace(/\r\n?/g, '\n').trim().toWellFormed();
    if (text.length > maxLength)
      throw new LarderError('invalid', `At most ${maxLength} characters`, { field });
    return text;
  },
  upload: checkUpload,
};

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
