import assert from 'node:assert/strict';
import { SearchIndex } from '../../lib/search/search-index.js';
import { makeFolder } from '../support/blog.js';

describe('The search, whatever the script or the signs,', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  /** @type {SearchIndex} */
  let index;
  beforeEach(() => {
    place = makeFolder();
    index = new SearchIndex(place.folder);
  });
  afterEach(() => {
    index.close();
    place.remove();
  });

  /** @param {Record<string, string>} texts by id */
  const put = (texts) =>
    index.put(
      Object.entries(texts).map(([id, text]) => ({
        id,
        stamp: 'new',
        isPublished: true,
        at: 0,
        title: id,
        tags: [],
        authors: [],
        html: `<p>${text}</p>`,
      })),
    );
  const find = (/** @type {string} */ q) =>
    index.find({ q, authors: [], withDrafts: false, now: 1 });

  /** Each with a text, and with what finds it. @type {[kind: string, text: string, found: string[], not?: string[]][]} */
  const kinds = [
    ['Khmer', 'ភាសាខ្មែរ', ['ភាសាខ្មែរ', 'ភាសា', 'ខ្មែរ'], ['ថៃ']],
    ['Burmese', 'မြန်မာဘာသာ', ['မြန်မာ', 'ဘာသာ']],
    ['Lao', 'ພາສາລາວ', ['ພາສາ', 'ລາວ']],
    ['Thai', 'โรงเรียนภาษาไทย', ['เรียน', 'ภาษา', 'ไทย']],
    ['Tibetan', 'བོད་སྐད་', ['བོད', 'སྐད']],
    ['Javanese', 'ꦧꦱꦗꦮ', ['ꦧꦱ', 'ꦗꦮ']],
    [
      'emoji',
      'Party 🎉, ❤️ and 👍🏽 of 👩‍🚀 in 🇱🇦',
      ['🎉', '❤', '❤️', '👍', '👍🏿', '👩', '🚀', '🇱🇦'],
      ['🇩🇪', '🎈'],
    ],
    ['signs', '★★ 5 € → ∑', ['★', '€', '→', '∑'], ['£']],
    ['keycaps', 'Step 1️⃣', ['1']],
    [
      'Arabic with its article',
      'الإسلام والكتاب وللمدرسة',
      ['اسلام', 'الإسلام', 'إسلام', 'كتاب', 'الكتاب', 'مدرسة', 'مدرسه'],
      ['بيت'],
    ],
    ['Arabic without it', 'إسلام كتــاب مَدْرَسَة', ['الاسلام', 'الكتاب', 'كتاب', 'المدرسة']],
    ['Arabic of short words', 'الله', ['الله'], ['له']],
    ['Hebrew', 'השלום והספרים', ['שלום', 'השלום', 'ספרים', 'הספרים'], ['בית']],
    ['Hebrew without its article', 'שלום', ['השלום']],
    [
      'versions',
      'Now v8.2.1 is out',
      ['8.2', 'v8.2', '8.2.1', '2.1', '8', 'v8'],
      ['8.3', '2.2', '82'],
    ],
    ['numbers at an end', 'It costs 3.5. And 12.03.2024.', ['3.5', '2024', '12.03'], ['5.12']],
    ['languages', 'C++, C# and C++17', ['C++', 'c#', 'C++17', 'c'], ['F#', 'C++20']],
    ['names with points', 'node.js and .NET', ['node.js', 'node', '.NET', 'net']],
  ];
  for (const [kind, text, found, not = []] of kinds)
    it(`finds ${kind}`, () => {
      put({ wanted: text, other: 'Cats and crabs, 8 of 2' });
      for (const q of found) {
        const { ids, how } = find(q);
        assert.deepEqual([ids.includes('wanted'), how], [true, 'all'], q);
      }
      for (const q of not) {
        const { ids, how } = find(q);
        assert.ok(how !== 'all' || !ids.includes('wanted'), q);
      }
    });
});
