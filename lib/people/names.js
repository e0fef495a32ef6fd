import { LarderError } from '../base/errors.js';
import { shapes } from '../content/shapes.js';
import { checkLine, checkSlug, checkUpload, plainText } from '../content/validate.js';

/**
 * @param {{ about: string, picture: string }} typed  what an author's page shows of them
 * @returns {{ about?: string, picture?: string }} plain text, and the path of an upload
 * @throws {LarderError} `invalid`, with the field
 */
export function checkProfile(typed) {
  const { about: text, picture: image } = shapes.user;
  const about = typed.about.replace(/\r\n?/g, '\n').trim().toWellFormed();
  if (about.length > text.maxLength)
    throw new LarderError('invalid', `At most ${text.maxLength} characters`, { field: 'about' });
  const picture = checkUpload(typed.picture, 'picture', image);
  return { about: about || undefined, picture: picture || undefined };
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
