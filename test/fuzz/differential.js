import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { openBlogs } from './blogs.js';
import { makeConversation, oddConversations } from './conversations.js';
import { createRandom } from './random.js';
/** @import { Conversation, Page } from './conversations.js' */
/** @import { createClock } from '../support/clock.js' */

/**
 * Compares two servers of the same, one of which has no fast path: whatever is sent to both on a connection, the same bytes have
 * to come back, apart from Date, and the same one of both has to end the connection.
 *
 * @typedef {{ conversations: number, requests: number, fastHits: number }} Figures
 *
 * @typedef {object} Subject
 * @property {ReturnType<typeof createClock>} clock  of both
 * @property {Server[]} servers  the first one has a fast path
 * @property {Page[]} pages  that are stored
 * @property {number} [oldest]  milliseconds since 1970: what is stored may be dated from then on; left out, answers are dated now
 * @property {number} [atOnce]  conversations; 1: each finds what the one before has left
 * @property {RegExp} [unclear]  conversations that are not compared
 * @property {RegExp} [dropping]  conversations that are sent, but not compared: Node.js drops what it reads together with one of their requests
 * @property {(server: Server) => Promise<Record<string, number>>} countsOf  of requests, and `fastHits`
 * @property {() => Promise<void>} close
 *
 * @typedef {{ now: number, oldest: number }} Times  by the servers' clock, which the fast path goes by; Node.js goes by the system's
 *
 * @typedef {{ port: number, accepted: Map<number | undefined, net.Socket> }} Server  `accepted`: its connections, by the client's port
 */

/** Conversations at once. */
const AT_ONCE = 128;
/** Milliseconds without a byte after which the server is taken to be waiting for the client. */
const SILENCE = 150;
/** The same where both answers differed. */
const LONG_SILENCE = 2000;
/** Milliseconds by which a date of Node.js may be off while the process is busy. */
const LATE = 60_000;

/** The last requests of a conversation, of which those are left out that make no difference: each takes a moment. */
const MOST_LEFT_OUT = 10;
/** Bytes that no conversation is answered with. */
const ENDLESS = 40_000_000;
/** Turns of the event loop in which a piece is read, unless the server reads nothing more. */
const TURNS = 20;
/** Bytes that the tunnel encodes, and that node:http refuses. */
const RAW_TARGET = /^\S+ [^\r\n]*[\x80-\xff]/m;
const BODY = /content-length|transfer-encoding/i;
const KEEP = '\r\nConnection: keep-alive\r\n';
const CLOSE = '\r\nConnection: close\r\n';
const DATE = Buffer.from('\r\nDate: ');
const DATE_LENGTH = 'Sat, 21 Nov 2026 12:00:00 GMT'.length;

/**
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.requests  at least so many are made
 * @param {(figures: Figures) => void} [options.tell]  how far it is
 * @param {() => Promise<Subject>} [options.open]
 * @param {boolean} [options.withOddities]  whether it begins with all of the lists
 * @returns {Promise<Figures>}
 * @throws {Error} about the shortest conversation that is answered in two ways
 */
export async function compareFastPath({
  seed,
  requests,
  tell = () => {},
  open = openBlogs,
  withOddities = true,
}) {
  const random = createRandom(seed);
  const subject = await open();
  const { clock, servers, pages, oldest, atOnce = AT_ONCE, unclear, countsOf, close } = subject;
  const times = () => ({ now: clock.now(), oldest: oldest ?? clock.now() });
  const figures = { conversations: 0, requests: 0, fastHits: 0 };
  try {
    const odd = withOddities ? oddConversations(['/about', pages.at(-1)?.path ?? '']) : [];
    while (figures.requests < requests || odd.length > 0) {
      await clock.tick(random.below(1500));
      // What is counted of requests behind the end of a connection is chance, unless there is but one.
      const length = random.chance(5) ? 1 : atOnce;
      const isAlone = length === 1;
      const some = Array.from(
        { length },
        () => odd.shift() ?? makeConversation(random, pages),
      ).filter(
        ({ requests: sent }) => !RAW_TARGET.test(sent.join('')) && !unclear?.test(sent.join('')),
      );
      const before = [await countsOf(servers[0]), await countsOf(servers[1])];
      const compareAll = (/** @type {number} */ silence) =>
        Promise.all(some.map((each) => findDifference(subject, each, times(), silence)));
      const differences = await compareAll(SILENCE);
      const after = [await countsOf(servers[0]), await countsOf(servers[1])];
      const [fast, usual] = after.map((counts, place) => increase(counts, before[place]));
      if (differences.some(Boolean)) {
        // A machine that is busy makes differences too: those count that show again.
        const again = await compareAll(LONG_SILENCE);
        const place = again.findIndex((found, at) => found && differences[at]);
        if (place >= 0) throw await describe(subject, some[place], again[place], times());
      }
      if (isAlone && !differences[0]) assert.deepEqual({ ...fast, fastHits: 0 }, usual);
      figures.conversations += length;
      for (const each of some) figures.requests += each.requests.length;
      figures.fastHits += fast.fastHits;
      tell(figures);
    }
    return figures;
  } finally {
    await close();
  }
}

/** @param {Record<string, number>} after @param {Record<string, number>} before */
const increase = (after, before) =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - before[name]]));

/**
 * @param {Subject} subject
 * @param {Conversation} conversation
 * @param {Times} times
 * @param {number} silence
 * @returns {Promise<string>} '' when there is none
 */
async function findDifference({ servers, dropping }, conversation, times, silence) {
  const [fast, usual] = await Promise.all(
    servers.map((server) => converse(server, conversation, silence)),
  );
  if (dropping?.test(conversation.requests.join(''))) return '';
  const wrong = [...maskDates(fast.bytes, times), ...maskDates(usual.bytes, times)];
  if (wrong.length > 0) return `An answer is dated ${wrong[0]}`;
  // What a client has not read is lost when it sends more on a connection that has ended.
  const mayLack = fast.isReset || usual.isReset || conversation.isSlow;
  const isSameEnd = mayLack || fast.isEnded === usual.isEnded;
  if (isSameEnd && fast.bytes.equals(usual.bytes)) return '';
  const [one, other] = [fast, usual].map(({ bytes }) => withoutChance(bytes.toString('latin1')));
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const isSame = mayLack ? isBeginning(one, other) : one === other;
  if (isSame && isSameEnd) return '';
  // Whether the body of a request has come when its turn has, and the connection can be kept, is chance.
  const isOfBody = conversation.requests.some((request) => BODY.test(request));
  const line = one.lastIndexOf('\n', at - 1) + 1;
  if (isOfBody && [one, other].some((text) => text.startsWith('Connection: ', line))) return '';
  if (isSame) return `The fast path ${fast.isEnded ? 'ended' : 'kept'} the connection`;
  const from = Math.max(0, at - 300);
  return `Fast:\n${one.slice(from, at + 300)}\n\nUsual:\n${other.slice(from, at + 300)}`;
}

/**
 * Whether one is how the other begins, though the refusal of a malformed request may be lost, which says that the connection is
 * closed, and so may the answer before it.
 * @param {string} one
 * @param {string} other
 */
function isBeginning(one, other) {
  const [left, right] = [one, other].map((text) => text.replace(/\r\nConnection: [\w-]+/g, ''));
  return left.startsWith(right) || right.startsWith(left);
}

/**
 * Leaves out what is chance: who of several was first to ask for what is not stored, and whether the answer before a malformed request
 * was already written when that came. If not, it says that the connection is closed; else a refusal says so.
 * @param {string} text
 */
function withoutChance(text) {
  const answers = text.replace(/(larder; fwd=miss)[^\r]*/g, '$1');
  const refusal = answers.search(
    /HTTP\/1\.1 4\d\d [\w ]+\r\nDate: -+\r\nContent-Length: 0\r\n.*$/s,
  );
  if (refusal <= 0) return answers;
  const before = answers.slice(0, refusal);
  const at = before.lastIndexOf('\r\nConnection: ');
  return before.slice(0, at) + CLOSE + before.slice(at + KEEP.length);
}

/**
 * @param {Buffer} bytes  of answers; their dates are overwritten
 * @param {Times} times
 * @returns {string[]} the dates that are not true
 */
function maskDates(bytes, { now, oldest }) {
  const wrong = [];
  const first = Math.floor(oldest / 1000) * 1000;
  for (let at = bytes.indexOf(DATE); at >= 0; at = bytes.indexOf(DATE, at)) {
    at += DATE.length;
    const date = bytes.toString('latin1', at, at + DATE_LENGTH);
    const time = Date.parse(date);
    if (!(time >= first && time <= now) && !(Math.abs(time - Date.now()) < LATE)) wrong.push(date);
    bytes.fill('-', at, at + DATE_LENGTH);
  }
  return wrong;
}

/**
 * @param {Server} server
 * @param {Conversation} conversation
 * @param {number} silence  milliseconds
 * @returns {Promise<{ bytes: Buffer, isEnded: boolean, isReset: boolean }>} all that came back; whether the server ended the
 *   connection; whether it had ended it before it had read all that the client sent
 */
async function converse(server, { requests, cuts, isSlow, pause }, silence) {
  const whole = Buffer.from(requests.join(''), 'latin1');
  const socket = net.connect({
    port: server.port,
    host: '127.0.0.1',
    noDelay: true,
    allowHalfOpen: true,
  });
  /** @type {Buffer[]} */
  const chunks = [];
  let isEnded = false;
  let isReset = false;
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => (isReset = true));
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (socket.bytesRead > ENDLESS) socket.destroy();
  });
  socket.on('end', () => {
    isEnded ||= !socket.writableEnded;
    socket.end();
  });
  if (isSlow) socket.pause();
  await once(socket, 'connect');
  // Pieces that come before they can be read would be read as one.
  const { localPort } = socket;
  while (!server.accepted.has(localPort)) await setImmediate();
  const other = /** @type {net.Socket} */ (server.accepted.get(localPort));
  let sent = 0;
  for (const cut of [...cuts, whole.length]) {
    if (cut > sent) socket.write(whole.subarray(sent, cut));
    sent = cut;
    const isRead = () => other.bytesRead >= cut || other.destroyed;
    for (let turn = 0; turn < TURNS && !isRead(); turn++) await setImmediate();
    for (let turn = 0; turn < pause; turn++) await setImmediate();
  }
  if (isSlow) await setTimeout(silence / 2);
  socket.resume();
  socket.setTimeout(silence).on('timeout', async () => {
    // After a pause of the whole process, what has come meanwhile is read first.
    const before = socket.bytesRead;
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    if (socket.bytesRead > before) return;
    if (socket.writableEnded) socket.destroy();
    else socket.end().setTimeout(silence);
  });
  await closed;
  // The system resets a connection that is closed before all of it was read.
  const isUnread = other.bytesRead < whole.length;
  return { bytes: Buffer.concat(chunks), isEnded, isReset: isReset || isUnread };
}

/**
 * @param {Subject} subject
 * @param {Conversation} conversation
 * @param {string} difference
 * @param {Times} times
 * @returns {Promise<Error>} with as much of the conversation as is needed, when it is by itself
 */
async function describe(subject, conversation, difference, times) {
  let { requests, cuts } = conversation;
  const first = Math.max(0, requests.length - MOST_LEFT_OUT);
  for (let at = requests.length - 1; at >= first && requests.length > 1; at--) {
    const fewer = { ...conversation, requests: requests.toSpliced(at, 1), cuts: cutsWithout(at) };
    const found = await findDifference(subject, fewer, times, LONG_SILENCE);
    if (!found) continue;
    ({ requests, cuts } = fewer);
    difference = found;
  }
  const shown = JSON.stringify({ ...conversation, requests: requests.slice(-20), cuts });
  return new Error(
    `Answered in two ways (${requests.length} requests, the last of them): ${shown}\n\n${difference}`,
  );

  /** @param {number} at  of the request that is left out */
  function cutsWithout(at) {
    const start = requests.slice(0, at).join('').length;
    const { length } = requests[at];
    const moved = cuts.map((cut) => (cut <= start ? cut : Math.max(start, cut - length)));
    return [...new Set(moved)].filter((cut) => cut > 0);
  }
}
