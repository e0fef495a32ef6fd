import { equal } from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';

/** @param {string} markdown */
const html = (markdown) => renderPost({ markdown, excerpt: '' }).html;

describe('A block of code in HTML', () => {
  for (const [what, lines] of [
    ['blocks', '<div>a = 1</div><div>  b = 2</div><div></div><div>c</div>'],
    ['blocks and line ends', '<code><p>a = 1</p>\n<p>  b = 2\n</p><p>\n</p><p>c</p></code>'],
    ['blocks and breaks', '<div><span>a = 1</span></div><div>  b = 2</div><br><div>c</div>'],
    ['items', '<ol>\n<li>a = 1</li>\n<li>  b = 2</li>\n<li></li>\n<li>c</li>\n</ol>'],
  ])
    it(`whose lines are ${what} is one block of them`, () => {
      const shown = html(`<pre>${lines}</pre>\n\nThen`).replace(/<\/?(?:code|span)\b[^>]*>/g, '');
      equal(
        shown.replace('<br>', '\n'),
        '<pre tabindex="0">a = 1\n  b = 2\n\nc</pre>\n<p>Then</p>',
      );
    });

  it('whose lines are the rows of a table has their cells beside each other', () => {
    const row = (/** @type {string[]} */ ...cells) =>
      `<tr>\n${cells.map((cell) => `<td>${cell}</td>\n`).join('')}</tr>\n`;
    const table = `<table><tbody>\n${row('1', 'a')}${row('2', '  b')}</tbody></table>`;
    equal(html(`<pre>${table}</pre>`), '<pre tabindex="0">1\ta\n2\t  b</pre>');
  });
});
