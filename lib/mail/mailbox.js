/** @import { ImapFlow } from 'imapflow' */

/** Milliseconds to wait for an answer, and for all of it. */
const PATIENCE = 20_000;
const WITHIN = 120_000;
/** Messages that are looked at, one after the other, before the place is noted. */
const AT_ONCE = 200;
/** At the first time, of those that are there. */
const LOOK_BACK = 1000;
/** Bytes of a report that are read: what it is about stands at its beginning. */
const LONGEST = 256 * 1024;

/**
 * @typedef {{ validity: string, uid: number }} Place  how far a mailbox was read (RFC 9051, 2.3.1.1)
 *
 * @typedef {(url: string, before: Place | null, onReport: (message: string) => Promise<boolean>,
 *   ending: AbortSignal) => Promise<{ place: Place, isMore: boolean }>} ReadMailbox
 */

/**
 * Reads the reports in a mailbox that came after a place. Those that `onReport` takes are marked as read; all else in
 * it stays as it is.
 * @type {ReadMailbox}
 * @throws {Error} with what the server says, and never a password
 */
export async function readMailbox(url, before, onReport, ending) {
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const client = new ImapFlow({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'imaps:' ? 993 : 143),
    secure: protocol === 'imaps:',
    // Only a server on this machine is asked without TLS.
    doSTARTTLS: false,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableAutoIdle: true,
    logger: false,
  });
  let problem = '';
  client.on('error', (error) => (problem = error.message));
  const end = () => client.close();
  const late = AbortSignal.any([ending, AbortSignal.timeout(WITHIN)]);
  late.addEventListener('abort', end);
  try {
    await client.connect();
    const path = decodeURIComponent(pathname.slice(1)) || 'INBOX';
    const { uidValidity, uidNext } = await client.mailboxOpen(path);
    const validity = String(uidValidity);
    const last = before?.validity === validity ? before.uid : Math.max(0, uidNext - 1 - LOOK_BACK);
    return await read(client, { validity, uid: last }, onReport);
  } catch (error) {
    throw new Error(sayWhy(error) || problem, { cause: error });
  } finally {
    late.removeEventListener('abort', end);
    end();
  }
}

/** @param {ImapFlow} client @param {Place} place @param {(message: string) => Promise<boolean>} onReport */
async function read(client, { validity, uid: last }, onReport) {
  const byUid = { uid: true };
  const found = (await client.search({ uid: `${last + 1}:*` }, byUid)) || [];
  // A range that begins behind the end has the last message in it.
  const uids = found.filter((uid) => uid > last).sort((a, b) => a - b);
  const some = uids.slice(0, AT_ONCE);
  /** @type {number[]} */
  const reports = [];
  if (some.length > 0)
    for await (const { uid, headers } of client.fetch(
      some.join(','),
      { uid: true, headers: ['content-type'] },
      byUid,
    ))
      if (/multipart\/report/i.test(String(headers))) reports.push(uid);
  for (const uid of reports) {
    const message = await client.fetchOne(String(uid), { source: { maxLength: LONGEST } }, byUid);
    // It may be gone.
    const text = message ? (message.source?.toString('latin1') ?? '') : '';
    if (await onReport(text)) await client.messageFlagsAdd(String(uid), ['\\Seen'], byUid);
  }
  return { place: { validity, uid: some.at(-1) ?? last }, isMore: uids.length > some.length };
}

/** @param {any} error  of imapflow */
const sayWhy = (error) =>
  error?.authenticationFailed
    ? 'The server refuses the user or the password'
    : error?.responseText || error?.message || '';
