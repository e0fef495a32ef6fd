import { shapes } from '../content/shapes.js';
import { checkLine, checkSlug, plainText } from '../content/validate.js';
/** @import { LarderError } from '../errors.js' */

/**
 * @param {{ id: string, name: string }} names `id` to sign in with, `name` as readers see it
 * @returns {{ id: string, name: string }} with invisible characters removed from the name
 * @throws {LarderError} `invalid`, with the field
 */
export function checkNames({ id, name: typed }) {
  const name = checkLine(typed, 'name', shapes.user.name, (text) =>
    plainText(text).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
  );
  checkSlug(id, 'id');
  return { id, name };
}
