import assert from 'node:assert/strict';
import { createSecureContext } from 'node:tls';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachTest } from '../../support/blog.js';
import { DAY, error, HOUR, MINUTE, names, refusal, setUp as setUpWith } from './set-up.js';

describe('A certificate', () => {
  const { makeFolder } = eachTest();
  /** @param {Parameters<typeof setUpWith>[0]} [options] */
  const setUp = (options) => setUpWith({ folder: join(makeFolder(), 'certificates'), ...options });

  it('is issued for all names, and stored for its owner alone', async () => {
    const { certificates, folder, renewed, proofs } = setUp();
    await certificates.look();
    assert.deepEqual(certificates.certificate?.names, names);
    assert.equal(renewed.length, 1);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const file of ['account.json', 'certificate.pem'])
      assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    const pem = readFileSync(join(folder, 'certificate.pem'), 'utf8');
    assert.doesNotThrow(() => createSecureContext({ key: pem, cert: pem }));
    assert.deepEqual([proofs.overHttp.size, proofs.inTls.size], [0, 0]);
  });

  it('is issued for names that are proven in TLS where port 80 is not to be had', async () => {
    const { certificates, directory, proofs } = setUp({ ways: ['tls-alpn-01'] });
    await certificates.look();
    assert.equal(certificates.state.problem, '');
    assert.ok(directory.asked.includes('tls-challenge') && !directory.asked.includes('challenge'));
    assert.deepEqual([proofs.overHttp.size, proofs.inTls.size], [0, 0]);
  });

  it('is asked for in the other way when the first one cannot be reached', async () => {
    const { certificates, directory, clock } = setUp();
    directory.meddle = (step) => (step === 'challenge' ? refusal('connection') : undefined);
    await certificates.look();
    assert.match(certificates.state.problem, /Open ports 80 and 443/);
    await clock.tick(HOUR);
    assert.deepEqual([certificates.state.problem, directory.issued], ['', 1]);
  });

  it('is proven in the way that the directory has, or says which it lacks', async () => {
    const one = setUp();
    one.directory.types = ['dns-01', 'tls-alpn-01'];
    await one.certificates.look();
    assert.equal(one.certificates.state.problem, '');
    const none = setUp();
    none.directory.types = ['dns-01'];
    await none.certificates.look();
    assert.match(none.certificates.state.problem, /offers no http-01 or tls-alpn-01/);
  });

  it('is used by the next start, which asks for none', async () => {
    const first = setUp();
    await first.certificates.look();
    const next = setUp({ folder: first.folder, clock: first.clock });
    await next.certificates.look();
    assert.deepEqual(next.certificates.certificate, first.certificates.certificate);
    assert.deepEqual(next.directory.asked, ['directory']);
  });

  it('is renewed after two thirds of its life, and not before', async () => {
    const { clock, certificates, directory } = setUp();
    await certificates.look();
    for (let day = 1; day < 60; day++) await clock.tick(DAY);
    assert.equal(directory.issued, 1);
    await clock.tick(DAY);
    assert.equal(directory.issued, 2);
    assert.equal(certificates.state.until, Math.floor(clock.now() / 1000) * 1000 + 90 * DAY);
  });

  it('is renewed within the time that the directory suggests, and says which one it replaces', async () => {
    const { clock, certificates, directory } = setUp({ random: () => 0.5 });
    await certificates.look();
    const day = (/** @type {number} */ days) => new Date(clock.now() + days * DAY).toISOString();
    directory.window = { start: day(4), end: day(6) };
    for (let hours = 0; hours < 5 * 24 - 6; hours += 6) await clock.tick(6 * HOUR);
    assert.equal(directory.issued, 1);
    await clock.tick(6 * HOUR);
    assert.equal(directory.issued, 2);
    const authority = Buffer.from('authority').toString('base64url');
    const serial = Buffer.from([0, 0x87, 1]).toString('base64url');
    assert.equal(directory.payloads.at(-1).replaces, `${authority}.${serial}`);
  });

  it('is ordered without a predecessor when the directory does not accept that', async () => {
    const { clock, certificates, directory } = setUp();
    await certificates.look();
    const past = new Date(clock.now()).toISOString();
    directory.window = { start: past, end: past };
    directory.meddle = (step, body) =>
      step === 'new-order' && body.replaces ? refusal('alreadyReplaced') : undefined;
    await clock.tick(6 * HOUR);
    assert.equal(directory.issued, 2);
  });

  it('is asked for again when a name was added', async () => {
    const first = setUp();
    await first.certificates.look();
    const more = [...names, 'new.example.org'];
    const next = setUp({ folder: first.folder, clock: first.clock, domain: more });
    await next.certificates.look();
    assert.deepEqual(next.certificates.certificate?.names, more);
  });

  it('is issued although nearly all nonces are refused', async () => {
    const { certificates, directory } = setUp();
    let asked = 0;
    directory.meddle = (step) => {
      if (!['directory', 'nonce'].includes(step) && ++asked % 8 > 0) return refusal('badNonce');
    };
    await certificates.look();
    assert.equal(certificates.state.problem, '');
  });

  it('is given up when each nonce is refused', async () => {
    const { certificates, directory } = setUp();
    directory.meddle = (step) =>
      ['directory', 'nonce'].includes(step) ? undefined : refusal('badNonce');
    await certificates.look();
    assert.ok(directory.asked.length < 100);
    assert.notEqual(certificates.state.problem, '');
  });

  it('has an account that is bound to one elsewhere, and an address', async () => {
    const { certificates, directory } = setUp({
      acmeEab: 'mine:c2VjcmV0LXNlY3JldA',
      acmeEmail: 'me@example.org',
    });
    await certificates.look();
    const [{ contact, externalAccountBinding }] = directory.payloads;
    assert.deepEqual(contact, ['mailto:me@example.org']);
    const head = JSON.parse(Buffer.from(externalAccountBinding.protected, 'base64url').toString());
    assert.deepEqual([head.alg, head.kid], ['HS256', 'mine']);
  });

  for (const [what, lose] of /** @type {const} */ ([
    [
      'was revoked',
      (/** @type {any} */ accounts) => (accounts.get([...accounts.keys()][0]).isRevoked = true),
    ],
    ['is unknown there', (/** @type {any} */ accounts) => accounts.clear()],
  ]))
    it(`gets a new account when the old one ${what}`, async () => {
      const { clock, certificates, directory } = setUp();
      await certificates.look();
      lose(directory.accounts);
      await clock.tick(60 * DAY);
      assert.equal(directory.issued, 2);
      assert.equal(certificates.state.problem, '');
    });

  it('is asked for less and less often while the directory is away for a day, and then at last issued', async () => {
    const { clock, certificates, directory, renewed, log } = setUp();
    directory.meddle = () => {
      throw new TypeError('fetch failed', { cause: error('ECONNREFUSED') });
    };
    await certificates.look();
    for (let minutes = 0; minutes < 24 * 60; minutes++) await clock.tick(MINUTE);
    assert.ok(directory.asked.length <= 11, `${directory.asked.length} requests`);
    const errors = log.lines.filter(({ level }) => level === 'error');
    assert.match(errors[0].message, /ECONNREFUSED.*The directory cannot be reached/);
    directory.meddle = () => {};
    for (let hours = 0; hours < 16; hours++) await clock.tick(HOUR);
    assert.equal(renewed.length, 1);
    assert.deepEqual([certificates.state.problem, certificates.state.next], ['', null]);
  });

  it('is asked for five times at most in the first hour', async () => {
    const { clock, certificates, directory } = setUp();
    directory.meddle = (step) => (step === 'new-order' ? refusal('dns') : undefined);
    await certificates.look();
    for (let minutes = 0; minutes < 60; minutes++) await clock.tick(MINUTE);
    const tries = directory.asked.filter((step) => step === 'new-order').length;
    assert.ok(tries <= 5, `${tries}`);
  });

  it('is not asked for before the time that the directory wants, also by the next start', async () => {
    const { clock, certificates, directory, folder } = setUp();
    directory.meddle = (step) =>
      step === 'new-order' ? refusal('rateLimited', { 'Retry-After': '36000' }) : undefined;
    await certificates.look();
    assert.equal(certificates.state.next, clock.now() + 10 * HOUR);
    await certificates.close();
    const next = setUp({ folder, clock });
    next.certificates.start();
    await clock.tick(9 * HOUR);
    assert.deepEqual(next.directory.asked, []);
    await clock.tick(HOUR);
    assert.equal(next.directory.issued, 1);
  });

  it('is not asked for at each start of a server that starts again and again', async () => {
    const { clock, certificates, directory, folder } = setUp();
    directory.meddle = (step) => (step === 'new-order' ? refusal('dns') : undefined);
    await certificates.look();
    let asked = 0;
    for (let seconds = 0; seconds < 50; seconds += 5) {
      const next = setUp({ folder, clock });
      next.certificates.start();
      await clock.tick(5000);
      asked += next.directory.asked.length;
      await next.certificates.close();
    }
    assert.equal(asked, 0);
  });

  for (const [type, sentence] of /** @type {[string, RegExp][]} */ ([
    ['rateLimited', /asked too often/],
    ['caa', /CAA record/],
    ['dns', /A and AAAA records/],
    ['connection', /Open ports 80 and 443/],
    ['unauthorized', /Another server answers/],
    ['externalAccountRequired', /Set ACME_EAB/],
    ['rejectedIdentifier', /correct DOMAIN/],
  ]))
    it(`that the directory refuses with ${type} is one sentence about it, and one about what to do`, async () => {
      const { certificates, directory } = setUp();
      directory.meddle = (step) => (step === 'finalize' ? refusal(type) : undefined);
      await certificates.look();
      assert.match(certificates.state.problem, /^There is no new certificate for blog.example.org/);
      assert.match(certificates.state.problem, sentence);
    });

  for (const [what, text] of [
    ['empty', ''],
    ['without a key', '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'],
  ])
    it(`that is stored and ${what} is named, and replaced`, async () => {
      const folder = join(makeFolder(), 'certificates');
      mkdirSync(folder);
      writeFileSync(join(folder, 'certificate.pem'), text);
      const { certificates, log } = setUp({ folder });
      assert.match(
        log.lines[0].message,
        /^The stored certificate cannot be used: .+\. Larder asks for another one\.$/,
      );
      await certificates.look();
      assert.equal(certificates.state.problem, '');
    });

  it('that the clock takes for ended is not asked for in a storm', async () => {
    const { clock, certificates, directory } = setUp({ behind: 100 * DAY });
    await certificates.look();
    for (let minutes = 0; minutes < 60; minutes++) await clock.tick(MINUTE);
    assert.ok(directory.issued <= 2, `${directory.issued}`);
  });

  it('names the clock when that of the directory is another', async () => {
    const { certificates, directory } = setUp();
    directory.meddle = () => {
      throw new TypeError('fetch failed', { cause: error('CERT_NOT_YET_VALID') });
    };
    await certificates.look();
    assert.match(certificates.state.problem, /Set the clock/);
  });

  it('is asked for with a warning when the clock of the machine is a day behind', async () => {
    const { certificates, directory, clock, log } = setUp();
    const { fetch } = directory;
    directory.fetch = async (url, request) => {
      const answer = await fetch(url, request);
      answer.headers.set('Date', new Date(clock.now() + DAY).toUTCString());
      return answer;
    };
    await certificates.look();
    const [warning] = log.lines.filter(({ level }) => level === 'warn');
    assert.match(warning.message, /^The clock of this machine is 24 hours behind/);
    assert.equal(certificates.state.problem, '');
  });

  it('is asked for with a warning when a look finds something in the way', async () => {
    const { certificates, log } = setUp({ lookAround: async () => ['The name points elsewhere.'] });
    await certificates.look();
    assert.deepEqual(
      log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message),
      ['The name points elsewhere.'],
    );
    assert.notEqual(certificates.certificate, undefined);
  });
});
