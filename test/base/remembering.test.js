import assert from 'node:assert/strict';
import { remembering } from '../../lib/base/remembering.js';

describe('What is remembered of texts', () => {
  /** @type {string[]} */
  let asked;
  /** @type {(text: string) => boolean} */
  let isLong;

  beforeEach(() => {
    asked = [];
    isLong = remembering((text) => (asked.push(text), text.length > 200));
  });

  it('is the result of each short one, also when it is false', () => {
    const texts = ['a', 'b', '', 'a', 'b', ''];
    assert.deepEqual(texts.map(isLong), Array(6).fill(false));
    assert.deepEqual(asked, ['a', 'b', '']);
  });

  it('of a long one is that of the last alone', () => {
    const [long, other] = ['x'.repeat(300), 'y'.repeat(300)];
    assert.deepEqual([long, long, other, long].map(isLong), Array(4).fill(true));
    assert.deepEqual(asked, [long, other, long]);
  });

  it('has a limit', () => {
    for (let n = 0; n < 1001; n++) isLong(String(n));
    asked = [];
    for (let n = 1000; n >= 0; n--) isLong(String(n));
    assert.equal(asked.length, 1000);
  });
});
