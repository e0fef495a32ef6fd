import { isError, LarderError } from '../errors.js';
import { hashOf, newToken } from './secrets.js';

/**
 * @typedef {import('../types.js').Session} Session
 * @typedef {import('../types.js').User} User
 * @typedef {import('../blog.js').Cookie} Cookie
 * @typedef {import('./rights.js').Author} Author
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds that a session lasts: at most, and unused; and how long one waits for the second step's code. */
const LASTS = 30 * DAY;
const LASTS_UNUSED = 7 * DAY;
const WAITS_FOR_CODE = 10 * MINUTE;
/** A use is noted no more often than this: a write for each page would cost a sync of the disk. */
const NOTED_EVERY = 60 * MINUTE;
const AGENT_AT_MOST = 200;

/** Who is signed in. The store keeps each session under a hash of its token, so a stolen backup opens nothing. */
export class Sessions {
  #store;
  #clock;
  #random;

  /**
   * @param {object} parts
   * @param {import('../types.js').Store} parts.store
   * @param {import('../clock.js').Clock} parts.clock
   * @param {import('./secrets.js').RandomBytes} parts.random
   */
  constructor({ store, clock, random }) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Begins a session with a token of its own: one that a browser brought along is never taken over.
   * @param {User} user
   * @param {{ agent: string, stage?: Session['stage'] }} options `agent`: the browser's User-Agent
   * @returns {Promise<Cookie>}
   */
  async begin(user, { agent, stage = 'in' }) {
    const token = newToken(this.#random);
    const now = new Date(this.#clock.now()).toISOString();
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
    };
    await this.#store.write([{ kind: 'session', record, revision: null }]);
    return { value: token, maxAge: (stage === 'in' ? LASTS : WAITS_FOR_CODE) / 1000 };
  }

  /** @param {string} token @returns {Promise<Author | null>} */
  async author(token) {
    const found = await this.find(token);
    if (found?.session.stage !== 'in') return null;
    const { session, user } = found;
    await this.#note(session);
    return { id: user.id, name: user.name, role: user.role, sessionId: session.id };
  }

  /**
   * @param {string} token
   * @returns {Promise<{ session: Session, user: User } | null>} null when it is over: by its age, or since the
   *   password was changed
   */
  async find(token) {
    if (token === '') return null;
    /** @type {Session | null} */
    const session = await this.#store.get('session', hashOf(token));
    if (!session || !this.#isYoung(session)) return null;
    /** @type {User | null} */
    const user = await this.#store.get('user', session.user);
    if (!user?.password || (user.passwordAt ?? '') !== session.passwordAt) return null;
    return { session, user };
  }

  /** @param {Session} session @param {string} secret shown to its user, and not yet in use */
  async keepSecret(session, secret) {
    const { revision = '', ...record } = session;
    await this.#store.write([{ kind: 'session', record: { ...record, secret }, revision }]);
  }

  /** @param {string} userId @returns {Promise<Session[]>} the newest first */
  async of(userId) {
    return (await this.all()).filter(({ user }) => user === userId);
  }

  /** @returns {Promise<Session[]>} everybody's, those seen last first */
  async all() {
    const sessions = [];
    for await (const session of this.#store.all('session'))
      if (session.stage === 'in' && this.#isYoung(session)) sessions.push(session);
    return sessions.sort((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
  }

  /** @param {string} token */
  async end(token) {
    if (token !== '') await this.#remove(await this.#store.get('session', hashOf(token)));
  }

  /** @param {string} userId @param {string} id of a session of theirs; others are left alone */
  async endOne(userId, id) {
    const session = await this.#store.get('session', id);
    if (session?.user === userId) await this.#remove(session);
  }

  /** @param {string} id of anybody's session */
  async endAny(id) {
    await this.#remove(await this.#store.get('session', id));
  }

  /**
   * Ends a user's sessions, and takes away everybody's that have come to their end.
   * @param {string} userId
   * @param {{ except?: string }} [options] the id of one that goes on
   */
  async endAll(userId, { except = '' } = {}) {
    for await (const session of this.#store.all('session'))
      if ((session.user === userId && session.id !== except) || !this.#isYoung(session))
        await this.#remove(session);
  }

  /** Ends everybody's sessions. @param {{ except: string }} options the id of one that goes on */
  async endEverybodys({ except }) {
    for await (const session of this.#store.all('session'))
      if (session.id !== except) await this.#remove(session);
  }

  /** Takes away what has come to its end. */
  async tidy() {
    for await (const session of this.#store.all('session'))
      if (!this.#isYoung(session)) await this.#remove(session);
  }

  /** @param {Session} session */
  #isYoung({ stage, createdAt, seenAt }) {
    const now = this.#clock.now();
    const age = now - Date.parse(createdAt);
    if (stage === 'code') return age < WAITS_FOR_CODE;
    return age < LASTS && now - Date.parse(seenAt) < LASTS_UNUSED;
  }

  /** @param {Session} session */
  async #note({ revision = '', ...record }) {
    const now = this.#clock.now();
    if (now - Date.parse(record.seenAt) < NOTED_EVERY) return;
    const seen = { ...record, seenAt: new Date(now).toISOString() };
    await ifPossible(this.#store.write([{ kind: 'session', record: seen, revision }]));
  }

  /** @param {Session | null} session */
  async #remove(session) {
    if (!session) return;
    const { id, revision = '' } = session;
    await unlessGone(this.#store.write([{ kind: 'session', id, revision, removed: true }]));
  }
}

/** What is noted by the way must not stop anybody. @param {Promise<unknown>} write */
export async function ifPossible(write) {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
  }
}

/** Another request has noted it, or ended it, just now. @param {Promise<unknown>} write */
async function unlessGone(write) {
  try {
    await write;
  } catch (error) {
    if (!isError(error, 'conflict')) throw error;
  }
}
