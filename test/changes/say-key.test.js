import assert from 'node:assert/strict';
import * as keys from '../../lib/changes/keys.js';
import { adminWords } from '../../lib/base/words.js';
import { sayKey } from '../../lib/changes/say-key.js';

const names = {
  words: adminWords.in('en'),
  post: (/** @type {string} */ id) => ({ 1: 'Harbour' })[id],
  user: (/** @type {string} */ id) => ({ ada: 'Ada' })[id],
};
const say = (/** @type {string} */ key) => sayKey(key, names);

describe('A key in words', () => {
  it('is there for every key', () => {
    for (const [name, make] of Object.entries(keys)) {
      const key = typeof make === 'string' ? make : /** @type {any} */ (make)('1', '2');
      assert.notEqual(say(key), key, name);
      assert.doesNotMatch(say(key), /undefined|:1/, name);
    }
  });

  it('names the post, the list, the author or the setting that it is about', () => {
    /** @type {[string, string][]} */
    const examples = [
      [keys.link('1'), 'the title and URL of “Harbour”'],
      [keys.comments('1'), 'the comments on “Harbour”'],
      [keys.related('1', 'a:b'), 'the posts near “Harbour” with the tag “a:b”'],
      [keys.front('all'), 'which posts are first of the blog'],
      [keys.page('tag:a:b', 3), 'which posts are on page 3 with the tag “a:b”'],
      [keys.newest('author:ada'), 'which posts are the newest by Ada'],
      [keys.yearPage('2026', 2), 'page 2 of 2026'],
      [keys.setting('postsPerPage'), 'the setting “posts per page”'],
      [keys.derived('initial'), 'the first letter of the title'],
      [keys.appearance('frontCovers'), 'the appearance: front covers'],
    ];
    for (const [key, text] of examples) assert.equal(say(key), text);
  });

  it('says of what is gone that it is, and of an unknown key nothing but the key', () => {
    assert.equal(say(keys.text('2')), 'the text of a deleted post');
    assert.equal(say(keys.author('emil')), 'the name of a former author');
    assert.equal(say('constructor:1'), 'constructor:1');
    assert.equal(say(''), '');
  });
});
