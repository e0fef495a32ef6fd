import { createHash } from 'node:crypto';
import { normaliseEmail } from './address.js';
import { tagOfMail } from './bounced.js';
import { countReader, findMailing } from './mailings.js';
import { openReturnPath, TOKEN_PATTERN } from './return-path.js';
/** @import { Store } from '../store/types.js' */
/** @import { Register } from './register.js' */
/** @import { Subscribers } from './subscribers.js' */

/**
 * @typedef {object} Report
 * @property {'bounce' | 'complaint'} kind
 * @property {string} email  as it is written there, or ''
 * @property {string} token  of the link to unsubscribe in the mail that it is about, or ''
 * @property {string} path  of the address to which that mail was sent back, or ''
 * @property {string} mail  the id of its mailing, or ''
 */

/** Reports on several addresses are read no further. */
const AT_MOST = 100;
const RETURN_PATH = new RegExp(`[+-](${TOKEN_PATTERN})@`, 'i');

/**
 * Counts what a mail server reports, of the subscriber and of the mailing. Anybody can write to a mailbox: of what
 * comes from there, only a token of ours says who it is about.
 * @param {string} message  of RFC 5322, or anything
 * @param {{ store: Store, subscribers: Subscribers, register: Pick<Register, 'report'>, isTrusted: boolean }} deps
 *   `isTrusted`: an address says it, too
 * @returns {Promise<boolean>} whether it was a report on a subscriber
 * @throws {LarderError} `unavailable`
 */
export async function receiveReports(message, { store, subscribers, register, isTrusted }) {
  const unknown = createHash('sha256').update(message).digest('hex');
  let isOurs = false;
  for (const { kind, email, token, path, mail } of readReports(message)) {
    const found =
      (path && (await openReturnPath(subscribers, path))) ||
      (token && (await subscribers.open(token, 'off'))) ||
      null;
    const address = isTrusted ? normaliseEmail(email) : '';
    const id = found?.id ?? (address && (await subscribers.idOf(address)));
    if (!id) continue;
    const known = found && 'tag' in found ? found.tag : tagOfMail(mail || unknown);
    const at = found && 'at' in found ? found.at : 0;
    const mailing = await findMailing(store, { at, tag: known });
    const tag = mailing ? tagOfMail(mailing.id) : known;
    const isNews = await register.report(id, kind, tag);
    if (isNews && mailing)
      await countReader(store, mailing.id, kind === 'bounce' ? 'returned' : 'complained');
    isOurs = true;
  }
  return isOurs;
}

/**
 * What a mail server reports of mails that were sent: that an address failed for good (RFC 3464), or that its reader
 * said that it is spam (RFC 5965).
 * @param {string} message  of RFC 5322, or anything
 * @returns {Report[]} none for what is no such report, or one of a mail that may still arrive
 */
export function readReports(message) {
  const lines = message.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ');
  const token = /\/subscribe\/off\/([\w-]{40,60})/.exec(lines)?.[1] ?? '';
  const path = RETURN_PATH.exec(lines)?.[1] ?? '';
  const mail =
    [...lines.matchAll(/^Message-ID:[ \t]*<([^\s<>@]+)\.[\w-]{22}@/gim)].at(-1)?.[1] ?? '';
  if (/^Feedback-Type:[ \t]*abuse/im.test(lines)) {
    const email = fieldOf(lines, 'Original-Rcpt-To').replace(/^<|>$/g, '');
    return email || token || path ? [{ kind: 'complaint', email, token, path, mail }] : [];
  }
  return lines
    .split('\n\n', 1000)
    .filter((part) => /^Action:[ \t]*failed/im.test(part) && /^Status:[ \t]*5\./im.test(part))
    .slice(0, AT_MOST)
    .map((part, _place, { length }) => ({
      kind: 'bounce',
      email: addressOf(part),
      // Which of several it means is not said.
      ...(length === 1 ? { token, path } : { token: '', path: '' }),
      mail,
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
