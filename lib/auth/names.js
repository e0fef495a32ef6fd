import { isSlug } from '../util/slug.js';
import { plainLine, plainText } from '../content/validate.js';
import { LarderError } from '../errors.js';

const NAME_AT_MOST = 100;

/**
 * @param {{ id: string, name: string }} names `id` to sign in with, `name` as readers see it
 * @returns {{ id: string, name: string }} with invisible characters removed from the name
 * @throws {LarderError} `invalid`, with the field
 */
export function checkNames({ id, name: typed }) {
  const name = plainLine(typed, NAME_AT_MOST, (text) =>
    plainText(text).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
  );
  if (name === '') throw new LarderError('invalid', 'A name is required', { field: 'name' });
  if (name === null)
    throw new LarderError('invalid', `The name can have at most ${NAME_AT_MOST} characters`, {
      field: 'name',
    });
  if (!isSlug(id))
    throw new LarderError(
      'invalid',
      'Use only lower-case letters, digits and hyphens, at most 80',
      { field: 'id' },
    );
  return { id, name };
}
