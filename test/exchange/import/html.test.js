import { equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import { postToHtml } from '../../../lib/markup/markdown.js';
import { visibleText } from '../../../lib/exchange/import/html/visible-text.js';
import { readHtml, toMarkdown } from '../../../lib/exchange/import/html/to-markdown.js';

/** @param {string} html */
const convert = (html) => toMarkdown(readHtml(html));

/** Of a visibleText all but where lines end. @param {string} text */
const wordsOf = (text) => text.replace(/<br>|\s/g, '');

describe('HTML becomes Markdown', () => {
  /** @type {[string, string, string][]} */
  const cases = [
    [
      'words that look like marks',
      '<p>1. a *b* [c] &lt;d&gt; snake_case_x &amp;amp; `e`</p>',
      '1\\. a \\*b\\* \\[c\\] &lt;d> snake_case_x &amp;amp; \\`e\\`\n',
    ],
    ['spaces at the ends of what is marked', '<p>a<em> b </em>c<b>d</b></p>', 'a *b* c**d**\n'],
    [
      'lines',
      '<p># a<br>- b<br>+ c<br>&gt; d<br>===</p>',
      '\\# a\\\n\\- b\\\n\\+ c\\\n\\> d\\\n\\===\n',
    ],
    [
      'a link with a title',
      '<a href="/a b(c)" title="T &quot;q&quot;">x</a>',
      '[x](</a%20b(c)> "T \\"q\\"")\n',
    ],
    [
      'an address',
      '<p><a href="https://a.example/x_y_z">https://a.example/x_y_z</a></p>',
      '<https://a.example/x_y_z>\n',
    ],
    [
      'code with a fence in it',
      '<pre><code class="language-md">```\n\na</code></pre>',
      '````md\n```\n\na\n````\n',
    ],
    [
      'code with blocks as its lines',
      '<pre><div>a = 1</div><div>  b = 2</div></pre><p>c</p>',
      '```\na = 1\n  b = 2\n```\n\nc\n',
    ],
    ['nested lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '- a\n  1. b\n- c\n'],
    ['two lists in a row', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n<!-- -->\n\n- b\n'],
    ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
    [
      'a plain table',
      '<table><tr><th>a|b</th><th>c</th></tr><tr><td>1</td><td><b>2</b></td></tr></table>',
      '| a\\|b | c |\n| --- | --- |\n| 1 | **2** |\n',
    ],
    [
      'signs of Markdown',
      '<p>$x$ ==b== 2^3^ a == b, 2^n</p>',
      '\\$x$ \\==b== 2\\^3^ a == b, 2^n\n',
    ],
    ['a heading with a name', '<h2 id="top-2">A *</h2>', '## A \\* {#top-2}\n'],
  ];
  for (const [what, html, markdown] of cases)
    it(`with ${what}`, () => equal(convert(html), markdown));

  it('but for what Markdown cannot say', () => {
    equal(
      convert('<p dir="rtl">\u05d0</p>\n<p>H<sub>2</sub>O</p>'),
      '<p dir="rtl">\u05d0</p>\n\nH<sub>2</sub>O\n',
    );
    equal(
      convert('<figure><img src="/a.png" alt="A"><figcaption>B\n\nC</figcaption></figure>'),
      '<figure><img src="/a.png" alt="A"><figcaption>B C</figcaption></figure>\n',
    );
    match(convert('<pre>a\n\n<b>b</b></pre>'), /^<pre>a&#10;&#10;<b>b<\/b><\/pre>\n$/);
  });

  it('that shows the same, whatever it is made of', () => {
    const words = fc.constantFrom(
      ...'a *b _c_ ** ` ~~ [x] (y) <z> &lt;p&gt; &amp; # 1. - + > | = \\ ! http://a.example/_b_ \n'.split(
        ' ',
      ),
      ' ',
      '\n\n',
      '  ',
    );
    const tags = fc.constantFrom(
      ...'p div em strong b i a code pre ul ol li blockquote h1 h3 table tr td th figure figcaption br hr img sub del span dl dt dd details'.split(
        ' ',
      ),
    );
    const piece = fc.oneof(
      words,
      tags.map((tag) =>
        tag === 'a' ? '<a href="/x">' : tag === 'img' ? '<img src="/i" alt="*">' : `<${tag}>`,
      ),
      tags.map((tag) => `</${tag}>`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const root = readHtml(pieces.join(''));
        const before = wordsOf(visibleText(root));
        equal(wordsOf(visibleText(readHtml(postToHtml(toMarkdown(root))))), before);
      }),
      { numRuns: 400 },
    );
  });
});
