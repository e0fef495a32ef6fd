import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { checkSender } from '../../../lib/start/commands/doctor/check-sender.js';
import { readDkimKey } from '../../../lib/people/notifications/dkim.js';
import { trySmtp } from '../../../lib/people/notifications/smtp.js';
import { makeFolder } from '../../support/blog.js';
import { certificates } from '../../support/certificates.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Dns } from '../../../lib/start/commands/doctor/check-sender.js' */

/** @typedef {Record<string, string[]>} Zone  by type and name */

const refused = (/** @type {string} */ code) => Object.assign(new Error(code), { code });

/** @param {Zone} zone @param {string} [away]  the code of an error instead of all answers @returns {Dns} */
function dnsOf(zone, away = '') {
  const find = (/** @type {string} */ type) => async (/** @type {string} */ name) => {
    if (away) throw refused(away);
    const found = zone[`${type} ${name}`];
    if (!found) throw refused('ENODATA');
    return found;
  };
  return /** @type {any} */ ({
    resolveNs: find('NS'),
    resolve4: find('A'),
    resolve6: find('AAAA'),
    reverse: find('PTR'),
    resolveMx: async (/** @type {string} */ name) =>
      (await find('MX')(name)).map((exchange) => ({ exchange, priority: 10 })),
    // In strings, as the DNS has long ones.
    resolveTxt: async (/** @type {string} */ name) =>
      (await find('TXT')(name)).map((text) => text.match(/.{1,100}/g)),
    cancel() {},
  });
}

describe('larder doctor, of the sender', () => {
  const { folder, remove } = makeFolder();
  after(remove);
  const dkimKey = join(folder, 'dkim.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(dkimKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const { publicKey } = readDkimKey(dkimKey);

  const config = {
    smtpUrl: 'smtps://user:secret@mail.example.org',
    mailFrom: 'Blog <blog@example.org>',
    bounceAddress: '',
    dkimKey,
    dkimSelector: 'larder',
  };
  /** @type {Zone} */
  const zone = {
    'NS org': ['a.example'],
    'TXT example.org': ['something else', 'v=spf1 a:mail.example.org ~all'],
    'TXT larder._domainkey.example.org': [`v=DKIM1; k=rsa; p=${publicKey}`],
    'TXT _dmarc.example.org': ['v=DMARC1; p=quarantine'],
    'MX example.org': ['mx.example.org'],
    'A mail.example.org': ['203.0.113.5'],
    'PTR 203.0.113.5': ['mail.example.org'],
  };
  const isThere = async () => {};

  /** @param {Record<string, string[] | null>} changed @param {Partial<typeof config>} [more] */
  async function examine(changed, more = {}) {
    const entries = Object.entries({ ...zone, ...changed }).filter(([, each]) => each);
    const dns = dnsOf(/** @type {Zone} */ (Object.fromEntries(entries)));
    return checkSender({ ...config, ...more }, dns, isThere);
  }

  it('finds nothing wrong where all is right, and asks nothing where no mail is sent', async () => {
    deepEqual(await examine({}), {
      problems: [],
      notes: ['The DNS is right for mail from example.org.\n'],
    });
    const away = dnsOf({}, 'ETIMEOUT');
    deepEqual(await checkSender({ ...config, smtpUrl: '' }, away, isThere), {
      problems: [],
      notes: [],
    });
  });

  const spf = 'TXT example.org';
  /** @type {[string, Record<string, string[] | null>, RegExp, RegExp, Partial<typeof config>?][]} */
  const wrong = [
    [
      'no SPF record',
      { [spf]: null },
      /no SPF/,
      /^Add.*example\.org\. TXT "v=spf1 a:mail\.example\.org ~all"$/,
    ],
    [
      'two SPF records',
      { [spf]: ['v=spf1 -all', 'v=spf1 a ~all'] },
      /2 SPF records/,
      /"v=spf1 -all" and/,
    ],
    [
      'an SPF record that lets all send',
      { [spf]: ['v=spf1 a +all'] },
      /anybody/,
      /"v=spf1 a ~all"$/,
    ],
    ['an SPF record without an end', { [spf]: ['v=spf1 mx'] }, /anybody/, /"v=spf1 mx ~all"$/],
    [
      'an SPF record that names nothing',
      { [spf]: ['v=spf1 include:gone.example -all'] },
      /names gone\.example, which has none/,
      /Remove/,
    ],
    [
      'an SPF record of many look-ups',
      { [spf]: ['v=spf1 include:example.org -all'] },
      /more than 10 look-ups/,
      /Remove/,
    ],
    [
      'no key',
      { 'TXT larder._domainkey.example.org': null },
      /no key at larder\._domainkey/,
      /^Add to the DNS: larder\._domainkey\.example\.org\. TXT "v=DKIM1; k=rsa; p=[^"]{237}" "[^"]+"$/,
    ],
    [
      'another key',
      { 'TXT larder._domainkey.example.org': ['v=DKIM1; p=AAAA'] },
      /another key/,
      /^Put in its place: larder/,
    ],
    [
      'no DMARC record',
      { 'TXT _dmarc.example.org': null },
      /no DMARC/,
      /_dmarc\.example\.org\. TXT "v=DMARC1; p=none; rua=mailto:blog@example\.org"/,
    ],
    [
      'a broken DMARC record',
      { 'TXT _dmarc.example.org': ['v=DMARC1; rua=x'] },
      /not valid/,
      /^Add/,
    ],
    [
      'no MX record and no address',
      { 'MX example.org': null },
      /No mail can reach example\.org/,
      /example\.org\. MX 10 mail\.example\.org\./,
    ],
    [
      'an MX record that refuses all mail',
      { 'MX example.org': [''] },
      /No mail can reach/,
      /MX 10/,
    ],
    [
      'no reverse name',
      { 'PTR 203.0.113.5': null },
      /203\.0\.113\.5 has no reverse/,
      /PTR record to mail\.example\.org/,
    ],
    [
      'a reverse name that leads elsewhere',
      { 'PTR 203.0.113.5': ['other.example'] },
      /no reverse/,
      /PTR/,
    ],
    [
      'bounces elsewhere, without a signature',
      { 'TXT bounces.example': ['v=spf1 -all'], 'MX bounces.example': ['mx.example'] },
      /SPF does not count for DMARC/,
      /DKIM_KEY/,
      { bounceAddress: 'b@bounces.example', dkimKey: '', dkimSelector: '' },
    ],
  ];
  for (const [name, changed, what, todo, more] of wrong)
    it(`names ${name}, and says what to enter`, async () => {
      const { problems } = await examine(changed, more);
      equal(problems.length, 1, JSON.stringify(problems));
      match(problems[0].what, what);
      match(problems[0].todo, todo);
    });

  it('takes an SPF record that leads to another one, and the DMARC record of the whole domain', async () => {
    const { problems } = await examine(
      {
        'TXT example.org': null,
        'TXT news.example.org': ['v=spf1 redirect=_spf.example.org'],
        'TXT _spf.example.org': ['v=spf1 include:a.example -all'],
        'TXT a.example': ['v=spf1 ip4:203.0.113.0/24 ~all'],
        'TXT larder._domainkey.news.example.org': zone['TXT larder._domainkey.example.org'],
        'MX example.org': null,
        'A news.example.org': ['203.0.113.9'],
      },
      { mailFrom: 'blog@news.example.org' },
    );
    deepEqual(problems, []);
  });

  it('says that there is no network, and takes it for no problem', async () => {
    const gone = async () => {
      throw refused('ECONNREFUSED');
    };
    for (const dns of [dnsOf(zone, 'ETIMEOUT'), dnsOf({})]) {
      const { problems, notes } = await checkSender(config, dns, gone);
      deepEqual(problems, []);
      match(notes.join(''), /The DNS could not be asked/);
      match(notes.join(''), /mail\.example\.org cannot be used/);
    }
    const { problems } = await checkSender(config, dnsOf(zone), gone);
    match(problems[0].todo, /SMTP_URL/);
  });

  it('says that mail is not signed, and that a key is short, or open to others', async () => {
    const unsigned = await examine({}, { dkimKey: '', dkimSelector: '' });
    deepEqual(unsigned.problems, []);
    match(unsigned.notes.join(''), /not signed here/);
    const short = join(folder, 'short.pem');
    const pem = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    writeFileSync(short, pem.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o644 });
    const { problems } = await examine({}, { dkimKey: short });
    match(
      problems.map(({ what }) => what).join(),
      /1024 bits.*All users of this machine.*another key/,
    );
  });

  it('knows a mail server without TLS, with a wrong certificate, and one that refuses the password', async () => {
    const plain = net.createServer((socket) => talk(socket, '250 fine'));
    const secure = tls.createServer(certificates[0], (socket) =>
      talk(socket, '250-fine\r\n250 AUTH PLAIN'),
    );
    for (const server of [plain, secure]) await once(server.listen(0, '127.0.0.1'), 'listening');
    const portOf = (/** @type {net.Server} */ server) =>
      /** @type {AddressInfo} */ (server.address()).port;
    // As if the server was elsewhere.
    const remote = (/** @type {string} */ url) =>
      checkSender({ ...config, smtpUrl: url }, dnsOf(zone), (given) =>
        trySmtp(given, { needsTls: true }),
      );
    const said = await Promise.all([
      remote(`smtp://127.0.0.1:${portOf(plain)}`),
      remote(`smtps://127.0.0.1:${portOf(secure)}`),
      remote(`smtps://user:wrong-word@127.0.0.1:${portOf(secure)}?tls.rejectUnauthorized=false`),
    ]);
    for (const server of [plain, secure]) server.close();
    const todos = said.map(({ problems }) => problems[0]?.todo ?? '');
    match(todos[0], /STARTTLS/);
    match(todos[1], /certificate/);
    match(todos[2], /user and password/);
    ok(!JSON.stringify(said).includes('wrong-word'));
  });
});

/** @param {net.Socket} socket @param {string} hello */
function talk(socket, hello) {
  socket.on('error', () => {});
  socket.write('220 here\r\n');
  socket.on('data', (chunk) => {
    const line = chunk.toString();
    if (/^EHLO/.test(line)) socket.write(`${hello}\r\n`);
    else if (/^AUTH/.test(line)) socket.write('535 wrong\r\n');
    else socket.write('502 no\r\n');
  });
}
