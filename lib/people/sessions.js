import { isError, LarderError } from '../base/errors.js';
import { hashOf, newToken } from './secrets.js';
import { following } from '../content/writing/writer.js';
import { canSignIn } from './users.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Put, Session, Store, User } from '../store/types.js' */
/** @import { Cookie } from './cookies.js' */
/** @import { Author } from './rights.js' */
/** @import { RandomBytes } from './secrets.js' */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds that a session lasts, by its stage, and that a signed-in session lasts unused. */
const LASTS = { in: 30 * DAY, code: 10 * MINUTE, device: 365 * DAY };
const LASTS_UNUSED = 7 * DAY;
/** The last use is recorded at most this often: a write per request would cost a sync of the disk. */
const RECORDED_EVERY = 60 * MINUTE;
const AGENT_AT_MOST = 200;
/** Devices of one user: a browser that keeps no cookies is a new device each time. */
const DEVICES_AT_MOST = 100;

/** @typedef {ReturnType<typeof createSessions>} Sessions */

/**
 * Sessions of signed-in users. The store has only a hash of each token, so a stolen backup gives no access.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 */
export function createSessions({ store, clock, random }) {
  return {
    begin,
    cookie,
    author,
    find,
    keepSecret,
    of,
    all,
    end,
    endOne,
    endAny,
    endAll,
    endAllUsers,
    tidy,
  };

  /**
   * Begins a session with a new token. A token that the browser sent is never reused (session fixation).
   * @param {User} user
   * @param {object} options
   * @param {string} options.agent  the browser's User-Agent
   * @param {Session['stage']} [options.stage]
   * @param {string} [options.device]  the id of the device
   * @param {(id: string) => Put[]} [options.noting]  what is written with it
   * @returns {Promise<Cookie>}
   */
  async function begin(user, { agent, stage = 'in', device = '', noting = () => [] }) {
    const token = newToken(random);
    const now = new Date(clock.now()).toISOString();
    /** @type {Session} */
    const record = {
      id: hashOf(token),
      user: user.id,
      passwordAt: user.passwordAt ?? '',
      stage,
      secret: '',
      createdAt: now,
      seenAt: now,
      agent: agent.slice(0, AGENT_AT_MOST),
      device,
    };
    const noted = following(noting(record.id));
    await store.write([{ kind: 'session', record, revision: null }, ...noted]);
    return cookie(token, stage);
  }

  /** @param {string} token @param {Session['stage']} stage @returns {Cookie} */
  function cookie(token, stage) {
    return { value: token, maxAge: LASTS[stage] / 1000 };
  }

  /** @param {string} token @returns {Promise<Author | null>} */
  async function author(token) {
    const found = await find(token);
    if (found?.session.stage !== 'in') return null;
    const { session, user } = found;
    await record(session);
    const { id, name, role, language } = user;
    const via = `session ${session.id.slice(0, 12)}`;
    return { id, name, role, language, sessionId: session.id, via };
  }

  /**
   * @param {string} token
   * @returns {Promise<{ session: Session, user: User } | null>} null when it has expired, or the password
   * has changed since
   */
  async function find(token) {
    if (token === '') return null;
    /** @type {Session | null} */
    const session = await store.get('session', hashOf(token));
    if (!session || !isYoung(session)) return null;
    /** @type {User | null} */
    const user = await store.get('user', session.user);
    if (!user || !canSignIn(user) || (user.passwordAt ?? '') !== session.passwordAt) return null;
    return { session, user };
  }

  /**
   * @param {Session} session
   * @param {string} secret of two-factor authentication, shown to the user but not yet confirmed
   */
  async function keepSecret(session, secret) {
    const { revision = '', ...record } = session;
    await store.write([{ kind: 'session', record: { ...record, secret }, revision }]);
  }

  /** @param {string} userId @returns {Promise<Session[]>} newest first */
  async function of(userId) {
    return (await all()).filter(({ user }) => user === userId);
  }

  /** @returns {Promise<Session[]>} of all users, most recently seen first */
  async function all() {
    const sessions = [];
    for await (const session of store.all('session'))
      if (session.stage === 'in' && isYoung(session)) sessions.push(session);
    return sessions.sort((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
  }

  /** @param {string} token */
  async function end(token) {
    if (token !== '') await remove(await store.get('session', hashOf(token)));
  }

  /**
   * Ends a session of this user and forgets its device.
   * @param {string} userId
   * @param {string} id ignored when it is another user's
   */
  async function endOne(userId, id) {
    const session = await store.get('session', id);
    if (session?.user === userId) await endAny(id);
  }

  /** Ends a session of any user and forgets its device. @param {string} id */
  async function endAny(id) {
    const session = await store.get('session', id);
    await remove(session);
    if (session?.device) await remove(await store.get('session', session.device));
  }

  /**
   * Ends a user's sessions, forgets their devices, and deletes all expired sessions.
   * @param {string} userId
   * @param {{ except?: string }} [options] the id of a session to keep, with its device
   */
  async function endAll(userId, { except = '' } = {}) {
    const stored = await withDevice(except);
    for await (const session of store.all('session'))
      if ((session.user === userId && !stored.includes(session.id)) || !isYoung(session))
        await remove(session);
  }

  /**
   * Ends the sessions of all users and forgets their devices.
   * @param {{ except: string }} options the id of a session to keep
   */
  async function endAllUsers({ except }) {
    const stored = await withDevice(except);
    for await (const session of store.all('session'))
      if (!stored.includes(session.id)) await remove(session);
  }

  /** @param {string} id of a session, or '' @returns {Promise<string[]>} its own id and its device's */
  async function withDevice(id) {
    const session = id && (await store.get('session', id));
    return session ? [id, session.device] : [];
  }

  /** Deletes expired sessions, and the oldest devices of a user who has too many. @param {string} userId */
  async function tidy(userId) {
    /** @type {Session[]} */
    const devices = [];
    for await (const session of store.all('session')) {
      if (!isYoung(session)) await remove(session);
      else if (session.stage === 'device' && session.user === userId) devices.push(session);
    }
    devices.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    for (const device of devices.slice(DEVICES_AT_MOST)) await remove(device);
  }

  /** @param {Session} session */
  function isYoung({ stage, createdAt, seenAt }) {
    const isUsed = stage !== 'in' || distance(seenAt) < LASTS_UNUSED;
    return isUsed && distance(createdAt) < LASTS[stage];
  }

  /**
   * @param {string} iso
   * @returns {number} milliseconds between then and now, in either direction: a time in the future was recorded before
   * the clock was set back, and such a session must not last for years
   */
  function distance(iso) {
    return Math.abs(clock.now() - Date.parse(iso));
  }

  /** @param {Session} session */
  async function record({ revision = '', ...record }) {
    if (distance(record.seenAt) < RECORDED_EVERY) return;
    const seen = { ...record, seenAt: new Date(clock.now()).toISOString() };
    await ifPossible(store.write([{ kind: 'session', record: seen, revision }]));
  }

  /** @param {Session | null} session */
  async function remove(session) {
    if (!session) return;
    const { id, revision = '' } = session;
    await unlessMissing(store.write([{ kind: 'session', id, revision, removed: true }]));
  }
}

/** Ignores store errors: failing to record a use must not fail the request. @param {Promise<unknown>} write */
export async function ifPossible(write) {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
  }
}

/** Ignores conflicts: another request has just changed or ended the session. @param {Promise<unknown>} write */
async function unlessMissing(write) {
  try {
    await write;
  } catch (error) {
    if (!isError(error, 'conflict')) throw error;
  }
}
