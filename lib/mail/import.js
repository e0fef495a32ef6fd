import { isError } from '../base/errors.js';
import { readerWords } from '../base/words.js';
import { settle } from '../content/writing/writer.js';
import { normaliseEmail } from './address.js';
import { readField, readRows } from './csv.js';
import { createSubscriber } from './new-subscriber.js';
/** @import { Put, Store } from '../store/types.js' */
/** @import { Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */

/** Rows that are looked up and written at once. */
const AT_ONCE = 1000;
/** Refused rows that the report names. */
const NAMED_AT_MOST = 50;
/**
 * @typedef {'noAddress' | 'notConfirmed' | 'noDate' | 'tooLong' | 'hasLeft' | 'known'} Reason
 *
 * @typedef {object} Progress
 * @property {string} startedAt  ISO
 * @property {string} format  whose list it is
 * @property {number} rows  read
 * @property {number} added
 * @property {number} left  that stay unsubscribed
 * @property {Partial<Record<Reason, number>>} refused
 * @property {{ row: number, reason: Reason }[]} named  the first refused ones; never an address
 *
 * @typedef {{ row: number, put: Subscriber }} Entry
 */

/** @param {number} now @returns {Progress} of an import that begins */
export const beginImport = (now) => ({
  startedAt: new Date(now).toISOString(),
  format: '',
  rows: 0,
  added: 0,
  left: 0,
  refused: {},
  named: [],
});

/**
 * Brings subscribers along from another program, as CSV of any length. Who is known here stays as they are, but for
 * those who have unsubscribed there.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Subscribers} deps.subscribers
 * @param {AsyncIterable<string> | Iterable<string>} deps.chunks
 * @param {Progress} deps.progress  from where it goes on: what was written after it is found, and counted as if it was
 *   written now
 * @returns {AsyncGenerator<Progress>} after each part
 */
export async function* importSubscribers({ store, subscribers, chunks, progress }) {
  const state = structuredClone(progress);
  const begun = state.rows;
  const now = Date.parse(state.startedAt);
  let isReplay = true;
  /** @type {((row: string[]) => Entry['put'] | Reason) | null} */
  let readRow = null;
  /** @type {Entry[]} */
  let entries = [];
  let seen = 0;
  for await (const row of readRows(chunks)) {
    if (readRow === null) {
      const names = (row ?? []).map(nameOf);
      state.format = formatOf(names);
      readRow = reader(names);
      continue;
    }
    if (seen++ < begun) continue;
    state.rows++;
    const put = row ? readRow(row) : 'tooLong';
    if (typeof put === 'string') refuse(state, state.rows, put);
    else entries.push({ row: state.rows, put });
    if (entries.length < AT_ONCE) continue;
    await write(entries);
    entries = [];
    yield state;
  }
  await write(entries);
  yield state;

  /** @param {Entry[]} entries */
  async function write(entries) {
    const ids = await subscribers.idsOf(entries.map(({ put }) => put.email));
    const present = await store.getMany('subscriber', ids);
    const wasReplay = isReplay;
    isReplay &&= present.every((before) => before !== null);
    /** @type {Map<string, Subscriber>} */
    const puts = new Map();
    entries.forEach(({ row, put }, place) => {
      const id = ids[place];
      const before = puts.get(id) ?? present[place];
      const leaves = put.state === 'unsubscribed';
      if (wasReplay && !puts.has(id) && isOurs(before, put)) return count(leaves);
      if (before?.state === 'unsubscribed') return refuse(state, row, 'hasLeft');
      if (before && !leaves) return refuse(state, row, 'known');
      const { unsubscribedAt } = put;
      puts.set(id, before ? { ...before, state: put.state, unsubscribedAt } : { ...put, id });
      count(leaves);
    });
    const writes = [...puts.values()].map(putOf);
    try {
      await store.writeMany(writes);
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
      // Somebody else has written one of them meanwhile: that stands.
      for (const each of writes) await settle(store.write([each]));
    }
  }

  /**
   * Whether this import has written it, before its process ended.
   * @param {Subscriber | null} before
   * @param {Subscriber} put
   */
  function isOurs(before, put) {
    const hasLeft = begun > 0 && put.unsubscribedAt !== '';
    const isNew = before?.createdAt === state.startedAt && before.source === put.source;
    return isNew || (hasLeft && before?.unsubscribedAt === put.unsubscribedAt);
  }

  /** @param {boolean} leaves */
  function count(leaves) {
    if (leaves) state.left++;
    else state.added++;
  }

  /** @param {string[]} names  of the columns */
  function reader(names) {
    const { format, startedAt } = state;
    return (/** @type {string[]} */ row) => {
      const first = (/** @type {string} */ wanted) => {
        for (const name of wanted.split(' ')) {
          const value = row[names.indexOf(name)]?.trim();
          if (value) return readField(value);
        }
        return '';
      };
      const email = normaliseEmail(first('email email_address e_mail'));
      if (!email) return 'noAddress';
      const state = stateOf(first);
      if (state === 'unconfirmed') return 'notConfirmed';
      const confirmedAt = timeOf(first(CONSENTED), now);
      if (state !== 'unsubscribed' && !confirmedAt) return 'noDate';
      const language = first('language');
      const unsubscribedAt =
        timeOf(first('unsubscribed_at unsub_time unsubscription_date'), now) || startedAt;
      return {
        ...createSubscriber(startedAt),
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

/** @param {Subscriber} record @returns {Put} */
const putOf = (record) => ({ kind: 'subscriber', record, revision: record.revision ?? null });

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
  ['Buttondown', 'email_address creation_date'],
  ['Kit', 'email first_name'],
  ['Kit', 'email_address first_name'],
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
    first('unsub_time unsubscribed_at unsubscription_date deleted_at') !== '';
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

/** @param {Progress} state @param {number} row @param {Reason} reason */
function refuse(state, row, reason) {
  state.refused[reason] = (state.refused[reason] ?? 0) + 1;
  if (state.named.length < NAMED_AT_MOST) state.named.push({ row, reason });
}
