import { equal, match } from 'node:assert/strict';
import { renderComment, renderPost } from '../../lib/markup/render.js';

const html = (/** @type {string} */ markdown) => renderPost({ markdown, excerpt: '' }).html;

describe('Emphasis beside Chinese, Japanese and Korean', () => {
  for (const [markdown, inside] of [
    ['**重要：**これは本文。', '<strong>重要：</strong>これは本文。'],
    ['**한국어(Korean)**은 좋다', '<strong>한국어(Korean)</strong>은 좋다'],
    ['**“引用”**后面', '<strong>“引用”</strong>后面'],
    ['**`code`**后面', '<strong><code>code</code></strong>后面'],
    ['~~删除。~~后', '<s>删除。</s>后'],
    ['*（注）*です', '<em>（注）</em>です'],
    ['これは**「鍵」**です', 'これは<strong>「鍵」</strong>です'],
    ['𠮷**（注）**𠮷', '𠮷<strong>（注）</strong>𠮷'],
    ['葛\u{e0100}**（注）**x', '葛\u{e0100}<strong>（注）</strong>x'],
    ['ｶﾅ**(x)**ｶﾅ', 'ｶﾅ<strong>(x)</strong>ｶﾅ'],
    ['**a** **「b」** c', '<strong>a</strong> <strong>「b」</strong> c'],
    // As before, where there is none, and between letters.
    ['**Note:**text', '**Note:**text'],
    ['a_「b」_c', 'a_「b」_c'],
    ['中文 ** 中文 **', '中文 ** 中文 **'],
  ])
    it(`makes of ${markdown}: ${inside}`, () => {
      equal(html(markdown), `<p>${inside}</p>`);
      equal(renderComment(markdown), `<p>${inside}</p>`);
    });
});

describe('A line break in a paragraph', () => {
  for (const [markdown, inside] of [
    ['你好\n世界', '你好世界'],
    ['你好，\n世界', '你好，世界'],
    ['**你好**\n[世界](/a)', '<strong>你好</strong><a href="/a">世界</a>'],
    ['他说“你好”\n然后', '他说“你好”然后'],
    ['\u{20bb7}\n\u{20bb7}', '\u{20bb7}\u{20bb7}'],
    ['안녕\n세상', '안녕\n세상'],
    ['你好\nworld', '你好\nworld'],
    ['“hello”\nworld', '“hello”\nworld'],
    ['你好\n![画](/a.png)\n世界', null],
    ['你好  \n世界', '你好<br>\n世界'],
  ])
    it(`is a space or not, as the characters beside it want: ${JSON.stringify(markdown)}`, () => {
      const made = html(String(markdown));
      if (inside === null) match(made, /你好\n<img [^]*>\n世界/);
      else equal(made, `<p>${inside}</p>`);
    });

  it('is none between Chinese characters in teasers either, and one between paragraphs', () => {
    equal(renderPost({ markdown: '你好\n世界\n\n再见', excerpt: '' }).teaser, '你好世界 再见');
    equal(renderPost({ markdown: 'a', excerpt: '你好\n世界\nworld' }).teaser, '你好世界 world');
  });

  it('stays a line break in comments', () => {
    equal(renderComment('你好\n世界'), '<p>你好<br>\n世界</p>');
  });
});
