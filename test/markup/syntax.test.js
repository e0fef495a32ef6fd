import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { renderComment, renderPost, reviewPost } from '../../lib/markup/render.js';
import { parsePage } from '../support/html.js';

const known = { links: { lemon: { url: '/post/lemon', title: 'Lemons & limes' } } };

/** @param {string} markdown @param {string} [language] */
const html = (markdown, language = '') =>
  renderPost({ ...known, markdown, excerpt: '', language }).html;
const parsed = (/** @type {string} */ markdown) => parsePage(html(markdown));
const notes = (/** @type {string} */ markdown) =>
  reviewPost({ ...known, markdown, excerpt: '' }).notes;

describe('A footnote', () => {
  it('stands below the text, with a way there and back', () => {
    const page = parsed('Salt[^a].\n\n[^a]: From the sea.');
    deepEqual(page.attributes('sup a', 'href'), ['#fn-1']);
    deepEqual(page.texts('.footnotes li'), ['From the sea. ↩︎']);
    deepEqual(page.attributes('.footnotes a', 'href'), [`#${page.attribute('sup a', 'id')}`]);
  });

  it('has the number of its place, however often and wherever it is written', () => {
    const page = parsed('[^b]: B[^c]\n[^c]: C\n[^a]: A\n\nx[^a] y[^b] z[^a]');
    deepEqual(page.texts('p sup'), ['1', '2', '1', '3']);
    deepEqual(page.texts('.footnotes li'), ['A ↩︎', 'B3 ↩︎', 'C ↩︎']);
  });

  it('may have several paragraphs, code and lists', () => {
    const page = parsed('x[^1]\n\n[^1]: One\n    more\n\n    Two\n\n    - a\n\nText');
    deepEqual(page.texts('.footnotes p'), ['One more', 'Two', '↩︎']);
    deepEqual(page.texts('.footnotes li li'), ['a']);
    deepEqual(page.texts('.footnotes ~ p'), []);
  });

  it('can stand in the sentence', () => {
    const page = parsed('Salt^[From [the sea](/sea), "mostly"] and a^b [x](/y).');
    deepEqual(page.texts('.footnotes li'), ['From the sea, "mostly" ↩︎']);
  });

  it('without a text is a word in brackets, and so is a link behind a caret', () => {
    equal(html('a[^1] [^a-z]+'), '<p>a[^1] [^a-z]+</p>');
    match(html('by ^[Lift](https://a.example)'), /by \^<a href="https:\/\/a.example">Lift<\/a>/);
  });

  it('that nothing refers to is left out, and the author is told', () => {
    equal(html('a\n\n[^1]: b'), '<p>a</p>');
    equal(notes('a\n\n[^1]: b').length, 1);
    match(notes('a[^2]\n\n[^1]: b\n[^2]: c')[0], /\[\^1\] is left out/);
  });

  it('is not in the teaser', () => {
    equal(renderPost({ markdown: 'Salt[^1].\n\n[^1]: Sea', excerpt: '' }).teaser, 'Salt.');
  });
});

describe('A list', () => {
  it('of tasks says which are done, in any reader of feeds', () => {
    const page = parsed('- [ ] to **do**\n- [x] done\n- [y] no\n- [x]no\n\n[x] no');
    deepEqual(page.texts('.task'), ['☐ to do', '☑ done']);
  });

  it('of terms has descriptions of one or more paragraphs', () => {
    const page = parsed(
      'Damson\n: A plum\n: Blue\n\nQuince\n\n: Hard\n  as stone\n\n  Yellow\n\nText',
    );
    deepEqual(page.texts('dt'), ['Damson', 'Quince']);
    deepEqual(page.texts('dd'), ['A plum', 'Blue', 'Hard as stone Yellow']);
    deepEqual(page.texts('dl + p'), ['Text']);
  });

  it('of terms is not made of a smile or a colon in a sentence', () => {
    for (const text of ['a\n:)', 'a\n:b', ': a', 'a: b']) ok(!html(text).includes('<dl'), text);
  });
});

describe('A callout', () => {
  it('is made as on GitHub and in Obsidian', () => {
    const page = parsed(
      '> [!NOTE]\n> Salt\n\n> [!danger] Hot *pan*\n>\n> - a\n\n> [!tip]- Fold\n> b',
    );
    deepEqual(page.attributes('.callout', 'class'), [
      'callout note',
      'callout caution',
      'callout tip',
    ]);
    deepEqual(page.texts('.callout-title strong'), ['Note', 'Hot pan', 'Fold']);
    deepEqual(page.texts('details.tip > p'), ['b']);
    equal(page.has('blockquote'), false);
  });

  it('is made with colons, and can contain others', () => {
    const page = parsed(
      '::: warning Mind the *pan*\nHot\n\n:::tip[Wait]\nCold\n\n:::details\nIce\n:::\n:::\n\n:::\n\nText',
    );
    deepEqual(page.texts('.warning > p'), ['Mind the pan', 'Hot']);
    deepEqual(page.texts('.warning > .tip > p'), ['Wait', 'Cold']);
    deepEqual(page.texts('.warning + p'), ['Text']);
  });

  it('goes to the end of what it stands in when it has no end', () => {
    const page = parsed('- :::note\n  a\n\nb');
    deepEqual([page.texts('li .note p'), page.texts('ul + p')], [['Note', 'a'], ['b']]);
  });

  it('is not made of other words behind colons, or of quotations', () => {
    for (const text of ['::: columns\na\n:::', ':::', '> [x] a', '> note'])
      ok(!html(text).includes('callout'), text);
  });
});

describe('Words in a text', () => {
  it('are marked, raised and lowered', () => {
    equal(
      html('==a *b*== x^2^ H~2~O 1^st^'),
      '<p><mark>a <em>b</em></mark> x<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup></p>',
    );
  });

  it('stay as they are where a sign means something else', () => {
    for (const text of [
      'if a==b and c==d',
      'a == b == c',
      '2^10 and 2^20',
      'x^2+y^2=1',
      '~/a and ~/b',
      '~5 to ~6',
      '(^_^)',
      'a~b~c',
      '====',
      'a ^b^',
    ])
      equal(html(text), `<p>${text}</p>`);
  });

  it('that are abbreviated are explained wherever they stand', () => {
    const page = parsed('*[HTML]: Hyper "Text"\nHTML5, `HTML` and HTML.\n\n# HTML');
    deepEqual(page.texts('abbr'), ['HTML', 'HTML']);
    equal(page.attribute('abbr', 'title'), 'Hyper "Text"');
    equal(page.texts('p').length, 1);
  });

  it('are quoted as the language of the blog has it, and not in code', () => {
    equal(html('"a \'b\' c" `"d"` it\'s', 'en'), '<p>“a ‘b’ c” <code>"d"</code> it’s</p>');
    equal(html('"a"', 'de-AT'), '<p>„a“</p>');
    equal(html('"a"', 'fr'), '<p>«\u00a0a\u00a0»</p>');
    equal(html('"a" -- (c) ...', 'xx'), '<p>“a” -- (c) ...</p>');
    equal(html('"a"'), '<p>"a"</p>');
  });
});

describe('A link between posts', () => {
  it('has the title of the post, or words of its own, and may lead to a heading', () => {
    const page = parsed('[[lemon]] [[lemon|sour *fruit*]] [[lemon#How to peel]]');
    deepEqual(page.texts('a'), ['Lemons & limes', 'sour *fruit*', 'Lemons & limes']);
    deepEqual(page.links(), ['/post/lemon', '/post/lemon', '/post/lemon#how-to-peel']);
  });

  it('stays text where there is no such post, and the author is told', () => {
    const dead = '[[Plum jam]] [[plum|the *jam*]] [[plum#how]] `[[lemon]]` \\[[nodiscard]]';
    const shown = 'Plum jam the *jam* plum <code>[[lemon]]</code> [[nodiscard]]';
    equal(html(dead), `<p>${shown}</p>`);
    equal(html('a[[0]] [[1,2]] [[:alpha:]]'), '<p>a[[0]] [[1,2]] [[:alpha:]]</p>');
    deepEqual(notes('[[nodiscard]] [[__proto__]]'), [
      '[[nodiscard]] is no link: there is no post or page of that name.',
      '[[__proto__]] is no link: there is no post or page of that name.',
    ]);
  });

  it('is not made of a link whose words are in brackets', () => {
    equal(html('[[lemon]](/x)'), '<p><a href="/x">[lemon]</a></p>');
  });
});

describe('A formula', () => {
  it('is MathML, which says how it was written', () => {
    const page = parsed('So $x^2$ and\n\n$$\n\\frac{a}{b}\n$$\n\n```math\na_1\n```');
    deepEqual(page.texts('math > semantics > annotation'), ['x^2', '\\frac{a}{b}', 'a_1']);
    deepEqual(page.texts('msup'), ['x2']);
    equal(page.attributes('math', 'display').filter(Boolean).length, 2);
  });

  it('keeps the lines over and under its parts', () => {
    const page = parsed('$\\overline{ab} + \\underline{c}$');
    deepEqual(page.texts('mrow.tml-overline'), ['ab']);
    deepEqual(page.texts('mrow.tml-underline'), ['c']);
  });

  it('keeps its strokes, boxes, colours and sizes', () => {
    const page = parsed(
      '$\\cancel{a} \\xcancel{b} \\sout{c} \\fbox{d} \\boxed{e+1} \\color{red} f \\colorbox{yellow}{g} \\Large h$',
    );
    deepEqual(page.texts('mrow.notation-updiagonalstrike'), ['a', 'b']);
    deepEqual(page.texts('mrow.notation-updiagonalstrike > mrow.notation-downdiagonalstrike'), [
      'b',
    ]);
    deepEqual(page.texts('mrow.notation-horizontalstrike'), ['c']);
    deepEqual(page.texts('mrow.notation-box'), ['d', 'e+1']);
    deepEqual(page.texts('[mathcolor="#ff0000"]')[0], 'f');
    deepEqual(page.texts('[mathbackground="#FFFF00"]'), ['g']);
    ok(page.has('[mathsize]'));
  });

  it('has no style of an author', () => {
    const own = '<math><mi style="color:#f00;position:fixed" class="notation-x">a</mi></math>';
    equal(html(own), '<p><math><mi mathcolor="#f00">a</mi></math></p>');
  });

  it('stands in the teaser when it is in a line', () => {
    const { teaser } = renderPost({
      markdown: 'Here $E = mc^2$ is\n\n$$\nx\n$$\n\nold.',
      excerpt: '',
    });
    equal(teaser, 'Here E=mc2 is old.');
  });

  it('is not made of prices, variables and code', () => {
    for (const text of [
      '$5 and $6',
      '$5/$6',
      '$HOME/$USER',
      'US$5-$6',
      '$ a $',
      '$1m–$2m',
      '$5 million or 4$',
      '\\$a$ b',
    ])
      equal(html(text), `<p>${text.replace('\\', '')}</p>`);
  });

  it('that cannot be read is shown as it is, and the author is told why', () => {
    for (const tex of [
      '\\foo',
      '\\def\\a{\\a\\a}\\a',
      '{'.repeat(50),
      '\\href{javascript:x}{y}',
      '\\ref{a}',
    ]) {
      equal(html(`$${tex}$`), `<p><code>$${tex}$</code></p>`);
      match(notes(`$${tex}$`)[0], /^The formula \$.* is shown as it is: ./);
    }
  });
});

describe('Code', () => {
  it('has a title and marked lines', () => {
    const page = parsed('```js title="a <b>.js" {1,3}\nlet a = `\nx\n`;\n```');
    deepEqual(page.texts('figcaption'), ['a <b>.js']);
    deepEqual(page.texts('mark'), ['let a = `', '`;']);
    equal(page.texts('pre')[0], 'let a = ` x `;');
  });

  it('has its lines marked as in Hugo', () => {
    deepEqual(parsed('```go {hl_lines=[1,"3-4"]}\na\nb\nc\nd\ne\n```').texts('mark'), [
      'a',
      'c',
      'd',
    ]);
  });

  it('is in a named box when it is a diagram', () => {
    deepEqual(parsed('```mermaid\ngraph TD\n```').texts('figcaption'), ['Diagram (Mermaid)']);
  });
});

describe('What is left out of a text', () => {
  it('is told to its author', () => {
    deepEqual(
      notes(
        '<p style="color:red" onclick="x">a</p>\n\n<script>x</script>\n\n<iframe src="https://a.example"></iframe>',
      ),
      [
        'style="…" on <p> is left out.',
        'onclick="…" on <p> is left out.',
        '<script> is left out.',
        '<iframe> is shown as a link.',
      ],
    );
    deepEqual(notes('Salt'), []);
  });
});

describe('A comment', () => {
  it('has none of all this', () => {
    const text = 'a[^1] ==b== x^2^ $x$ [[lemon]] "c"';
    equal(renderComment(text), `<p>${text}</p>`);
    ok(!/callout|<dl/.test(renderComment('> [!note]\n> a\n\nb\n: c')));
    ok(!/<math|<mark|title/.test(renderComment('```math\nx\n```\n\n```js title="a" {1}\nx\n```')));
  });
});

describe('Scripts in any syntax', () => {
  const payloads = [
    '<img src=x onerror=alert(1)>',
    '"onmouseover="alert(1)',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '<svg/onload=alert(1)>',
    '"><b onclick=x>',
  ];
  /** @type {((text: string) => string)[]} */
  const places = [
    (x) => `a[^${x}]\n\n[^${x}]: b`,
    (x) => `a[^1]\n\n[^1]: ${x}`,
    (x) => `^[${x}]`,
    (x) => `> [!note] ${x}\n> a`,
    (x) => `:::tip ${x}\na\n:::`,
    (x) => `${x}\n: ${x}`,
    (x) => `*[HTML]: ${x}\nHTML`,
    (x) => `==${x}==`,
    (x) => `a^${x}^ b~${x}~`,
    (x) => `$${x}$ $\\text{${x}}$ $\\class{${x}}{a}$ $\\color{${x}}{a}$`,
    (x) => `[[lemon|${x}]] [[lemon#${x}]] [[${x}]]`,
    (x) => `\`\`\`js title='${x}' {1}\n${x}\n\`\`\``,
    (x) => `\`\`\`${x}\n${x}\n\`\`\``,
    (x) => `https://youtu.be/dQw4w9WgXcQ?t=${x}`,
    (x) => `https://www.youtube.com/watch?v=${x}`,
    (x) => `- [x] ${x}`,
    (x) => `"${x}"`,
  ];

  it('never run', () => {
    for (const place of places)
      for (const payload of payloads) {
        const source = place(payload);
        const page = parsePage(html(source, 'en'));
        equal(page.has('script, svg, iframe, [style], [srcdoc]'), false, source);
        deepEqual(page.handlers(), [], source);
        const urls = [...page.attributes('*', 'href'), ...page.attributes('*', 'src')];
        ok(!urls.some((url) => /^\s*javascript:/i.test(url)), source);
      }
  });
});
