import { shapes } from '../content/shapes.js';
import { check } from '../content/validate.js';
/** @import { LarderError } from '../errors.js' */

/**
 * @param {string} typed
 * @returns {string} one address, or ''
 * @throws {LarderError} `invalid`, with the field; so no line of a mail's head can be in it
 */
export function checkEmail(typed) {
  const email = typed.trim();
  const isAddress = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(email);
  const fits = email === '' || (isAddress && email.length <= shapes.user.email.maxLength);
  check(fits, 'email', 'Enter a valid e-mail address, such as name@example.org');
  return email;
}
