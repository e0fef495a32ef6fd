import { deepEqual, equal } from 'node:assert/strict';
import { renderComment, renderPost } from '../../lib/markup/render.js';
import { parsePage } from '../support/html.js';

const html = (/** @type {string} */ markdown) => renderPost({ markdown, excerpt: '' }).html;
const blocks = '- פריט\n\n> ציטוט\n\n| א |\n| - |\n| ב |\n\n1. اثنان';

describe('A text with letters from right to left', () => {
  it('has lists, quotations and tables that begin on the side of their own letters', () => {
    const page = parsePage(html(`English first.\n\n${blocks}`));
    for (const block of ['ul', 'ol', 'blockquote', '.table'])
      equal(page.attribute(block, 'dir'), 'auto', block);
    equal(page.has('table[dir]'), false, 'so that a wide one begins where it is scrolled from');
    deepEqual(parsePage(renderComment(blocks)).attributes('ul, ol, blockquote', 'dir').length, 3);
  });

  it('has numbers, pictures and code on the side of the letters around them', () => {
    const lines = '1\n\n![](/a.png)\n\n`npm`';
    const others = parsePage(html(`עברית.\n\n${lines}`)).attributes('p', 'dir');
    deepEqual(others, ['rtl', 'rtl', 'rtl']);
    const cells = parsePage(html(`Latin.\n\n1\n\n| א | ב |\n| - | - |\n| c | 2 |`));
    deepEqual(cells.attributes('[dir]:not(.table)', 'dir'), ['rtl']);
    equal(cells.text('td[dir=rtl]'), '2');
    equal(html('English.\n\n1\n\nעברית').includes('dir='), false);
  });

  it('keeps the direction that its author wrote', () => {
    const page = parsePage(html('<ul dir="ltr"><li>פריט</li></ul>'));
    equal(page.attribute('ul', 'dir'), 'ltr');
  });
});

describe('A text without letters from right to left', () => {
  it('needs no directions', () => {
    equal(html('- a\n\n> é 漬\n\n| a |\n| - |\n| 1 |').includes('dir='), false);
  });
});
