import assert from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import { excerptOf, markAll } from '../../lib/search/excerpt.js';
import { visibleText } from '../../lib/search/visible-text.js';
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

  it('marks what is found within a word, with signs, or with a picture, as it is written', () => {
    /** @type {[text: string, word: string, marked: string][]} */
    const all = [
      ['រៀន ភាសាខ្មែរ ៗ', 'ខ្មែរ', 'រៀន [ភាសាខ្មែរ] ៗ'],
      ['ကျွန်တော် မြန်မာဘာသာ ။', 'ဘာသာ', 'ကျွန်တော် [မြန်မာဘာသာ] ။'],
      ['في الإسلام، وللمدرسة', 'اسلام', 'في [الإسلام]، وللمدرسة'],
      ['Now v8.2.1, not 8.3 or 18.2.', '8․2', 'Now v[8.2.1], not 8.3 or 18.2.'],
      ['C and C++ and C#', 'c＋＋', 'C and [C++] and C#'],
      ['Our wi-fi, a wifi.', 'wifi', 'Our [wi-fi], a [wifi].'],
      ['Née wi‐fi, a wi-fi.', 'wifi', 'Née [wi‐fi], a [wi-fi].'],
      ['Call (0)30 123-4567.', '0301234567', 'Call ([0)30 123-4567].'],
      ['For 10,000 guests', '10000', 'For [10,000] guests'],
      ['Party 🎉 for 👩🏽‍🚀❤️!', '🎉', 'Party [🎉] for 👩🏽‍🚀❤️!'],
      ['Party 🎉 for 👩🏽‍🚀❤️!', '🚀', 'Party 🎉 for [👩🏽‍🚀]❤️!'],
      ['Party 🎉 for 👩🏽‍🚀❤️!', '❤', 'Party 🎉 for 👩🏽‍🚀[❤️]!'],
    ];
    for (const [text, word, marked] of all) {
      assert.equal(say(markAll(text, [word])), marked);
      const long = `${text} ${far}`;
      assert.ok(say(markAll(long, [word]))?.startsWith(marked), marked);
    }
    assert.equal(say(markAll('👩‍🚀', ['👩', '🚀'])), '[👩‍🚀]');
  });

  it('has no label that is not its author’s', () => {
    const markdown =
      '> [!NOTE]\n> Salt.\n\n:::details\nTurn it.\n:::\n\n> [!tip] Lids\n> Boil.\n\nhttps://youtu.be/dQw4w9WgXcQ';
    const { html } = renderPost({ markdown, excerpt: '' });
    assert.match(html, /Note.*Details.*Watch on YouTube/s);
    assert.equal(visibleText(html).text, 'Salt. Turn it. Lids Boil.');
  });
});
