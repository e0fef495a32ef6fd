import assert from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import { presentText } from '../../lib/views/presenters/reading-aids.js';
import { parsePage } from '../support/html.js';

/** @param {string} markdown @param {number} [words] */
const present = (markdown, words = 2000) =>
  presentText({ ...renderPost({ markdown, excerpt: '' }), words });

describe('The aids for reading a text', () => {
  it('link headings to themselves, whatever is in them', () => {
    const page = parsePage(present('## Größe & `x`\n\n### <b>Own</b> {#mine}').html);
    assert.deepEqual(page.links('h2 > a:only-child, h3 > a:only-child'), ['#grosse-x', '#mine']);
    assert.equal(page.text('h2 > a > code'), 'x');
  });

  it('list headings without marks of footnotes and the TeX of formulas', () => {
    const markdown = '## Salt[^a]\n\n## Of $x^2$\n\n## B\n\n## C\n\n[^a]: b';
    const lines = present(markdown).contents?.map(({ id, text }) => `${id} ${text}`);
    assert.deepEqual(lines, ['salt Salt', 'of-x2 Of x2', 'b B', 'c C']);
  });

  it('put no link into another, or where a click opens something', () => {
    const { html } = renderPost({
      markdown: `## One [link](/y)

<a href="/z"><h3>Linked</h3><abbr title="x">x</abbr></a>

<details><summary><h3>Opens</h3></summary>

## Free

</details>`,
      excerpt: '',
    });
    const presented = presentText({ html, words: 2000 });
    assert.equal(presented.html, html.replace('>Free<', '><a href="#free">Free</a><'));
    const texts = presented.contents?.map(({ text }) => text);
    assert.deepEqual(texts, ['One link', 'Linked', 'Opens', 'Free']);
  });

  it('list the contents of a long text with several headings, and of no other', () => {
    const four = '## A & B\n\n### C\n\n#### D\n\n## E\n\n## <i>F</i>';
    assert.deepEqual(present(four).contents, [
      { id: 'a-b', text: 'A &amp; B', isDeep: false },
      { id: 'c', text: 'C', isDeep: true },
      { id: 'e', text: 'E', isDeep: false },
      { id: 'f', text: 'F', isDeep: false },
    ]);
    assert.equal(present(four, 799).contents, null);
    assert.equal(present('## A\n\n## B\n\n## C').contents, null);
  });

  it('know whether there is code to copy', () => {
    assert.equal(present('```\nx\n```').hasCode, true);
    assert.equal(present('`x` &lt;pre').hasCode, false);
  });

  it('leave what comes after a thousand headings as it is', () => {
    const { html } = presentText({ html: '<h2 id="a">A</h2>'.repeat(1001), words: 2000 });
    assert.match(html, /<h2 id="a"><a href="#a">A<\/a><\/h2><h2 id="a">A<\/h2>$/);
  });

  it('leave a text without headings as it is', () => {
    const { html } = renderPost({ markdown: 'Only a [link](/a).\n\n> Quoted', excerpt: '' });
    assert.equal(presentText({ html, words: 9 }).html, html);
  });
});
