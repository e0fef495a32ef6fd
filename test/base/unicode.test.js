import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { beforeComposing, normalise } from '../../lib/base/unicode.js';
import { assertCheap } from '../support/cost.js';

const forms = /** @type {const} */ (['NFC', 'NFKC', 'NFKD']);
/** Letters and marks that compose, fall apart, or change their order. */
const unit = fc.constantFrom(
  ...'aEक각ᄀ\u1161\u0300\u0316\u0344\u0f73\u09c7\u09be\uff9e\u0345\u3099\ud800ﬁ',
);
const text = fc.string({ unit, maxLength: 200 });

describe('A text in normalised Unicode', () => {
  it('is what Unicode makes of it, as long as no run of marks is longer than in any text', () => {
    const short = fc.array(fc.string({ unit, maxLength: 12 }), { maxLength: 10 });
    for (const form of forms)
      fc.assert(
        fc.property(short, (parts) => {
          const whole = parts.join('a');
          equal(normalise(whole, form), whole.toWellFormed().normalize(form));
        }),
      );
    equal(normalise(`e${'\u0301'.repeat(30)}`), `é${'\u0301'.repeat(29)}`);
  });

  it('stays the same when normalised again', () => {
    for (const form of forms)
      fc.assert(
        fc.property(text, (any) => {
          const once = normalise(any, form);
          equal(once.normalize(form), once);
          equal(normalise(once, form), once);
        }),
        { numRuns: 500 },
      );
  });

  it('has at most 30 marks in a row', () => {
    for (const mark of ['\u0300', '\u0344', '\uff9e'])
      for (const form of forms) ok(!/\p{M}{31}/u.test(normalise(`a${mark.repeat(100)}`, form)));
  });

  it('takes a time that grows with its length alone', async () => {
    for (const pair of ['\u0300\u0316', '\u0316\u0300', '\u0344\u0316', '\u0300\uff9e'])
      for (const form of forms)
        await assertCheap(JSON.stringify(pair), async (share) =>
          normalise(`a${pair[0].repeat(50_000 * share)}${pair.repeat(25_000 * share)}`, form),
        );
  });

  it('was at most four times as long before it was composed', () => {
    for (let code = 0; code < 0x110000; code++) {
      const composed = String.fromCodePoint(code).toWellFormed().normalize();
      ok(composed.normalize('NFD').length <= beforeComposing(composed.length));
    }
  });
});
