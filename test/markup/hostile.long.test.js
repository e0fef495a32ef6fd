import { equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { BLOCKS, CONTAINERS, PARENTS, TRANSPARENT } from '../../lib/markup/elements.js';
import { renderComment, renderPost } from '../../lib/markup/render.js';
import { elements, toHtml } from '../../lib/markup/tree.js';
import { nest } from '../../lib/markup/nesting.js';
/** @import { Element } from '../../lib/markup/tree.js' */

/** @param {string} markdown */
const html = (markdown) => renderPost({ markdown, excerpt: '', language: 'en' }).html;

describe('A hostile text', () => {
  const texts = {
    'nested quotations': '>'.repeat(10_000),
    'open brackets': '['.repeat(10_000),
    'nested brackets': '['.repeat(10_000) + ']'.repeat(10_000),
    'open images': '![['.repeat(5_000),
    'stars and underscores': 'a**b_c'.repeat(5_000),
    'backticks of every length': Array.from({ length: 300 }, (_, n) => '`'.repeat(n)).join(' a '),
    'open comments': '<!--'.repeat(10_000),
    'open tags': '<a href="'.repeat(5_000),
    'nested lists': Array.from({ length: 300 }, (_, n) => `${' '.repeat(n * 2)}- a`).join('\n'),
    'nested blocks': '<div>'.repeat(5_000),
    'half addresses': 'http://'.repeat(5_000),
    'half mail addresses': 'a@'.repeat(20_000),
    'a very long word of code': `\`\`\`js\n${'a'.repeat(100_000)}\n\`\`\``,
    'a very long gap in code': `\`\`\`nix\n${'\n'.repeat(20_000)}\n\`\`\``,
    'the same heading again and again': '# a\n'.repeat(2_000),
    'footnotes without end': Array.from({ length: 3_000 }, (_, n) => `[^${n}]\n\n[^${n}]: a`).join(
      '\n',
    ),
    'footnotes in footnotes': Array.from({ length: 3_000 }, (_, n) => `[^${n}]: a[^${n + 1}]`).join(
      '\n',
    ),
    'open footnotes in a line': '^['.repeat(20_000),
    'open links between posts': '[['.repeat(20_000),
    'open boxes': ':::note\n'.repeat(5_000),
    'ends of boxes': ':::\n'.repeat(20_000),
    'boxes in quotations': '> '.repeat(50) + '[!note]\n'.repeat(5_000),
    'open formulas': '$a '.repeat(20_000),
    'open formulas by themselves': '$$a\n'.repeat(3_000),
    'half formulas': `${'$\\frac'.repeat(2_000)}$`,
    'formulas that never end': '$\\def\\a{\\a\\a}\\a$ '.repeat(200),
    'nested formulas': `$${'x^{'.repeat(600)}$`,
    'open marks': '==a '.repeat(20_000),
    'marks in marks': `${'=='.repeat(9_999)}a${'=='.repeat(9_999)}`,
    'raised and lowered': 'a^b~c'.repeat(10_000),
    'descriptions of descriptions': 'a\n: b\n'.repeat(2_000),
    'nested descriptions': Array.from(
      { length: 200 },
      (_, n) => `${' '.repeat(n * 2)}a\n${' '.repeat(n * 2)}: b`,
    ).join('\n'),
    'abbreviations everywhere': `${Array.from({ length: 3_000 }, (_, n) => `*[a${n}]: b`).join('\n')}\n\n${'a1 '.repeat(20_000)}`,
    'open quotation marks': '"a '.repeat(20_000),
    'ranges of marked lines': `\`\`\`js {${'1-999999,'.repeat(20)}}\n${'a\n'.repeat(5_000)}\`\`\``,
    'bare links': 'https://youtu.be/abcdefghijk\n\n'.repeat(500),
    'a column for every character': `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n`,
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`does not keep the renderer busy with ${name}`, () => {
      // What takes time with the square of such a length takes minutes: the time-out of the suite tells.
      equal(typeof html(text), 'string');
    });
  }

  it('is refused when its elements nest too deeply', () => {
    throws(() => html(`<div>${'<b>'.repeat(50_000)}`), { code: 'invalid', field: 'markdown' });
  });

  it('is refused when it has too many elements', () => {
    throws(() => html(`<div>${'<b></b>'.repeat(200_001)}`), { code: 'invalid' });
  });

  it('is refused when it is longer than 5 MB', () => {
    throws(() => html('a '.repeat(2_700_000)), { code: 'invalid' });
  });
});

const names =
  'a audio b blockquote br caption code dd details dfn div dl dt figcaption figure h1 h4 hr iframe img li math mi ' +
  'mrow mtext ol p pre rt ruby script section source span style summary svg table tbody td tfoot th thead time title tr ul video';
const attributes = [
  '',
  ' id="a"',
  ' id="main"',
  ' href="#a"',
  ' href="javascript:x"',
  ' src="x.png"',
  ' onclick="x"',
  ' style="text-align:right"',
];
const tag = fc.tuple(
  fc.constantFrom('<', '</'),
  fc.constantFrom(...names.split(' ')),
  fc.constantFrom(...attributes),
);
const piece = fc.oneof(
  tag.map(([open, name, attribute]) => `${open}${name}${open === '<' ? attribute : ''}>`),
  fc.constantFrom(
    'text ',
    '\n\n',
    '# A\n',
    '[^1] ',
    '\n[^1]: note\n',
    '^[note] ',
    '\n> [!note]- t\n',
    '\n:::tip t\n',
    '\n:::\n',
    '\nterm\n: about\n',
    '*[a]: "b\n',
    '==m== ',
    'x^2^',
    '$x^2$ ',
    '\n$$\nx\n$$\n',
    '[[a]] ',
    '\n```js title="<t>" {1}\nlet\n```\n',
    '\nhttps://youtu.be/abcdefghijk\n\n',
    '- [x] a\n',
    '- a\n',
    '> q\n',
    '|a|\n|-|\n|1|\n',
    '`c` ',
    '[x](#a)',
    '<',
    '"',
    '&#1;',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('The rendered HTML of any text', () => {
  it('its elements stand where HTML allows them, with no id twice', () => {
    fc.assert(
      fc.property(anyText, (markdown) => {
        const result = html(markdown);
        const tree = nest(result);
        equal(toHtml(tree), result);
        checkPlaces(tree, []);
        const ids = [...elements(tree)].flatMap(({ attributes }) => attributes.get('id') ?? []);
        equal(new Set(ids).size, ids.length);
        checkHarmless(tree, /^(script|style|svg|iframe|h1|title)$/);
      }),
      { numRuns: 400 },
    );
  });

  it('has no block in what stands for a video without a file', () => {
    equal(html('<video id="main"><a><blockquote>!'), '<p><span><a>!</a></span></p>');
    equal(html('<audio id="a"><a><blockquote>!'), '<p><span><a>!</a></span></p>');
  });

  it('it can be a comment', () => {
    fc.assert(
      fc.property(anyText, (markdown) => {
        const result = renderComment(markdown);
        const tree = nest(result);
        equal(toHtml(tree), result);
        checkHarmless(tree, /^(img|h\d|script|iframe|math|details)$/);
        ok([...elements(tree)].every(({ attributes }) => !attributes.has('id')));
      }),
      { numRuns: 200 },
    );
  });
});

/**
 * @param {Element} parent
 * @param {string[]} path
 */
function checkPlaces(parent, path) {
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    const line = [...path.slice(path.findLastIndex((tag) => CONTAINERS.has(tag)) + 1)];
    const isInLine = BLOCKS.has(child.tag) && !line.every((tag) => TRANSPARENT.has(tag));
    const isInSummary = /^h\d$/.test(child.tag) && path.at(-1) === 'summary';
    ok(!isInLine || isInSummary, `${child.tag} in ${path.join(' > ')}`);
    const parents = PARENTS.get(child.tag);
    ok(!parents || parents.has(parent.tag), `${child.tag} in ${parent.tag}`);
    ok(child.tag !== 'a' || !path.includes('a'), 'a link in a link');
    checkPlaces(child, [...path, child.tag]);
  }
}

/**
 * @param {Element} tree
 * @param {RegExp} unwanted elements
 */
function checkHarmless(tree, unwanted) {
  for (const { tag, attributes } of elements(tree)) {
    ok(!unwanted.test(tag), tag);
    for (const [name, value] of attributes)
      ok(!/^(on.*|style)$/.test(name) && !/^javascript:/i.test(value), name);
  }
}
