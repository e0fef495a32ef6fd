import assert from 'node:assert/strict';
import { joinedWords } from '../../lib/search/joined-words.js';
import { SearchIndex } from '../../lib/search/search-index.js';
import { wordsOf } from '../../lib/search/words.js';
import { makeFolder } from '../support/blog.js';

const posts = {
  apart: 'A wi-fi-router for 10,000 guests, +49 (0)30 123-4567, UTF-8',
  together: 'A wifi for 10000 guests, 0301234567, UTF8',
  neither: '10 guests in row 123, and a fi',
};

describe('What is written as one word or as several', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  /** @type {SearchIndex} */
  let index;
  before(() => {
    place = makeFolder();
    index = new SearchIndex(place.folder);
    const row = { stamp: '', isPublished: true, at: 1, tags: [], authors: [] };
    index.put(Object.entries(posts).map(([id, html]) => ({ ...row, id, title: id, html })));
  });
  after(() => {
    index.close();
    place.remove();
  });

  /** @param {string} q */
  const find = (q) => index.find({ q, authors: [], withDrafts: false, now: 2 }).ids.sort();

  for (const q of ['wifi', 'wi-fi', 'wi\u2011fi', 'utf8', 'UTF-8'])
    it(`is found either way: ${q}`, () => assert.deepEqual(find(q), ['apart', 'together']));

  for (const q of ['10000', '10,000', '10.000', '10 000', '10’000'])
    it(`is found as a number, however its digits are grouped: ${q}`, () =>
      assert.deepEqual(find(q), ['apart', 'together']));

  for (const q of ['0301234567', '030 1234567', '030/123-4567', '030.123.4567'])
    it(`is found as a telephone number: ${q}`, () =>
      assert.deepEqual(find(q), ['apart', 'together']));

  it('is found also without the beginning, and by its beginning', () => {
    assert.deepEqual(find('1234567'), ['apart']);
    assert.deepEqual(find('49030123'), ['apart']);
    assert.deepEqual(find('wifirou'), ['apart']);
  });

  it('is neither a list of small numbers nor words side by side', () => {
    for (const text of ['1, 2, 3', 'a wi fi', '12-34', 'v8.2.1', 'one - two'])
      assert.deepEqual([...joinedWords(text, wordsOf(text))], [], text);
  });

  it('takes time with its length alone', () => {
    const text = '1-2 '.repeat(50_000);
    assert.ok([...joinedWords(text, wordsOf(text))].length < 200_000 * 6);
  });
});
