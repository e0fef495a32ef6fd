import { deepEqual, equal, match, throws } from 'node:assert/strict';
import hljs from 'highlight.js';
import { fileOf } from '../../lib/markup/highlight.js';
import { renderComment, renderPost } from '../../lib/markup/render.js';
import { parsePage } from '../support/html.js';

/** @param {string} markdown */
const html = (markdown) => renderPost({ markdown, excerpt: '' }).html;
const parsed = (/** @type {string} */ markdown) => parsePage(html(markdown));

describe('The headings of a post', () => {
  it('begin at the second level, since the page has its title above them', () => {
    equal(html('# Lemons'), '<h2 id="lemons">Lemons</h2>');
    equal(html('#### Lemons'), '<h2 id="lemons">Lemons</h2>');
  });

  it('keep their order and skip no level', () => {
    const page = parsed('# A\n### B\n##### C\n## D\n# E');
    deepEqual(
      [page.texts('h2'), page.texts('h3'), page.texts('h4')],
      [['A', 'E'], ['B', 'D'], ['C']],
    );
    deepEqual(page.texts('h2 + h3 + h4 + h3 + h2'), ['E']);
  });

  it('have ids made from their words, each only once', () => {
    const ids = parsed('# Salt\n# Salt\n# Salt 2\n# Salt').attributes('h2', 'id');
    deepEqual(ids, ['salt', 'salt-2', 'salt-2-2', 'salt-3']);
  });

  it('never have the ids of the page around the text', () => {
    const ids = parsed('# Main\n# comments\n# Top\n# Comment 7\n# nav x\n# 🍋').attributes(
      'h2',
      'id',
    );
    deepEqual(ids, [
      'section-main',
      'section-comments',
      'section-top',
      'section-comment-7',
      'section-nav-x',
      'section',
    ]);
  });

  it('take the id that an author wrote in braces', () => {
    equal(html('# Salt and lemons {#salt}'), '<h2 id="salt">Salt and lemons</h2>');
  });

  it('are left out when they say nothing', () => {
    equal(html('#\n\n##  \n\ntext'), '<p>text</p>');
  });
});

describe('Links in a post', () => {
  it('find a heading by its id, however the author’s generator made ids', () => {
    deepEqual(parsed('# C++ & you\n\n[see](#c--you)').links(), ['#c-you']);
  });

  it('follow an id that had to be changed', () => {
    const page = parsed('# a\n\n<b id="main">x</b> [y](#main)');
    deepEqual([page.attribute('b', 'id'), page.links()], ['section-main', ['#section-main']]);
  });

  it('find an anchor by its old name', () => {
    const page = parsed('<a name="old place">x</a> [y](#old%20place)');
    deepEqual([page.attribute('a', 'id'), page.links()], ['old-place', ['#old-place']]);
  });

  it('say where they lead when they have no text', () => {
    equal(
      html('[](https://a.example/b)'),
      '<p><a href="https://a.example/b">https://a.example/b</a></p>',
    );
    const label = parsed('[![](a.png)](https://a.example/)').attribute('a[href]', 'aria-label');
    equal(label, 'https://a.example/');
  });

  it('are valid addresses, without names and passwords', () => {
    const links = parsed('[x](<https://u:p@a.example/b c?d[]=1#e#f>)').links();
    deepEqual(links, ['https://a.example/b%20c?d%5B%5D=1#e%23f']);
  });

  it('are not made of names that only look like hosts', () => {
    equal(html('README.md and io.js'), '<p>README.md and io.js</p>');
  });
});

describe('A code block', () => {
  it('is coloured in the named language, and can be reached by keyboard', () => {
    equal(
      html('```js\nlet a;\n```'),
      '<pre tabindex="0"><code class="hljs language-js"><span class="hljs-keyword">let</span> a;\n</code></pre>',
    );
  });

  it('stays plain in an unknown language, or in none', () => {
    match(html('```__proto__\n<b>\n```'), /<code class="hljs"?[^>]*>&lt;b&gt;\n/);
    match(html('```klingon\n<b>\n```'), /<code class="hljs language-klingon">&lt;b&gt;\n/);
    match(html('    <b>'), /<pre tabindex="0"><code class="hljs">&lt;b&gt;/);
  });

  it('is coloured under every name that highlight.js or a blog has for its language', () => {
    const chosenOtherwise = new Set(['https', 'ml', 'h', 'text', 'txt', 'plaintext']);
    const strange = hljs
      .listLanguages()
      .flatMap((name) => (hljs.getLanguage(name)?.aliases ?? []).map((alias) => [alias, name]))
      .filter(([alias]) => /^[\w#+.-]+$/.test(alias) && !chosenOtherwise.has(alias))
      .filter(([alias, name]) => fileOf(alias.toLowerCase(), '$') !== name);
    // It gives this name to two languages.
    deepEqual(
      strange.map(([alias]) => alias),
      ['ls'],
    );
    for (const [name, code] of [
      ['console', '$ ls "a"'],
      ['shell', 'if true; then echo "a"; fi'],
      ['Zig', 'const a = "b";'],
      ['sass', 'a\n  color: red'],
      ['njk', '{% if a %}'],
      ['diff-js', '+ a\n- b'],
      ['jsonc', '{ "a": 1 } // b'],
    ])
      match(html(`\`\`\`${name}\n${code}\n\`\`\``), /class="hljs-/, name);
  });

  it('looks the same whatever was coloured before', () => {
    const page = '```html\n<script>let a;</script>\n```';
    const first = html(page);
    html('```http\nGET / HTTP/1.1\n\n{}\n```\n\n```vue\n<p>\n```');
    equal(html(page), first);
    match(first, /hljs-keyword/);
  });

  it('stays plain when it is very long', () => {
    match(html(`\`\`\`js\n${'let a;\n'.repeat(5000)}\`\`\``), /language-js">let a;\nlet a;/);
  });
});

describe('The HTML of tables and images', () => {
  it('gives a table a frame that scrolls by keyboard, and aligns by class', () => {
    equal(
      html('|a|b|\n|-|-:|\n|1|2|').replaceAll('\n', ''),
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th>' +
        '<th class="align-right">b</th></tr></thead><tbody><tr><td>1</td><td class="align-right">2</td></tr></tbody></table></div>',
    );
  });

  it('makes a header cell that says nothing a plain one', () => {
    match(html('|a||\n|-|-|\n|1|2|'), /<th>a<\/th>\s*<td><\/td>/);
  });

  it('keeps the target of a link within a table where HTML allows it', () => {
    match(
      html('|a|\n|-|\n|1|\n!<tr id="main">'),
      /<\/tr><tr id="section-main">\s*<\/tr>\s*<\/tbody>/,
    );
    match(
      html('<table><caption id="x"></caption><tr><td>a</table>'),
      /<table><caption id="x"><\/caption>/,
    );
  });

  it('loads images late, and always gives them a text', () => {
    equal(html('![](a.png)'), '<p><img src="a.png" alt="" loading="lazy" decoding="async"></p>');
    match(html('<img src="a.png" width="10%" height="20">'), /<img src="a.png" height="20" alt=""/);
  });
});

describe('HTML in a post', () => {
  it('keeps what texts are made of', () => {
    const kept =
      '<figure><img src="a.png" alt="A" loading="lazy" decoding="async"><figcaption>B</figcaption></figure>' +
      '<details open=""><summary>C</summary><kbd>D</kbd><mark>E</mark></details><dl><dt>F</dt><dd>G</dd></dl>' +
      '<math display="block"><msup><mi>x</mi><mn>2</mn></msup></math>';
    equal(html(kept), kept);
  });

  const attacks = {
    'a script': '<script>alert(1)</script>',
    'an event handler': '<b onclick="alert(1)">x</b><img src=x onerror=alert(1)>',
    'a javascript: link': '[x](javascript:alert(1)) <a href=" java\tscript:alert(1)">y</a>',
    'a data: link': '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    'an image that is a document': '<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="">',
    'a style': '<b style="position:fixed">x</b><style>p{}</style><link rel="stylesheet" href="x">',
    'a form': '<form action="/x"><input name="a"><button>b</button></form>',
    'a frame within mathematics':
      '<math><mtext><iframe src="javascript:alert(1)"></iframe></mtext></math>',
    'a glyph within mathematics':
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>',
    'a base address': '<base href="https://evil.example/"><meta http-equiv="refresh" content="0">',
  };
  for (const [name, attack] of Object.entries(attacks)) {
    it(`loses ${name}`, () => {
      const result = html(attack);
      const harm =
        /<(script|style|form|input|button|iframe|link|base|meta|mglyph|svg)|\son\w+=|style=|javascript|data:/i;
      equal(harm.exec(result), null, result);
    });
  }

  it('shows a link to what it would have embedded', () => {
    equal(
      html('<iframe src="https://video.example/1" title="A talk"></iframe>'),
      '<a href="https://video.example/1">A talk</a>',
    );
    match(html('<video><source src="javascript:x">none</video>'), /<span>.*none<\/span>/);
  });

  it('may hold an image of its own bytes', () => {
    match(
      html('<img src="data:image/png;base64,iVBORw0KGgo=" alt="dot">'),
      /src="data:image\/png;base64,/,
    );
  });

  it('keeps names in angle brackets that no element has, or that were meant as text', () => {
    equal(
      html('Promise<void> in <title>, then more'),
      '<p>Promise&lt;void&gt; in &lt;title&gt;, then more</p>',
    );
  });

  it('is put where HTML allows it', () => {
    equal(html('<p>a<div>b</div>c</p>'), '<p>a</p><div>b</div>c');
    equal(html('<ul>a<li>b<li>c</ul>'), '<ul><li>a</li><li>b</li><li>c</li></ul>');
    equal(
      html('<table><td>a</table>'),
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><tr><td>a</td></tr></table></div>',
    );
    equal(html('<div><li>a</li></div>'), '<div><div>a</div></div>');
    equal(
      html('<div><a href="/x">a<a href="/y">b</a></div>'),
      '<div><a href="/x">a</a><a href="/y">b</a></div>',
    );
    equal(html('<div><b>a'), '<div><b>a</b></div>');
  });

  it('has its old elements and attributes renewed', () => {
    equal(
      html('<center align="right"><font color="red"><tt>a</tt></font></center>'),
      '<div class="align-right"><code>a</code></div>',
    );
  });

  it('has sections as plain blocks, since the page has its own', () => {
    equal(html('<section><nav>a</nav></section>'), '<div><div>a</div></div>');
  });

  it('has a summary in every details', () => {
    equal(html('<details>a</details>'), '<details><summary>Details</summary>a</details>');
  });
});

describe('Control characters in a post', () => {
  it('are taken out, also when they are written as entities', () => {
    equal(
      html('a\0b\x07c&#1;d\ud800e\u202ef'),
      '<p>abcd\ufffdef</p>'.replace('abcd', 'abc\ufffdd'),
    );
  });
});

describe('The teaser of a post', () => {
  /** @param {string} markdown @param {string} [excerpt] */
  const teaser = (markdown, excerpt = '') => renderPost({ markdown, excerpt }).teaser;

  it('has no label that is not its author’s', () => {
    equal(teaser('> [!NOTE]\n> Salt first.\n\n:::tip\nTurn it.\n:::'), 'Salt first. Turn it.');
  });

  it('is the author’s own excerpt when there is one', () => {
    equal(teaser('text', '  Two\nlines '), 'Two lines');
  });

  it('ends where the author put the mark, which readers do not see', () => {
    equal(teaser('# A\n\nOne *two*.\n\n<!-- more -->\n\nThree.'), 'One two.');
    equal(html('One.\n\n<!--more-->\n\nTwo.'), '<p>One.</p>\n\n<p>Two.</p>');
  });

  it('is else the beginning, without headings, code and markup, cut at a word', () => {
    const text = teaser(
      `# Title\n\n\`\`\`js\ncode\n\`\`\`\n\nThe **first** words. ${'And more of them. '.repeat(40)}`,
    );
    match(text, /^The first words\. And more .* (And|more|of|them)…$/);
    equal(text.length <= 281, true);
  });

  it('goes on in the next paragraph while it is short', () => {
    equal(teaser('One.\n\n- Two\n- Three'), 'One. Two, Three');
  });

  it('reads lists as a sentence would', () => {
    const list = '- a coat\n- bread\n\nSalt air.';
    equal(teaser(`It opens at eight.\n\n${list}`), 'It opens at eight. a coat, bread. Salt air.');
    equal(teaser(`Bring along\n\n${list}`), 'Bring along: a coat, bread. Salt air.');
    equal(teaser('- Salt.\n- a\n  - b\n  - c\n- d!'), 'Salt. a: b, c, d!');
    equal(teaser('- a (warm)\n- b'), 'a (warm), b');
    equal(teaser('Jar\n: of glass\n\nLid'), 'Jar: of glass. Lid');
    equal(teaser('持ち物\n\n- 塩\n- パン\n\n以上'), '持ち物：塩、パン。以上');
    equal(teaser('ملح\n\n- خبز\n- ماء'), 'ملح: خبز، ماء');
  });

  const log =
    '- \\[[`58717685a1`](https://e.org/c)] - **crypto**: read keys (Ada) [#63949](https://e.org/p)\n- **tls**\n  - wait (Bo) #7';

  it('leaves out what a change log lists, where there is something else to say', () => {
    const prose = 'This release mends a fault that some have met when the tide was high.';
    equal(teaser(`## Changes\n\n${log}\n\n${prose}`), prose);
  });

  it('says of a change log alone what has changed, without commits and numbers', () => {
    equal(teaser(log), 'crypto: read keys; tls: wait');
    equal(teaser('Mended.\n\n- See https://e.org/pull/1'), 'Mended. See');
  });

  it('keeps words and numbers that only look like those of a change log', () => {
    equal(teaser('- faceless men\n- 20260101 jars'), 'faceless men, 20260101 jars');
  });
});

describe('The word count of a post', () => {
  /** @param {string} markdown */
  const words = (markdown) => renderPost({ markdown, excerpt: '' }).words;

  it('leaves out code', () => equal(words('# One\n\ntwo three\n\n```\nfour five\n```'), 3));
  it('takes two characters as one word where nobody writes spaces', () =>
    equal(words('漢字仮名 and two'), 4));
});

describe('The HTML of a comment', () => {
  it('is Markdown without HTML, images and headings', () => {
    equal(renderComment('# *a* <b>c</b>'), '<p># <em>a</em> &lt;b&gt;c&lt;/b&gt;</p>');
    equal(renderComment('![a](https://a.example/b.png)').includes('<img'), false);
    equal(renderComment('a\n==='), '<p>a<br>\n===</p>');
  });

  it('keeps line breaks', () =>
    equal(renderComment('First line\nsecond line'), '<p>First line<br>\nsecond line</p>'));

  it('has links to the web and to mail alone, which search engines do not count', () => {
    equal(
      renderComment('https://a.example'),
      '<p><a href="https://a.example" rel="nofollow ugc noopener">https://a.example</a></p>',
    );
    equal(renderComment('[a](javascript:alert(1)) [b](//x) [c](tel:1)').includes('href'), false);
  });

  it('has no ids', () => equal(renderComment('[a](#main "id")').includes('id='), false));

  it('of enormous length is refused', () => {
    throws(() => renderComment('a'.repeat(50_001)), { code: 'invalid' });
  });
});
