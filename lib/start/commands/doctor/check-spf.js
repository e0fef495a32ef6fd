/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Ask } from './check-sender.js' */

/** Look-ups with which a receiver gives up (RFC 7208, section 4.6.4). */
const LOOKUPS_AT_MOST = 10;

/**
 * @param {string} domain  of the address that mail servers send mail back to
 * @param {string} host  of the mail server
 * @param {Ask} ask
 * @returns {Promise<Problem[]>}
 */
export async function checkSpf(domain, host, ask) {
  const found = await recordsOf(domain, ask);
  if (found.length === 0)
    return [
      {
        what: `${domain} has no SPF record, which says from where its mail comes`,
        todo: `Add to the DNS, unless your mail provider says another one: ${domain}. TXT "v=spf1 a:${host} ~all"`,
      },
    ];
  if (found.length > 1)
    return [
      {
        what: `${domain} has ${found.length} SPF records: receivers take none of them`,
        todo: `Make one of them: ${found.map((each) => `"${each}"`).join(' and ')}`,
      },
    ];
  const { lookups, end, missing } = await follow(found[0], ask);
  const problems = missing.map((name) => ({
    what: `The SPF record of ${domain} names ${name}, which has none`,
    todo: `Remove it from ${domain}. TXT "${found[0]}"`,
  }));
  if (lookups > LOOKUPS_AT_MOST)
    problems.push({
      what: `The SPF record of ${domain} takes more than ${LOOKUPS_AT_MOST} look-ups: receivers give up`,
      todo: `Remove from it what sends no mail of yours: ${domain}. TXT "${found[0]}"`,
    });
  else if (!/^[-~]/.test(end))
    problems.push({
      what: `The SPF record of ${domain} lets anybody send: it does not end in ~all or -all`,
      todo: `Have it end so: ${domain}. TXT "${withEnd(found[0])}"`,
    });
  return problems;
}

/** @param {string} record */
const withEnd = (record) => `${record.replace(/\s[+?]?all(?=\s|$)/i, '').trim()} ~all`;

/** @param {string} domain @param {Ask} ask */
async function recordsOf(domain, ask) {
  const texts = await ask('TXT', domain);
  return texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
}

/**
 * @param {string} record
 * @param {Ask} ask
 * @returns {Promise<{ lookups: number, end: string, missing: string[] }>} `end`: its `all`, or ''
 */
async function follow(record, ask) {
  /** @type {string[]} */
  const missing = [];
  let lookups = 0;
  const end = await walk(record);
  return { lookups, end, missing };

  /** @param {string} text @returns {Promise<string>} */
  async function walk(text) {
    let all = '';
    let redirect = '';
    for (const term of text.toLowerCase().split(/\s+/).slice(1)) {
      const [start = '', name = ''] = /^[-+~?]?([a-z]+)/.exec(term) ?? [];
      const value = term.slice(start.length + 1);
      if (name === 'all') all ||= /^[-+~?]/.test(term) ? term : `+${term}`;
      if (!/^(?:include|a|mx|ptr|exists|redirect)$/.test(name)) continue;
      if (++lookups > LOOKUPS_AT_MOST) return all;
      if (name === 'redirect') redirect = value;
      // What has a macro is another one for each mail.
      if (name === 'include' && !value.includes('%')) await enter(value);
    }
    return all || (redirect && (await enter(redirect)));
  }

  /** @param {string} domain @returns {Promise<string>} */
  async function enter(domain) {
    const [first] = await recordsOf(domain, ask);
    if (first === undefined) missing.push(domain);
    return first === undefined ? '' : walk(first);
  }
}
