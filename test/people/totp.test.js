import assert from 'node:assert/strict';
import {
  codeAt,
  fromBase32,
  otpauthUri,
  stepAt,
  toBase32,
  verifyCode,
} from '../../lib/people/totp.js';

/** RFC 6238 appendix B: seconds since 1970, and the codes of 8 digits. @type {[number, string, string, string][]} */
const vectors = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
];
/** @param {number} length */
const secretOf = (length) => Buffer.from('1234567890'.repeat(7).slice(0, length));

describe('A code from an authenticator app', () => {
  for (const [seconds, sha1, sha256, sha512] of vectors) {
    it(`is as in RFC 6238 at ${seconds} s`, () => {
      const step = stepAt(seconds * 1000);
      assert.equal(codeAt(secretOf(20), step, { digits: 8 }), sha1);
      assert.equal(codeAt(secretOf(32), step, { digits: 8, algorithm: 'sha256' }), sha256);
      assert.equal(codeAt(secretOf(64), step, { digits: 8, algorithm: 'sha512' }), sha512);
    });
  }

  it('is valid one step early or late, and no more', () => {
    const secret = secretOf(20);
    const now = 1234567890_000;
    const step = stepAt(now);
    for (const near of [step - 1, step, step + 1])
      assert.equal(verifyCode(secret, codeAt(secret, near), now, 0), near);
    assert.equal(verifyCode(secret, codeAt(secret, step - 2), now, 0), null);
    assert.equal(verifyCode(secret, codeAt(secret, step + 2), now, 0), null);
  });

  it('is not good again, nor is an earlier one', () => {
    const secret = secretOf(20);
    const now = 1234567890_000;
    const step = stepAt(now);
    assert.equal(verifyCode(secret, codeAt(secret, step), now, step), null);
    assert.equal(verifyCode(secret, codeAt(secret, step - 1), now, step), null);
    assert.equal(verifyCode(secret, codeAt(secret, step + 1), now, step), step + 1);
  });

  it('comes from a secret that is written in base 32 (RFC 4648 section 10)', () => {
    for (const [text, written] of [
      ['f', 'MY'],
      ['fo', 'MZXQ'],
      ['foobar', 'MZXW6YTBOI'],
    ]) {
      assert.equal(toBase32(Buffer.from(text)), written);
      assert.equal(fromBase32(written).toString(), text);
    }
  });

  it('is set up in the app by an otpauth URL', () => {
    assert.equal(
      otpauthUri('MZXW6YTB', { blog: 'Ada & co', user: 'ada' }),
      'otpauth://totp/Ada%20%26%20co:ada?secret=MZXW6YTB&issuer=Ada%20%26%20co',
    );
  });
});
