/**
 * What a text is repeated from: one that takes time with the square of its length is nearly always some token again and again,
 * perhaps with something before or behind them all.
 *
 * @typedef {{ name: string, of: (length: number) => string }} Shape  `of`: a text of about this many characters
 */

/** By what knows them. */
const LISTS = {
  punctuation: [...`!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`],
  blanks: [
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\n\n',
    ' \n',
    '\t ',
    '\u00a0',
    '\u2028',
    '  \n',
    ' a',
    'a ',
    '\\\n',
  ],
  letters: [
    'a',
    'A',
    '0',
    'ab1',
    'é',
    'e\u0301',
    '\u0301',
    '\u0345',
    'ᄀ',
    '字',
    'ก',
    '👩‍🚀',
    '👩\u200d',
    '\u{1f1e6}',
    '\u202e',
    'ﷺ',
  ],
  markdown: (
    `*a_|**a |*a |_a |__a|a*|a_|***|*> |*>|> |>|- |-a\n|1. |1.\n|+ |# |#\n|===\n|---\n|a\n-\n|~~a|~~~\n|~~https://|_https://a.b/|` +
    `https://a.b/|http://|www.a.|a@|a@b.c |<a@b.c>|<https://a>|://|mailto:|\`|\`a|\`\`a|\`\`\`\n|[|]|](|[]|[](|![|![](|[a](|[a]|` +
    `[a][|[a]: b\n|[a]:\n|[^1]|[^1]: |^[|[[a|[[|]]|[[a]]|$|$$|$a$|$\\frac|\\(|\\[|==|==a|==a== |^a|a^b|~a|a~b|:::|:::note\n|` +
    `> [!note]\n|*[a]: b\n|: a\n|a\n: b\n|- [ ] |"a |"|'a |a"|a'|'|...|--|(c)|\\*|\\|&amp;|&#|&#x|&a|&;|{#a}\n|{%|{{|}}|{% a %}|{{< a |%%`
  ).split('|'),
  tables: ['|', '|a', '|-', 'a|', '|a|\n|-|\n', '|\n', '\\|', '|`'],
  html: (
    '<|</|<a|<a |<a>|<b>|</b>|<b></b>|<div>|</div>|<p>|<p|<a href="|<a href=|<a b="c"|<a b=|<a/>|<!|<!--|-->|<!-->|<!--a|<?|<?a|?>|' +
    '<![CDATA[|]]>|<!DOCTYPE|<!DOCTYPE a|<!DOCTYPE [|<!ENTITY|<script>|<style>|<style|<textarea>|<title>|<table>|<tr><td>|<td>|<ul><li>|' +
    '<li>|<dl><dt>|<dfn>|<details>|<math>|<mi>|<svg>|<img |<img src=a>|<a><div>|<a><p>|<em><p>|<x>|<x-y>|<h1>|<h1>a|' +
    '<p>\n|<ol><li><p>|<pre>|<code>|<br>|<span style="|<iframe src="https://a.b">|<video src=a>|<button>|<option>|<select>|<font>|' +
    '<ruby><rt>|&lt;|&nbsp;|&#1;|<a id="a">|<q>|<u>'
  ).split('|'),
  svg: '<g>|<g/>|<foreignObject>|<x>|<use href="#a"/>|<path d="|<style>|<image href="data:image/png;base64,|url(|url(#a)|@import|/*|*/|@font-face{|<g id="a">|<text>|<a>|<set/>'.split(
    '|',
  ),
  data: '{|}|[|]|,|:|{"a":|"a":1,|[1,|"|\\"|\\u|\\\\|1|-|1e|a: |- |- - |a:\n|a: b\n|? |? a\n|&a |*a |&a [*a]|!a |!!|<<: |[{|{a: |{a,|#|# a\n|--- |---\n|...\n||\n|>\n|a: |\n|[a]\n|[[a]]\n|a = 1\n|a.|a.b = 1\n|a = [|a = {|"""|\'\'\'|%a\n|"a" |\'a\'|@|`|\t- |  - a\n|a : b : '.split(
    '|',
  ),
  fields:
    `a,|a=1,|a=b;|;|,|, |a;b,|a=";|"a",|"a"|"\\|\\"|W/"|W/"a",|*,|<a>,|; a=b|;a="b"|q=|;q=0.1,|bytes=|0-|0-1,|-|gzip,|1.1.1.1,|1.1.1.1, |::|:|.|a.|(|;a |)|(a;|Mozilla/5.0 |compatible; |bot|/|//|../|./|%|%2e/|%2f|%41|%C3|%C3%A9|%00|?|&|&&|a=b&|a=%41&|a[|a[]=|a[b]|=|+|a+|\\n|;;|a = "|no-cache="a",|private,|Cookie,`.split(
      '|',
    ),
  wordpress:
    '[caption]|[caption |[/caption]|[code]|[code|[gallery|[a b="|[a b=c|<!-- wp:a -->|<!-- wp:|<!-- /wp:a -->|<!-- wp:block {|<!-- wp:block {"ref":1} /-->|<!--more-->|[php]|<item>|<channel>|<a><![CDATA[|<wp:post_type>'.split(
      '|',
    ),
  templates:
    '{% highlight %}|{% raw %}|{% raw|{% endraw %}|{{ a }}|{{< a >}}|{{% a %}}|{{< a "|{: .a}|{.a}|{.a .a|{ .a|# a {.a|](a){|](a|{/*|import a|import |export const a = {|<A |<A b={|<A>|</A>|<A b="|%%a|![[a|![[|:a[|::a|!!! a\n|=== "a"\n|$$a$$|\\\\(|$`|`$|a ⁢'.split(
      '|',
    ),
  code: '/*|//|"""|`${|#{|<%|%{|R"(|<<A\n|(?|/a|@a|a(|a.b|a::|a<|fn |function |class A {|def a(|let |x=>|{a:|;|0x|1_|1.|\'a|"a|$a|$(|\\a|#if\n|--[[|{-|(*|begin |=begin\n|<?php |@"|a-|-a |a b'.split(
    '|',
  ),
  formulas:
    "\\frac|{|}|^|_|x^|\\left(|\\right)|\\begin{a}|\\begin{matrix}|\\\\|&|\\def\\a{|\\a|\\text{|\\sqrt|\\ce{|\\pu{|\\mathbb|'|\\hbox{$|$|\\over|\\limits|\\not|\\color{red}|%|\\tag{1}|\\binom|\\prime|\\rule|\\ce{a|->|\\pu{1e|\\cancel|\\overbrace{|x_1^2 |+|-".split(
      '|',
    ),
};

/** Before, and what stands behind, as often. @type {[string, string][]} */
const PAIRS = [
  ...[
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['<', '>'],
    ['"', '"'],
    ['**', '**'],
    ['*', '*'],
    ['_', '_'],
    ['~~', '~~'],
    ['`', '`'],
    ['[', '](a)'],
    ['![', '](a)'],
  ],
  ...[
    ['<b>', '</b>'],
    ['<x>', '</x>'],
    ['<div>', '</div>'],
    ['<p>', '</p>'],
    ['<g>', '</g>'],
    ['<li>', '</li>'],
    ['<table><tr><td>', '</td></tr></table>'],
  ],
  ...[
    ['<!--', '-->'],
    ['{{', '}}'],
    ['{%', '%}'],
    ['[a]', '[/a]'],
    ['$', '$'],
    ['==', '=='],
    ['{"a":', '}'],
    ['a=[', ']'],
    ['\\left(', '\\right)'],
    ['{a: ', '}'],
  ],
].map(([open, close]) => [open, close]);

/** Behind all, what may make all that came before it void. */
const ENDS = ['', '!', '\n', '>', '"', 'x)'];

/** @param {string} token @param {number} length */
const repeat = (token, length) => token.repeat(Math.max(1, Math.floor(length / token.length)));

/** @param {string} text */
const shown = (text) => JSON.stringify(text);

/** @returns {Shape[]} */
const pairs = () =>
  PAIRS.flatMap(([open, close]) => [
    {
      name: `${shown(open)}×n ${shown(close)}×n`,
      of: (length) => repeat(open, length / 2) + repeat(close, length / 2),
    },
    { name: `${shown(open)}×n ${shown(close)}`, of: (length) => repeat(open, length) + close },
    { name: `${shown(open)} ${shown(close)}×n`, of: (length) => open + repeat(close, length) },
  ]);

/**
 * @param {(keyof typeof LISTS)[]} lists those that a parser knows
 * @param {boolean} [isWide] with each end, and with tokens in turn
 * @returns {Shape[]}
 */
export function shapesOf(lists, isWide = false) {
  const tokens = [...new Set(lists.flatMap((list) => LISTS[list]))].filter(Boolean);
  const ends = isWide ? ENDS : [''];
  const single = tokens.flatMap((token) =>
    ends.map((end) => ({
      name: `${shown(token)}×n${end && ` ${shown(end)}`}`,
      of: (/** @type {number} */ length) => repeat(token, length) + end,
    })),
  );
  const before = (isWide ? ['a', '"', '<', '[a](', '<a b="', '/*', '`', '- ', '\n'] : []).flatMap(
    (start) =>
      tokens.map((token) => ({
        name: `${shown(start)} ${shown(token)}×n`,
        of: (/** @type {number} */ length) => start + repeat(token, length),
      })),
  );
  return [...single, ...before, ...pairs()];
}

/** @type {(keyof typeof LISTS)[]} */
export const allLists = /** @type {any} */ (Object.keys(LISTS));
