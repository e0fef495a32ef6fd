import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forbids, isKeyed } from './forbidden.js';
import { eachWorld } from './world.js';
/** @import { Asked, Given, Meant } from './forbidden.js' */

const RUNS = 100;
const SECOND = 1000;

const seconds = fc.constantFrom(0, 1, 5, 10, 60);

/**
 * @param {string[]} timed  names of directives with a number of seconds
 * @param {string[]} bare
 * @param {number} maxLength
 * @returns {fc.Arbitrary<Record<string, number | true>>}
 */
const directives = (timed, bare, maxLength) =>
  fc
    .subarray([...timed, ...bare], { maxLength })
    .chain((names) =>
      fc.record(
        Object.fromEntries(
          names.map((name) => [name, bare.includes(name) ? fc.constant(true) : seconds]),
        ),
      ),
    );

/** Most have few fields, so that something is stored at all. @type {fc.Arbitrary<Omit<Meant, 'id'>>} */
const responses = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 203, 404, 403, 500, 503),
  directives: fc.oneof(
    fc.constant({ 'max-age': 60 }),
    directives(
      ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'],
      ['no-store', 'private', 'no-cache', 'public', 'must-revalidate', 'proxy-revalidate'],
      3,
    ),
  ),
  expires: fc.option(seconds, { nil: undefined, freq: 3 }),
  modified: fc.option(fc.constantFrom(100, 1000), { nil: undefined, freq: 2 }),
  age: fc.constantFrom(0, 0, 0, 5),
  vary: fc.constantFrom([], [], [], ['x-kind'], ['x-kind', 'x-other'], ['x-unknown'], ['*']),
  cookie: fc.constantFrom(false, false, false, true),
  etag: fc.boolean(),
});

/** @type {fc.Arbitrary<Record<string, string>>} */
const headers = fc.record(
  {
    'x-kind': fc.constantFrom('a', 'b'),
    'x-other': fc.constantFrom('a', 'b'),
    authorization: fc.constant('Basic eDp5'),
  },
  { requiredKeys: [] },
);
/** @type {fc.Arbitrary<Record<string, string>>} */
const unknown = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ 'x-unknown': fc.constantFrom('a', 'b') }) },
);

/** @type {fc.Arbitrary<Asked>} */
const requests = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'),
  headers: fc.tuple(headers, unknown).map(([known, more]) => ({ ...known, ...more })),
  directives: directives(['max-age', 'min-fresh', 'max-stale'], ['no-cache', 'no-store'], 1),
});

const steps = fc.record({
  request: requests,
  response: responses,
  /** What the origin does with a validator: says that nothing has changed, or makes another response. */
  agrees: fc.boolean(),
  pause: fc.constantFrom(0, 0, 0, 0, 0, 1, 4, 10, 70),
  fails: fc.constantFrom(false, false, false, false, false, true),
});

describe('Whatever is asked and answered', () => {
  const { clock, asks, answers } = eachWorld({ FORWARD_HEADERS: 'X-Kind, X-Other' });
  let urls = 0;

  it('no stored response is used where RFC 9111 forbids it, and no cookie shared', async () => {
    let hits = 0;
    const property = fc.asyncProperty(
      fc.array(steps, { maxLength: 16, size: 'max' }),
      async (story) => {
        const url = `/${urls++}`;
        /** @type {Given[]} */
        const given = [];
        let changedAt = 0;
        for (const { request, response, agrees, pause, fails } of story) {
          await clock.tick(pause * SECOND);
          const now = clock.now() / SECOND;
          const exchange = {
            asked: request,
            now,
            changedAt,
            failed: fails || response.status >= 500,
          };
          const made = /** @type {Given[]} */ ([]);
          const validated = /** @type {Given[]} */ ([]);
          answers(({ method = '', headers }, reply) => {
            if (fails) return void reply.socket?.destroy();
            // What a HEAD finds stale is fetched anew by GET.
            const cause = { ...request, method };
            const same = given.find(({ id }) => headers['if-none-match'] === `"${id}"`);
            const dated = {
              directives: response.directives,
              age: response.age,
              at: clock.now() / SECOND,
            };
            if (method === 'GET' && same && agrees) {
              // A 304 says everything anew.
              const { expires, modified, vary, cookie } = same;
              if (isKeyed(cause, same))
                Object.assign(same, { ...dated, expires, modified, vary, cookie, for: cause });
              validated.push(same);
              reply.writeHead(304, fieldsOf({ ...same, cookie: false }));
              return void reply.end();
            }
            const id = given.length + 1;
            given.push({ ...response, ...dated, id, for: cause });
            made.push(given[id - 1]);
            reply.writeHead(response.status, fieldsOf(given[id - 1]));
            reply.end(method === 'HEAD' ? undefined : String(id));
          });
          const answer = await asks(url, headersOf(request), request.method);
          if (request.method === 'POST' && answer.status < 400) changedAt = given.length;
          const used = given[Number(answer.text) - 1];
          if (used) {
            assert.deepEqual(forbids(used, { ...exchange, made, validated }), []);
            if (made.length + validated.length === 0) hits++;
            if (!made.includes(used)) assert.equal(answer.headers['set-cookie'], undefined);
          }
          // What is validated in the background is done before the next step.
          if (/hit; ttl=(?:-|0)/.test(answer.via)) await asks('/.cache/status');
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS });
    assert.ok(hits > RUNS / 10, `only ${hits} hits`);
  });
});

/** @param {Asked} asked */
function headersOf({ headers, directives }) {
  const control = listOf(directives);
  return { ...headers, ...(control ? { 'Cache-Control': control } : {}) };
}

/** @param {Given} given @returns {Record<string, string>} */
function fieldsOf({ id, at, directives, expires, modified, age, vary, cookie, etag }) {
  const date = Math.floor(at) * SECOND;
  const text = (/** @type {number} */ time) => new Date(time).toUTCString();
  return {
    Date: text(date),
    'Cache-Control': listOf(directives),
    ...(expires === undefined ? {} : { Expires: text(date + expires * SECOND) }),
    ...(modified === undefined ? {} : { 'Last-Modified': text(date - modified * SECOND) }),
    ...(age ? { Age: String(age) } : {}),
    ...(vary.length > 0 ? { Vary: vary.join(', ') } : {}),
    ...(cookie ? { 'Set-Cookie': `id=${id}` } : {}),
    ...(etag ? { ETag: `"${id}"` } : {}),
  };
}

/** @param {Record<string, number | string | true>} directives */
const listOf = (directives) =>
  Object.entries(directives)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(', ');
