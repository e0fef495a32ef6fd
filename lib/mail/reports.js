/**
 * @typedef {{ email: string, token: string, kind: 'bounce' | 'complaint' }} Report  `token`: of the link to unsubscribe
 *   in the mail that it is about, or ''; `email`: as it is written there, or ''
 */

/** Reports on several addresses are read no further. */
const AT_MOST = 100;

/**
 * What a mail server reports of mails that were sent: that an address failed for good (RFC 3464), or that its reader
 * said that it is spam (RFC 5965).
 * @param {string} message  of RFC 5322, or anything
 * @returns {Report[]} none for what is no such report, or one of a mail that may still arrive
 */
export function readReports(message) {
  const lines = message.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ');
  const token = /\/subscribe\/off\/([\w-]{40,60})/.exec(lines)?.[1] ?? '';
  if (/^Feedback-Type:[ \t]*abuse/im.test(lines)) {
    const email = fieldOf(lines, 'Original-Rcpt-To').replace(/^<|>$/g, '');
    return email || token ? [{ email, token, kind: 'complaint' }] : [];
  }
  return lines
    .split('\n\n', 1000)
    .filter((part) => /^Action:[ \t]*failed/im.test(part) && /^Status:[ \t]*5\./im.test(part))
    .slice(0, AT_MOST)
    .map((part, _place, parts) => ({
      email: addressOf(part),
      token: parts.length === 1 ? token : '',
      kind: /** @type {const} */ ('bounce'),
    }));
}

/** @param {string} part  of one recipient */
const addressOf = (part) =>
  (fieldOf(part, 'Original-Recipient') || fieldOf(part, 'Final-Recipient')).replace(
    /^[^;]*;\s*/,
    '',
  );

/** @param {string} lines @param {string} name */
function fieldOf(lines, name) {
  const start = `${name.toLowerCase()}:`;
  const line = lines.split('\n').find((each) => each.toLowerCase().startsWith(start)) ?? '';
  return line.slice(start.length).trim();
}
