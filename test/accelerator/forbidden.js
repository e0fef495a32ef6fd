/**
 * A naive reading of what RFC 9111 forbids a shared cache. It knows the responses as they were meant, not as text, and shares no code with
 * the accelerator.
 *
 * @typedef {object} Meant  A response as the origin means it.
 * @property {number} id  in its body
 * @property {number} status
 * @property {Record<string, number | string | true>} directives  of Cache-Control
 * @property {number} [expires]  seconds after its Date
 * @property {number} [modified]  seconds before its Date
 * @property {number} age  in seconds
 * @property {string[]} vary  names in lower case
 * @property {boolean} cookie
 * @property {boolean} etag
 *
 * @typedef {{ method: string, headers: Record<string, string>, directives: Record<string, number | true> }} Asked
 *
 * @typedef {Meant & { for: Asked, at: number }} Given  a response, the request for which it was made, and the time in seconds at which it
 *   was made or last validated
 *
 * @typedef {object} Exchange
 * @property {Asked} asked
 * @property {number} now  in seconds
 * @property {Given[]} made  what the origin made meanwhile
 * @property {Given[]} validated  what it validated meanwhile
 * @property {boolean} failed  whether it did not answer meanwhile, or with an error of its own
 * @property {number} changedAt  when an unsafe request last changed the URL, as a number of responses
 */

/**
 * @param {Given} given  whose body the client got
 * @param {Exchange} exchange
 * @returns {string[]} what forbids it
 */
export function forbids(given, exchange) {
  if (exchange.made.includes(given)) return [];
  const { asked, changedAt } = exchange;
  // What a validation says is first said to the client for which it is made.
  const directives = exchange.validated.includes(given) ? {} : given.directives;
  const shared = ['public', 'must-revalidate', 's-maxage'].some((name) => name in directives);
  return [
    ...('no-store' in directives ? ['3: no-store'] : []),
    ...('private' in directives ? ['3: private'] : []),
    ...(given.cookie ? ['a cookie is one client’s'] : []),
    ...(given.status === 206 ? ['3: a part'] : []),
    ...(given.for.method === 'GET' ? [] : ['3: the method']),
    ...('no-store' in given.for.directives ? ['5.2.1.5: the request’s no-store'] : []),
    ...('authorization' in given.for.headers && !shared && directives === given.directives
      ? ['3.5: Authorization']
      : []),
    ...(given.vary.every((name) => name !== '*' && given.for.headers[name] === asked.headers[name])
      ? []
      : ['4.1: Vary']),
    ...(isKeyed(given.for, given) ? [] : ['X-Unknown is no part of the key']),
    ...(given.id <= changedAt ? ['4.4: changed since'] : []),
    ...(mayBeUsed(given, exchange) ? [] : ['4.2: stale']),
  ];
}

/** @param {Asked} asked @param {Meant} meant for it @returns {boolean} whether others may get it, in spite of a field that is not listed */
export const isKeyed = ({ headers }, { vary }) =>
  !('x-unknown' in headers) || vary.includes('x-unknown');

/** @param {Given} given @param {Exchange} exchange */
function mayBeUsed(given, { asked, now, validated, failed }) {
  if (validated.includes(given)) return true;
  const { directives } = given;
  if ('no-cache' in directives || 'no-cache' in asked.directives) return false;
  const age = given.age + now - given.at;
  const left = lifetime(given) - age;
  const wanted = Number(asked.directives['max-age'] ?? Infinity);
  const spare = Number(asked.directives['min-fresh'] ?? 0);
  if (left > 0 && age <= wanted && left >= spare) return true;
  const strict = ['must-revalidate', 'proxy-revalidate', 's-maxage'].some((n) => n in directives);
  if (strict) return false;
  if (failed) return true;
  if (age > wanted) return false;
  const accepted = asked.directives['max-stale'];
  return (
    -left < Number(directives['stale-while-revalidate'] ?? 0) ||
    accepted === true ||
    (accepted !== undefined && -left <= accepted)
  );
}

/** @param {Meant} meant @returns {number} seconds */
function lifetime({ status, directives, expires, modified }) {
  if ('s-maxage' in directives) return Number(directives['s-maxage']);
  if ('max-age' in directives) return Number(directives['max-age']);
  if (expires !== undefined) return expires;
  const heuristic = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].includes(status);
  return modified !== undefined && (heuristic || 'public' in directives) ? modified / 10 : 0;
}
