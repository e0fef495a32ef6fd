import { equal } from 'node:assert/strict';
import { readHtml, toMarkdown } from '../../../lib/exchange/import/html/to-markdown.js';

describe('A list in a list', () => {
  const read = (/** @type {string} */ html) => toMarkdown(readHtml(html)).trim();
  const expected = '- one\n  - one a\n    - deep\n- two';

  it('is in the item before it, when it stands between items, or alone in one', () => {
    equal(
      read('<ul><li>one</li><ul><li>one a</li><ul><li>deep</li></ul></ul><li>two</li></ul>'),
      expected,
    );
    equal(
      read(
        '<ul><li>one</li><li><ul><li>one a</li><li><ul><li>deep</li></ul></li></ul></li><li>two</li></ul>',
      ),
      expected,
    );
  });

  it('is there when the items say how deep they are', () => {
    const items =
      '<li>one</li><li class="ql-indent-1">one a</li><li class="ql-indent-2">deep</li><li>two</li>';
    equal(read(`<ul>${items}</ul>`), expected);
    equal(read(`<ol>${items.replaceAll('<li', '<li data-list="bullet"')}</ol>`), expected);
    equal(
      read(
        '<ol><li data-list="ordered">a</li><li data-list="bullet" class="ql-align-right ql-indent-1">b</li><li data-list="checked">c</li><li data-list="unchecked">d</li></ol>',
      ),
      '1. a\n   - b\n\n- [x] c\n- [ ] d',
    );
  });
});
