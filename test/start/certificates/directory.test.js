import assert from 'node:assert/strict';
import { join } from 'node:path';
import { eachTest } from '../../support/blog.js';
import { error, MINUTE, refusal, setUp as setUpWith } from './set-up.js';

describe('A directory that gives no certificate', () => {
  const { makeFolder } = eachTest();
  /** @param {Parameters<typeof setUpWith>[0]} [options] */
  const setUp = (options) => setUpWith({ folder: join(makeFolder(), 'certificates'), ...options });

  it('is told apart from another server at the name when it does not accept ACME_EAB', async () => {
    const { certificates, directory } = setUp({ acmeEab: 'mine:c2VjcmV0' });
    directory.meddle = (step) => (step === 'account' ? refusal('unauthorized') : undefined);
    await certificates.look();
    assert.match(certificates.state.problem, /: No\. Set ACME_EAB to the kid and key/);
  });

  for (const [what, answer, sentence] of /** @type {[string, () => Response, RegExp][]} */ ([
    ['is no page', () => new Response('', { status: 404 }), /answers with status 404\. Correct/],
    ['redirects', () => new Response('', { status: 301 }), /answers with status 301\. Correct/],
    ['is a page', () => new Response('Hello'), /is no ACME directory\. Correct ACME_URL\.$/],
    ['is half', () => json('{"new'), /directory does not answer in JSON\. Correct ACME_URL\.$/],
    ['is down', () => new Response('', { status: 502 }), /502\. It is out of order: Larder tries/],
    ['is shut', () => fails('ECONNRESET'), /cannot be reached: look at ACME_URL/],
    ['has no TLS', () => fails('ERR_SSL_WRONG_VERSION_NUMBER'), /Correct ACME_URL: .* no HTTPS/],
    ['is another', () => fails('ERR_TLS_CERT_ALTNAME_INVALID'), /Correct ACME_URL: .* of another/],
  ]))
    it(`is named with what to do when it ${what}`, async () => {
      const { certificates, directory } = setUp();
      directory.meddle = (step) => (step === 'directory' ? answer() : undefined);
      await certificates.look();
      assert.match(certificates.state.problem, sentence);
    });

  it('is given up for a while when it is silent', async () => {
    const { certificates, directory, clock } = setUp();
    /** @type {Promise<void>} */
    const asked = new Promise((resolve) => {
      directory.fetch = (_url, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          resolve();
        });
    });
    const looking = certificates.look();
    await asked;
    await clock.tick(MINUTE);
    await looking;
    assert.match(
      certificates.state.problem,
      /: The directory does not answer in time\. .* look at ACME_URL and the firewall\.$/,
    );
  });
});

/** @param {string} text */
const json = (text) => new Response(text, { headers: { 'Content-Type': 'application/json' } });

/** @param {string} code @returns {Response} */
function fails(code) {
  throw new TypeError('fetch failed', { cause: error(code) });
}
