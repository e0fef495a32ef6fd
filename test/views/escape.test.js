import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escape } from '../../lib/views/view-manager.js';

describe('Escaping text for HTML', () => {
  it('does the same to long texts as to short ones', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, (text) => {
        const piece = `${text}&<>"'`;
        const times = Math.ceil(100_000 / piece.length);
        assert.equal(escape(piece.repeat(times)), escape(piece).repeat(times));
      }),
      { numRuns: 20 },
    );
  });

  it('leaves out what no XML may have, in short texts and in long ones', () => {
    const text = 'a\ufffe\uffff\0\x01\x1fb\t\n\r\u{1f980}';
    assert.equal(escape(text), 'ab\t\n\r\u{1f980}');
    assert.equal(escape(text.repeat(20_000)), 'ab\t\n\r\u{1f980}'.repeat(20_000));
  });

  it('leaves a long text alone that needs nothing', () =>
    assert.equal(escape('ü'.repeat(200_000)), 'ü'.repeat(200_000)));
});
