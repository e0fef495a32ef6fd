import assert from 'node:assert/strict';
import { createAccess } from '../../lib/accelerator/control/access.js';
import { createClients } from '../../lib/http/clients.js';
import { createClock } from '../support/clock.js';
/** @import { AccessConfig } from '../../lib/accelerator/control/access.js' */

/** @type {AccessConfig} */
const OPEN = {
  cacheUser: '',
  cachePassword: '',
  cacheToken: '',
  cachePlainHttp: 'loopback',
  trustProxy: false,
  workers: 1,
};
const LOCKED = { ...OPEN, cacheUser: 'ann', cachePassword: 'se:cret', cacheToken: 'tok.en' };
const BASIC = `Basic ${Buffer.from('ann:se:cret').toString('base64')}`;
const WRONG = `Basic ${Buffer.from('ann:secret').toString('base64')}`;

/**
 * @param {Partial<AccessConfig>} config
 */
function begin(config) {
  const clock = createClock();
  const whole = { ...OPEN, ...config };
  const clients = createClients(whole.trustProxy);
  const check = createAccess({ config: whole, clients, clock });
  /** @param {Record<string, string>} [headers] @param {{ from?: string, isEncrypted?: boolean }} [connection] */
  const ask = (headers = {}, { from = '127.0.0.1', isEncrypted = false } = {}) =>
    check(
      /** @type {any} */ ({
        headers: { host: 'localhost:3000', ...headers },
        socket: { remoteAddress: from, ...(isEncrypted ? { encrypted: true } : {}) },
      }),
    );
  return { ask, clock };
}

const forbidden = { code: 'forbidden' };
const unauthorised = { code: 'unauthorised' };

describe('Without a password or a token, the interface of the cache', () => {
  it('is open to this machine alone', () => {
    const { ask } = begin({});
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8']) ask({}, { from });
    for (const from of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '', '127.0.0.1.example'])
      assert.throws(() => ask({}, { from, isEncrypted: true }), forbidden);
  });

  it('is closed to what another program on this machine passes on, unless it is trusted to say for whom', () => {
    const { ask } = begin({});
    for (const name of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])
      assert.throws(() => ask({ [name]: '127.0.0.1' }), forbidden, name);
    const trusting = begin({ trustProxy: ['loopback'] });
    trusting.ask({ 'x-forwarded-for': '127.0.0.1' });
    assert.throws(() => trusting.ask({ 'x-forwarded-for': '192.0.2.1' }), forbidden);
    const far = { from: '192.0.2.1', isEncrypted: true };
    const counting = begin({ trustProxy: 1 });
    assert.throws(() => counting.ask({ 'x-forwarded-for': '127.0.0.1' }, far), forbidden);
    assert.throws(() => trusting.ask({ 'x-forwarded-for': '127.0.0.1, 192.0.2.1' }), forbidden);
  });

  it('is closed to names that may have been pointed here (DNS rebinding)', () => {
    const { ask } = begin({});
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000']) ask({ host });
    for (const host of ['rebind.example', 'localhost.example', '127.0.0.1.example:3000'])
      assert.throws(() => ask({ host }), forbidden, host);
  });
});

describe('The interface of the cache', () => {
  it('is closed to pages, which would use the credentials of a browser or its place on the machine', () => {
    for (const [config, headers] of /** @type {const} */ ([
      [{}, {}],
      [LOCKED, { authorization: BASIC }],
    ])) {
      const { ask } = begin(config);
      for (const site of ['cross-site', 'same-site', 'same-origin'])
        assert.throws(() => ask({ ...headers, 'sec-fetch-site': site }), forbidden);
      assert.throws(() => ask({ ...headers, origin: 'null' }), forbidden);
      ask({ ...headers, 'sec-fetch-site': 'none' });
    }
  });

  it('takes the user and password, or the token', () => {
    const { ask } = begin(LOCKED);
    for (const authorization of [BASIC, BASIC.replace('Basic', 'bASIC '), 'Bearer tok.en'])
      ask({ authorization });
  });

  it('takes nothing else, and says how to sign in', () => {
    const { ask } = begin(LOCKED);
    const wrong = [
      ...[WRONG, 'Basic', 'Basic =', 'Bearer', 'Bearer tok.e', 'Bearer tok.en2', 'tok.en'],
      ...[BASIC.replace('Basic', 'Bearer'), 'Basic tok.en'],
    ];
    const headers = [
      ...['WWW-Authenticate', 'Basic realm="cache", charset="UTF-8"'],
      ...['WWW-Authenticate', 'Bearer'],
    ];
    assert.throws(() => ask(), { ...unauthorised, headers });
    for (const authorization of wrong)
      assert.throws(() => ask({ authorization }), { ...unauthorised, headers }, authorization);
  });

  it('takes only what is set up', () => {
    const token = begin({ cacheToken: 'tok.en' });
    const basic = begin({ cacheUser: 'ann', cachePassword: 'se:cret' });
    assert.throws(() => token.ask({ authorization: BASIC }), unauthorised);
    assert.throws(() => token.ask({ authorization: 'Basic Og==' }), unauthorised);
    assert.throws(() => basic.ask({ authorization: 'Bearer ' }), unauthorised);
    assert.throws(() => basic.ask({ authorization: 'Bearer tok.en' }), unauthorised);
  });

  it('slows down guessing, of one network at a time, also for the right guess', async () => {
    const { ask, clock } = begin(LOCKED);
    for (let time = 0; time < 10; time++)
      assert.throws(() => ask({ authorization: WRONG }), unauthorised);
    assert.throws(() => ask({ authorization: BASIC }), { code: 'tooMany' });
    ask({ authorization: BASIC }, { from: '2001:db8::1', isEncrypted: true });
    await clock.tick(1000);
    ask({ authorization: BASIC });
  });

  it('lets all workers together have no more wrong guesses than one', () => {
    const { ask } = begin({ ...LOCKED, workers: 3 });
    for (let time = 0; time < 4; time++)
      assert.throws(() => ask({ authorization: WRONG }), unauthorised);
    assert.throws(() => ask({ authorization: WRONG }), { code: 'tooMany' });
  });

  it('does not count requests without credentials, or with the right ones', () => {
    const { ask } = begin(LOCKED);
    for (let time = 0; time < 30; time++) {
      assert.throws(() => ask(), unauthorised);
      ask({ authorization: BASIC });
    }
  });

  it('needs HTTPS from other machines, unless the settings allow plain HTTP', () => {
    const far = { from: '192.0.2.1' };
    const { ask } = begin(LOCKED);
    assert.throws(() => ask({ authorization: BASIC }, far), forbidden);
    ask({ authorization: BASIC }, { ...far, isEncrypted: true });
    begin({ ...LOCKED, cachePlainHttp: 'anywhere' }).ask({ authorization: BASIC }, far);
  });

  it('believes a proxy that it is HTTPS only when the proxy is trusted', () => {
    const far = { from: '192.0.2.1' };
    const headers = { authorization: BASIC, 'x-forwarded-proto': 'https' };
    assert.throws(() => begin(LOCKED).ask(headers, far), forbidden);
    const { ask } = begin({ ...LOCKED, trustProxy: ['192.0.2.1'] });
    ask({ ...headers, 'x-forwarded-for': '198.51.100.7' }, far);
    const plain = { ...headers, 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'http' };
    assert.throws(() => ask(plain, far), forbidden);
  });
});
