import assert from 'node:assert/strict';
import { excerptOf, markAll } from '../../lib/search/excerpt.js';
/** @import { Part } from '../../lib/search/excerpt.js' */

/** @param {Part[] | null} parts */
const say = (parts) =>
  parts?.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('') ?? null;
const far = 'far away '.repeat(100);

describe('An excerpt', () => {
  it('is the part of a text in which most of the words are', () => {
    const text = `Plum first. ${far}then plum jam in jars, plums. ${far}and jam.`;
    const found = say(excerptOf(text, ['plum', 'jam'])) ?? '';
    assert.match(found, /^… .*then \[plum\] \[jam\] in jars, \[plums\]\. far .* …$/);
    assert.ok(found.length < 300);
  });

  it('marks whole words, as they are written, also where there are no spaces', () => {
    assert.equal(say(excerptOf('Une Crème brûlée.', ['creme'])), 'Une [Crème] brûlée.');
    assert.equal(say(markAll('我在北京大学学习', ['大学'])), '我在北京[大学]学习');
    assert.equal(say(excerptOf('x'.repeat(500), ['x'])), `[${'x'.repeat(500)}]`);
    assert.equal(say(excerptOf('nothing', ['word'])), null);
    const ends = 'Jams, jam_jam: “jam”ble pyjam jam\u0301 öjam éjam Jamö ﬁjam x́jam 1jam jam';
    const marked =
      '[Jams], [jam]_[jam]: “[jam]”[ble] pyjam [jam\u0301] öjam éjam [Jamö] ﬁjam x́jam 1jam [jam]';
    for (const before of ['', far, 'été '.repeat(100), '东京。'.repeat(50)])
      assert.equal(say(markAll(before + ends, ['jam', 'ble'])), before + marked, before);
    assert.equal(say(markAll('🙂 a & <b>', ['b'])), '🙂 a & <[b]>');
  });
});
