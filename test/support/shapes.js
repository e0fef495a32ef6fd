/**
 * Texts that have kept parsers, regular expressions and renderers busy elsewhere.
 * @typedef {(bytes: number) => string} Shape  a text of about that length in UTF-8
 */

/** @param {string} unit @returns {Shape} */
const runOf = (unit) => (bytes) => unit.repeat(bytes / Buffer.byteLength(unit));

/** @param {string} one @param {string} other @returns {Shape} as much of one as of the other */
const twoRuns = (one, other) => (bytes) => runOf(one)(bytes / 2) + runOf(other)(bytes / 2);

/** @param {Shape} shape @param {string} before @param {string} [behind] @returns {Shape} */
const between = (shape, before, behind = '!') => {
  return (bytes) => before + shape(bytes - 10) + behind;
};

/** What an address may have in it. @type {Record<string, Shape>} */
export const inAddresses = {
  letters: runOf('a'),
  digits: between(runOf('0'), ''),
  slashes: between(runOf('/'), 'a', 'a/'),
  segments: runOf('a/'),
  'steps up': runOf('../'),
  dots: between(runOf('.'), '', ':'),
  hyphens: between(runOf('-'), '', 'a'),
  'at signs': runOf('a@'),
  colons: runOf('::'),
  brackets: twoRuns('[', ']'),
  parentheses: twoRuns('(', ')'),
  commas: runOf('a,'),
  semicolons: runOf('a=b;'),
  weights: runOf('a;q=0.5,'),
  'question marks': runOf('?'),
  parameters: runOf('a=b&'),
  'empty parameters': runOf('&'),
  'equals signs': between(runOf('='), 'Bearer'),
  'half addresses': runOf('http://'),
  'encoded spaces': between(runOf('%20'), 'a'),
  'encoded slashes': runOf('%2f'),
  'encoded line ends': runOf('%0d%0a'),
  'encoded marks': between(twoRuns('%CC%80', '%CC%96'), 'a', ''),
  'encoded syllables': runOf('%E1%84%80%E1%85%A1'),
  'encoded ligatures': runOf('%EF%B7%BA'),
  'broken encodings': runOf('%'),
};

/** What a header may have in it. @type {Record<string, Shape>} */
export const inHeaders = {
  ...inAddresses,
  spaces: between(runOf(' '), 'bytes='),
  tabs: between(runOf('\t'), 'Bearer '),
  quotes: runOf('"'),
  'quoted text': between(runOf('\\"'), '"'),
  tags: runOf('"a", '),
  'weak tags': runOf('W/"a",'),
  ranges: between(runOf('0-1,'), 'bytes='),
  hops: runOf('for=1.1.1.1;proto=http, '),
  directives: runOf('no-cach, '),
  cookies: runOf('larder=a; '),
  types: runOf('text/html;q=0.1, '),
  backslashes: runOf('\\'),
  'less-than signs': runOf('<a'),
  JSON: between(runOf('{"a":['), ''),
};

/** What a field of a form may have in it. @type {Record<string, Shape>} */
export const inFields = {
  ...inHeaders,
  'marks of two classes': between(twoRuns('\u0300', '\u0316'), 'a', ''),
  'marks in turn': between(runOf('\u0316\u0300'), 'a', ''),
  'marks that fall apart': between(runOf('\u0344\u0316'), 'a', ''),
  'marks of half width': between(runOf('\u0300\uff9e'), 'a', ''),
  joiners: between(runOf('\u200c'), 'a'),
  'unseen characters': runOf('\u202e'),
  'wide spaces': between(runOf('\u00a0'), 'a'),
  syllables: runOf('\u1100\u1161'),
  ligatures: runOf('\ufdfa'),
  'line ends': between(runOf('\r\n'), 'a'),
  controls: runOf('\0'),
};

/** What a comment may be, in Markdown. @type {Record<string, Shape>} */
export const inMarkdown = {
  quotations: runOf('>'),
  'quoted lists': runOf('>- '),
  brackets: twoRuns('[', ']'),
  'open brackets': runOf('[a'),
  links: runOf('[a](b)'),
  'open links': runOf('[a]('),
  'links in parentheses': between(runOf('('), '[a]('),
  definitions: runOf('[a]: b\n'),
  'open definitions': runOf('[a]: b "'),
  images: runOf('![['),
  stars: runOf('*a '),
  'stars and underscores': runOf('a**b_c'),
  strikes: runOf('~~a'),
  'runs of stars': runOf('*'),
  backticks: (bytes) =>
    Array.from({ length: Math.sqrt(2 * bytes) - 2 }, (_, length) => '`'.repeat(length)).join(' '),
  references: runOf('&'),
  entities: runOf('&lt;'),
  'open tags': runOf('<a'),
  'open autolinks': runOf('<http:'),
  'open comments': runOf('<!--'),
  'half addresses': runOf('http://'),
  addresses: runOf('http://a '),
  'mail addresses': runOf('a@b.c '),
  'half mail addresses': runOf('a@'),
  paragraphs: runOf('a\n\n'),
  lines: runOf('a\n'),
  breaks: runOf('a  \n'),
  backslashes: runOf('\\'),
  lists: runOf('- a\n'),
  'lists in lists': runOf('- '),
  'deep lists': (bytes) =>
    Array.from({ length: Math.sqrt(bytes) - 2 }, (_, depth) => `${'  '.repeat(depth)}- a`).join(
      '\n',
    ),
  numbers: runOf('1. a\n'),
  rules: runOf('---\n'),
  tables: between(runOf('a|b\n'), 'a|b\n-|-\n'),
  'blocks of code': runOf('```\na\n```\n'),
  'indented code': runOf('    a\n\n'),
  'a line of code': between(runOf('a('), '```js\n'),
  spaces: between(runOf(' '), 'a', 'a'),
  marks: between(twoRuns('\u0300', '\u0316'), 'a', ''),
};
