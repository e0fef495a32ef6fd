import assert from 'node:assert/strict';
import { plainText } from '../../lib/content/validate.js';

describe('Plain text', () => {
  it('is composed, with a space instead of control characters and breaks', () =>
    assert.equal(plainText('u\u0308ber\n\tall\u2028es\0'), 'über all es '));

  it('has no characters that feeds may not have, and none that turn the direction of the rest', () =>
    assert.equal(plainText('a\uffff\ufffe\u{1ffff}b\u202ec'), 'abc'));

  it('has no halves of characters', () => assert.equal(plainText('a\ud83d'), 'a\ufffd'));
});
