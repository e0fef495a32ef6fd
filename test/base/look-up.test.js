import assert from 'node:assert/strict';
import request from 'supertest';
import { cardToHtml } from '../../lib/exchange/import/sources/ghost/cards.js';
import { lexicalToHtml } from '../../lib/exchange/import/sources/ghost/lexical.js';
import { visibleText } from '../../lib/exchange/import/html/visible-text.js';
import { readHtml, toMarkdown } from '../../lib/exchange/import/html/to-markdown.js';
import { takeShortcodes } from '../../lib/exchange/import/sources/wordpress/shortcodes.js';
import { lookUp } from '../../lib/base/look-up.js';
import { eachTest } from '../support/blog.js';
import { jamPost } from '../support/fixtures.js';
import { addPeople, cookieFor } from '../support/people.js';

/** What every object has under a name, and nobody put there. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

/** Every page that looks up a word of its address. */
const pages = [
  '/admin?cleared=1&of=',
  '/admin/account?said=',
  '/admin/people?said=',
  '/admin/people/ada?said=',
  '/admin/posts?state=',
  '/admin/posts/quince-jam?done=',
  '/admin/comments?count=1&done=',
  '/admin/comments?status=',
  '/admin/media?deleted=',
  '/admin/settings?saved=',
];

describe('A name from a request or a file', () => {
  const { startBlog } = eachTest();

  it("finds a table's own entries, and nothing inherited from Object", () => {
    assert.equal(lookUp({ jam: 1 }, 'jam'), 1);
    for (const name of inherited) assert.equal(lookUp({ jam: 1 }, name), undefined);
  });

  it('such as __proto__ or constructor does no harm on any page', async () => {
    const blog = await startBlog({ posts: [jamPost] });
    await addPeople(blog);
    const cookie = await cookieFor(blog, 'ada');
    for (const page of pages) {
      const ask = (/** @type {string} */ word) =>
        request(blog.url)
          .get(page + word)
          .set('Cookie', cookie);
      for (const name of ['__defineGetter__', '__proto__', 'constructor'])
        assert.doesNotMatch(
          (await ask(name).expect(200)).text,
          /native code|\[object/,
          page + name,
        );
    }
  });

  it('such as __proto__ or constructor is unknown in an import', () => {
    for (const name of inherited) {
      /** @type {string[]} */
      const notes = [];
      const note = (/** @type {string} */ sentence) => notes.push(sentence);
      assert.equal(cardToHtml(name, {}, note), '');
      assert.equal(lexicalToHtml({ root: { children: [{ type: name }] } }, note), '');
      assert.deepEqual(notes, Array(2).fill(`its card “${name}” is not imported`));
      const html = readHtml(`<p><${name}>plums</${name}></p>`);
      assert.doesNotMatch(toMarkdown(html) + visibleText(html), /native code/);
      const code = `[${name} ids=1]`;
      assert.equal(takeShortcodes(code, { pictures: () => [], warn: note }), code);
    }
  });
});
