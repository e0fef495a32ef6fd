import { LarderError } from '../errors.js';

/** RFC 5321, section 4.5.3.1.3. */
const AT_MOST = 254;

/**
 * @param {string} typed
 * @returns {string} trimmed; '' is allowed
 * @throws {LarderError} `invalid`, with the field. Line breaks are refused, so it cannot inject a mail header
 */
export function checkEmail(typed) {
  const email = typed.trim();
  const isAddress = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(email);
  if (email === '' || (isAddress && email.length <= AT_MOST)) return email;
  throw new LarderError('invalid', 'Enter a valid e-mail address, such as name@example.org', {
    field: 'email',
  });
}
