import { isError, messageOf } from '../base/errors.js';
import { readerWords } from '../base/words.js';
import { normaliseEmail } from './address.js';
import { readRows } from './csv.js';
import { createSubscriber } from './new-subscriber.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Put, Store } from '../store/types.js' */
/** @import { Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */

/** Rows that are looked up and written at once. */
const AT_ONCE = 100;
/** Refused rows that the report names. */
const NAMED_AT_MOST = 50;
/** Of the record with the report, among the tokens. */
const ID = 'subscribers:import';
/** Milliseconds without progress after which an import is taken for broken off. */
const PATIENCE = 60_000;

/**
 * @typedef {'noAddress' | 'notConfirmed' | 'noDate' | 'tooLong' | 'hasLeft' | 'known'} Reason
 *
 * @typedef {object} Report
 * @property {string} format  whose list it is
 * @property {number} rows  read
 * @property {number} added
 * @property {number} left  that stay unsubscribed
 * @property {Partial<Record<Reason, number>>} refused
 * @property {{ row: number, reason: Reason }[]} named  the first refused ones; never an address
 * @property {boolean} isOver
 * @property {string} problem  why it broke off, or ''
 * @property {number} at  of the last progress, in milliseconds since 1970
 *
 * @typedef {{ row: number, email: string, put: Subscriber }} Entry
 */

/**
 * Brings subscribers along from another program, as CSV of any length. Who is known here stays as they are, but for
 * those who have unsubscribed there.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Subscribers} deps.subscribers
 * @param {Clock} deps.clock
 */
export function createSubscriberImport({ store, subscribers, clock }) {
  return { run, report };

  /** @returns {Promise<Report | null>} of the last import, or the one that is under way */
  async function report() {
    const found = await store.get('token', ID);
    if (!found) return null;
    const isLost = !found.isOver && Math.abs(clock.now() - found.at) > PATIENCE;
    return isLost ? { ...found, isOver: true, problem: 'It was broken off.' } : found;
  }

  /**
   * @param {AsyncIterable<string>} chunks
   * @returns {Promise<Report>}
   */
  async function run(chunks) {
    /** @type {Report} */
    const state = {
      format: '',
      rows: 0,
      added: 0,
      left: 0,
      refused: {},
      named: [],
      isOver: false,
      problem: '',
      at: 0,
    };
    await note(state);
    try {
      await read(chunks, state);
    } catch (error) {
      state.problem = messageOf(error);
      throw error;
    } finally {
      state.isOver = true;
      await note(state);
    }
    return state;
  }

  /** @param {AsyncIterable<string>} chunks @param {Report} state */
  async function read(chunks, state) {
    /** @type {((row: string[]) => Entry['put'] | Reason) | null} */
    let readRow = null;
    /** @type {Entry[]} */
    let entries = [];
    for await (const row of readRows(chunks)) {
      if (readRow === null) {
        const names = (row ?? []).map(nameOf);
        state.format = formatOf(names);
        readRow = reader(names, state.format);
        continue;
      }
      state.rows++;
      const put = row ? readRow(row) : 'tooLong';
      if (typeof put === 'string') refuse(state, state.rows, put);
      else entries.push({ row: state.rows, email: put.email, put });
      if (entries.length < AT_ONCE) continue;
      await write(entries, state);
      entries = [];
    }
    await write(entries, state);
  }

  /** @param {Entry[]} entries @param {Report} state */
  async function write(entries, state) {
    const ids = await subscribers.idsOf(entries.map(({ email }) => email));
    const present = await store.getMany('subscriber', ids);
    /** @type {Map<string, Put>} */
    const puts = new Map();
    entries.forEach(({ row, put }, place) => {
      const id = ids[place];
      const before = present[place];
      const leaves = put.state === 'unsubscribed';
      if (before?.state === 'unsubscribed') return refuse(state, row, 'hasLeft');
      if (puts.has(id) || (before && !leaves)) return refuse(state, row, 'known');
      const { unsubscribedAt } = put;
      const record = before ? { ...before, state: put.state, unsubscribedAt } : { ...put, id };
      puts.set(id, { kind: 'subscriber', record, revision: before?.revision ?? null });
      if (leaves) state.left++;
      else state.added++;
    });
    try {
      await store.writeMany([...puts.values()]);
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
      await writeEach([...puts.values()]);
    }
    await note(state);
  }

  /** When somebody else has written one of them meanwhile, that stands. @param {Put[]} puts */
  async function writeEach(puts) {
    for (const put of puts)
      try {
        await store.write([put]);
      } catch (error) {
        if (!isError(error, 'conflict')) throw error;
      }
  }

  /** @param {Report} state */
  async function note(state) {
    state.at = clock.now();
    const before = await store.get('token', ID);
    const record = { ...state, id: ID };
    await store.write([{ kind: 'token', record, revision: before?.revision ?? null }]);
  }

  /** @param {string[]} names  of the columns @param {string} format */
  function reader(names, format) {
    return (/** @type {string[]} */ row) => {
      const first = (/** @type {string} */ wanted) => {
        for (const name of wanted.split(' ')) {
          const value = row[names.indexOf(name)]?.trim();
          if (value) return value;
        }
        return '';
      };
      const email = normaliseEmail(first('email email_address e_mail'));
      if (!email) return 'noAddress';
      const state = stateOf(first);
      if (state === 'unconfirmed') return 'notConfirmed';
      const confirmedAt = timeOf(first(CONSENTED), clock.now());
      if (state !== 'unsubscribed' && !confirmedAt) return 'noDate';
      const now = new Date(clock.now()).toISOString();
      const language = first('language');
      const unsubscribedAt = timeOf(first('unsubscribed_at unsub_time'), clock.now()) || now;
      return {
        ...createSubscriber(now),
        email,
        state,
        tags: format === 'Larder' ? first('tags').split('\n').filter(Boolean).slice(0, 100) : [],
        language: readerWords.languages.includes(language) ? language : '',
        source: (format === 'Larder' && first('source').slice(0, 200)) || `import ${format}`,
        confirmedAt,
        unsubscribedAt: state === 'unsubscribed' ? unsubscribedAt : '',
        bounces: state === 'paused' ? 2 : 0,
      };
    };
  }
}

/** Where a list has the time of consent, the best first. */
const CONSENTED =
  'confirmed_at confirm_time optin_time subscribed_at subscribe_date creation_date created_at date_added date';

/** @type {[format: string, columns: string][]} */
const FORMATS = [
  ['Larder', 'confirmed_at unsubscribed_at source'],
  ['Substack', 'email active_subscription'],
  ['Substack', 'email email_disabled'],
  ['Ghost', 'email subscribed_to_emails'],
  ['Mailchimp', 'email_address leid'],
  ['Mailchimp', 'email_address optin_time'],
  ['Buttondown', 'email subscriber_type'],
  ['Buttondown', 'email creation_date'],
  ['Kit', 'email first_name'],
];

/** @param {string[]} names @returns {string} */
const formatOf = (names) =>
  FORMATS.find(([, columns]) => columns.split(' ').every((each) => names.includes(each)))?.[0] ??
  'CSV';

/** @param {string} column */
const nameOf = (column) =>
  column
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');

const LEFT = /^(?:unsubscribed|cancell?ed|removed|complained|spam(?:my)?|blocked)$/i;
const FAILED = /^(?:bounced|cleaned|undeliverable|paused)$/i;
const OPEN = /^(?:unactivated|unconfirmed|inactive|pending)$/i;

/** @param {(names: string) => string} first  value of these columns @returns {Subscriber['state']} */
function stateOf(first) {
  const said = first('state status subscriber_type type');
  const hasLeft =
    LEFT.test(said) ||
    /^(?:true|1|yes)$/i.test(first('email_disabled')) ||
    /^(?:false|0|no)$/i.test(first('subscribed_to_emails')) ||
    first('unsub_time unsubscribed_at deleted_at') !== '';
  if (hasLeft) return 'unsubscribed';
  if (FAILED.test(said) || first('clean_time') !== '') return 'paused';
  return OPEN.test(said) ? 'unconfirmed' : 'confirmed';
}

/** @param {string} text @param {number} now @returns {string} ISO; '' when it is no time, or still to come */
function timeOf(text, now) {
  const isBare = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text);
  const time = Date.parse(isBare ? `${text.replace(' ', 'T')}Z` : text);
  return time > 0 && time <= now ? new Date(time).toISOString() : '';
}

/** @param {Report} state @param {number} row @param {Reason} reason */
function refuse(state, row, reason) {
  state.refused[reason] = (state.refused[reason] ?? 0) + 1;
  if (state.named.length < NAMED_AT_MOST) state.named.push({ row, reason });
}
