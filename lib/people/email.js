import { shapes } from '../content/shapes.js';
import { check } from '../content/validate.js';
/** @import { LarderError } from '../base/errors.js' */

/**
 * @param {string} typed
 * @returns {string} trimmed; '' is allowed
 * @throws {LarderError} `invalid`, with the field. Line breaks are refused, so it cannot inject a mail header
 */
export function checkEmail(typed) {
  const email = typed.trim();
  const isAddress = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(email);
  const fits = email === '' || (isAddress && email.length <= shapes.user.email.maxLength);
  check(fits, 'email', 'Enter a valid e-mail address, such as name@example.org');
  return email;
}
