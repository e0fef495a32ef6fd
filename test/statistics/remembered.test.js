import assert from 'node:assert/strict';
import { Remembered } from '../../lib/statistics/remembered.js';

describe('Remembered values', () => {
  const shout = (/** @type {string} */ name) => `${name}!`;

  it('are those of their names, also of the first one after all are forgotten', () => {
    const remembered = new Remembered(2);
    for (const name of ['a', 'b', 'c', 'c', 'a', 'b', 'd'])
      assert.equal(remembered.get(name, shout), `${name}!`);
  });

  it('are made once while there is room for them', () => {
    let made = 0;
    const remembered = new Remembered(2);
    for (const name of ['a', 'b', 'a', 'b']) remembered.get(name, () => made++);
    assert.equal(made, 2);
  });

  it('say when their numbers do not hold any more', () => {
    let forgotten = 0;
    const remembered = new Remembered(1, () => forgotten++);
    assert.equal(remembered.numberOf('a', shout), 0);
    assert.equal(remembered.numberOf('b', shout), 0);
    assert.equal(forgotten, 1);
    assert.deepEqual(remembered.list, ['b!']);
  });
});
