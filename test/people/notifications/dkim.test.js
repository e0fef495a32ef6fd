import { equal, match, ok, throws } from 'node:assert/strict';
import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDkimKey } from '../../../lib/people/notifications/dkim.js';
import { createNetwork } from '../../../lib/people/notifications/network.js';
import { readConfig } from '../../../lib/start/config.js';
import { eachTest } from '../../support/blog.js';
import { startScriptedSmtp } from '../../support/scripted-smtp.js';

/** @param {number} bits */
const makePem = (bits) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

/** RFC 6376, section 3.4.2. @param {string} field @returns {string} relaxed */
function relaxField(field) {
  const at = field.indexOf(':');
  const value = field
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, at).trim().toLowerCase()}:${value}`;
}

/** Section 3.4.4. @param {string} body @returns {string} relaxed */
function relaxBody(body) {
  const lines = body
    .split('\r\n')
    .map((line) => line.replaceAll('\t', ' ').split(/ +/).join(' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * Verifies as a receiver does (RFC 6376, section 6.1), by what the DNS would have.
 * @param {string} message @param {string} publicKey  DER in base64
 */
function verify(message, publicKey) {
  const end = message.indexOf('\r\n\r\n');
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/);
  const body = message.slice(end + 4);
  const signature = fields.find((field) => /^DKIM-Signature:/i.test(field)) ?? '';
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\s+/g, '')
      .split(';')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
  const names = tags.h.split(':');
  const signed = names.map((/** @type {string} */ name) =>
    relaxField(
      fields.findLast((field) => field.toLowerCase().startsWith(`${name}:`)) ?? `${name}:`,
    ),
  );
  const own = relaxField(signature.replace(/(;\s*b=)[^;]*/, '$1'));
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    type: 'spki',
    format: 'der',
  });
  return {
    tags,
    names,
    hasBody: createHash('sha256').update(relaxBody(body), 'latin1').digest('base64') === tags.bh,
    isSigned: createVerify('RSA-SHA256')
      .update([...signed, own].join('\r\n'), 'latin1')
      .verify(key, tags.b, 'base64'),
  };
}

describe('Mail that is signed', () => {
  const { makeFolder } = eachTest();
  /** @param {string | Buffer} content @param {number} [mode] */
  function keyFile(content, mode = 0o600) {
    const file = join(makeFolder(), 'dkim.pem');
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  }

  it('has a signature by which receivers know it, and its fields to unsubscribe are part of it', async () => {
    const smtp = await startScriptedSmtp();
    const { pem, publicKey, problems } = readDkimKey(keyFile(makePem(2048)));
    equal(problems.length, 0);
    const signing = { pem, domain: 'example.org', selector: 'larder' };
    await createNetwork({ signing }).sendMail(smtp.url, {
      from: 'Böse Küche <blog@example.org>',
      to: 'ann@example.org',
      subject: `Jam  &  Brötchen ${'long '.repeat(40)}`,
      text: `.\n.. dots\n\ttabs \t and blanks   \n${'wide '.repeat(300)}\n\n\n\n`,
      html: '<p>Brötchen</p>',
      messageId: '<post.reader@example.org>',
      headers: {
        'List-Unsubscribe': '<https://blog.example/subscribe/off/TOKEN>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': '<posts.blog.example>',
      },
    });
    smtp.stop();
    const message = smtp.taken[0].message.replace(/^\.\./gm, '.');
    const { tags, names, hasBody, isSigned } = verify(message, publicKey);
    ok(hasBody);
    ok(isSigned);
    equal(tags.d, 'example.org');
    equal(tags.s, 'larder');
    equal(tags.c, 'relaxed/relaxed');
    for (const name of [
      'from',
      'subject',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
    ])
      ok(names.includes(name), name);
    equal(verify(message.replace('One-Click', 'Two-Click'), publicKey).isSigned, false);
    equal(verify(message.replace('dots', 'dogs'), publicKey).hasBody, false);
  });

  it('needs a key and its name in DNS, and the start says what is wrong with them', () => {
    const good = keyFile(makePem(2048));
    const read = (/** @type {Record<string, string>} */ env) => () => readConfig(env);
    equal(readConfig({ DKIM_KEY: good, DKIM_SELECTOR: 'larder' }).dkimKey, good);
    throws(
      read({ DKIM_KEY: good }),
      /^LarderError: DKIM_SELECTOR must be set when DKIM_KEY is set/,
    );
    throws(read({ DKIM_SELECTOR: 'a' }), /DKIM_KEY must be set when DKIM_SELECTOR is set/);
    throws(read({ DKIM_KEY: good, DKIM_SELECTOR: 'a b' }), /DKIM_SELECTOR must be a name/);
    for (const [file, sentence] of /** @type {[string, RegExp][]} */ ([
      ['/nowhere.pem', /DKIM_KEY must be a file that Larder may read/],
      [makeFolder(), /DKIM_KEY must be a file that Larder may read/],
      [keyFile('nothing'), /DKIM_KEY must be a file with a private key in PEM/],
      [keyFile(makePem(512)), /DKIM_KEY must be a file with an RSA key of 2048 bits/],
      [
        keyFile(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
        /DKIM_KEY must be a file with an RSA key/,
      ],
    ]))
      throws(read({ DKIM_KEY: file, DKIM_SELECTOR: 'a' }), sentence);
  });

  it('is signed with a short key, or one that others can read, too; and that is said', () => {
    const [short, open] = [keyFile(makePem(1024)), keyFile(makePem(2048), 0o644)];
    match(readDkimKey(short).problems[0].what, /only 1024 bits/);
    match(readDkimKey(open).problems[0].todo, /chmod o= /);
    equal(readDkimKey(keyFile(makePem(2048), 0o640)).problems.length, 0);
  });
});
