import assert from 'node:assert/strict';
import { lookAround } from '../../../lib/start/certificates/look-around.js';
import { createClock } from '../../support/clock.js';

const name = 'blog.example.org';

describe('A look before a certificate is asked for', () => {
  it('finds nothing where a request through the name arrives', async () => {
    assert.deepEqual(await look({ answer: (challenges, token) => challenges.get(token) }), []);
  });

  it('finds a name without an address', async () => {
    const resolve = async () => assert.fail('ENOTFOUND');
    const [warning] = await look({ resolve });
    assert.match(
      warning,
      /^blog.example.org has no address .* asks for a certificate all the same/,
    );
  });

  it('finds another server at the name', async () => {
    const [warning] = await look({ answer: () => 'Welcome to nginx!'.repeat(1e5) });
    assert.match(warning, /another server answers, with status 200/);
  });

  it('finds that nobody answers', async () => {
    const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    const [warning] = await look({ answer: () => assert.fail(refused) });
    assert.match(warning, /does not arrive here \(connect ECONNREFUSED\)/);
  });

  it('does not wait for ever', async () => {
    const clock = createClock();
    const looking = look({ clock, answer: () => null });
    // After the look at the name.
    await new Promise((resolve) => void setImmediate(resolve));
    await clock.tick(5000);
    assert.match((await looking)[0], /no answer in time/);
  });

  it('ends when the server stops, also when the name is not found out yet', async () => {
    const ending = new AbortController();
    const looking = look({ resolve: () => new Promise(() => {}), signal: ending.signal });
    ending.abort(new Error('stopping'));
    assert.equal((await looking).length, 1);
  });

  it('looks at the address alone where nothing is asked over HTTP', async () => {
    assert.deepEqual(await look({ hasHttp: false, answer: () => assert.fail('asked') }), []);
  });

  it('leaves nothing to be answered', async () => {
    /** @type {Map<string, string>} */
    const challenges = new Map();
    await look({ challenges, answer: () => 'other' });
    assert.equal(challenges.size, 0);
  });

  /**
   * @param {object} options
   * @param {(challenges: Map<string, string>, token: string) => string | null | undefined} [options.answer]
   * @param {() => Promise<unknown>} [options.resolve]
   * @param {Map<string, string>} [options.challenges]
   * @param {boolean} [options.hasHttp]
   * @param {ReturnType<typeof createClock>} [options.clock]
   * @param {AbortSignal} [options.signal]
   */
  function look({ answer = () => '', resolve = async () => {}, ...options }) {
    const { challenges = new Map(), clock = createClock(), hasHttp = true } = options;
    const proofs = { overHttp: challenges, inTls: new Map(), tell() {} };
    const { signal = new AbortController().signal } = options;
    /** @type {any} */
    const fetch = async (/** @type {string} */ url, /** @type {{ signal: AbortSignal }} */ how) => {
      const token = url.slice(`http://${name}/.well-known/acme-challenge/`.length);
      const text = answer(challenges, token);
      if (text !== null) return new Response(text);
      return new Promise((_resolve, reject) =>
        how.signal.addEventListener('abort', () => reject(how.signal.reason)),
      );
    };
    return lookAround({ names: [name], proofs, hasHttp, fetch, resolve, clock }, signal);
  }
});
