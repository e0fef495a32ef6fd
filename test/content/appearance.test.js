import assert from 'node:assert/strict';
import { validateAppearance } from '../../lib/content/appearance/validate.js';
/** @import { Appearance } from '../../lib/store/types.js' */

/** @param {string} css */
const css = (css) => validateAppearance({ css }).css;

describe('The appearance of a blog', () => {
  it('is stored as what differs from a new blog, in one order', () => {
    const given = { width: 'wide', accent: '#ABC', postDate: true, links: [] };
    const valid = validateAppearance(/** @type {Partial<Appearance>} */ (given));
    assert.equal(JSON.stringify(valid), '{"accent":"#aabbcc","width":"wide"}');
  });

  for (const [field, value] of /** @type {[keyof Appearance, unknown][]} */ ([
    ['accent', 'red'],
    ['background', '#12345'],
    ['scheme', 'sepia'],
    ['logoDark', '/media/../x'],
    ['fonts', 'comic'],
    ['schemeSwitch', 'yes'],
    ['footer', 'x'.repeat(1001)],
    ['pinned', ['no-id']],
    ['links', [{ title: 'Me', url: 'javascript:alert(1)' }]],
    ['links', [{ title: ' ', url: 'https://example.org' }]],
    ['verification', [{ name: 'robots', content: 'noindex' }]],
    ['verification', [{ name: 'a b', content: 'x' }]],
    ['switches', { 'a b': true }],
    ['switches', { wide: 3 }],
    ['switches', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`s${n}`, true]))],
  ]))
    it(`refuses ${field}: ${JSON.stringify(value).slice(0, 60)}`, () => {
      assert.throws(() => validateAppearance({ [field]: value }), { code: 'invalid', field });
    });
});

describe("The owner's own CSS", () => {
  it('is taken as written, with nested rules, fonts in it and files of the blog', () => {
    const text = [
      '@media (min-width: 40em) { .card { & h2 { color: oklch(50% 0.1 200) } } }',
      '@font-face { font-family: X; src: url(data:font/woff2;base64,AAAA) }',
      '.top { background: url(\'/media/abc-wall.png\'), url("#shape") }',
    ].join('\n');
    assert.equal(css(`  ${text}\r\n`), text);
  });

  for (const [text, line] of /** @type {[string, number][]} */ ([
    ['a {\n  color: red;\n', 1],
    ['a { color: red }\n}', 2],
    ['a { color: "red\n}', 1],
    ['/* no end', 1],
  ]))
    it(`says on which line it is broken: ${JSON.stringify(text)}`, () => {
      assert.throws(() => css(text), { field: 'css', message: new RegExp(`^Line ${line}: `) });
    });

  for (const text of [
    '@import "other.css";',
    '@IMPORT url(//example.org/x.css);',
    '@\\69mport "x";',
    'a { background: url(https://example.org/x.png) }',
    'a { background: url( "//example.org/x.png" ) }',
    'a { background: u\\72l(https://example.org/x.png) }',
    'a { background: url(\\68ttps://example.org) }',
    'a { background: image-set("https://example.org/x.png" 1x) }',
    'a { background: image-set("/a.png" 1x, "//example.org/x.png" 2x) }',
    'a { --x: url(https://example.org/x.png) }',
    'a { background: url(/* */https://example.org/x.png) }',
    'a { background: url(\\\\\\\\example.org/x.png) }',
    'a { background: url("/\t/example.org") }',
    'a { background: url("/\\9/example.org") }',
    'a { background: url("/\\a /example.org") }',
    'a { background: url("/\\\\example.org") }',
    'a { background: url("h\\9 ttps://example.org") }',
    'a { background: url("\\1//example.org") }',
    'a { background: url("\\1https://example.org") }',
    'a { background: url(http:example.org) }',
    'a { background: url(https:/example.org) }',
    'a { background: src("//example.org/x.png") }',
    'a { background: -webkit-image-set("//example.org/x.png" 1x) }',
    'a { background: image-set(type("image/png") "//example.org" 1x) }',
    'a { --x: "//example.org/x.png"; background: image-set(var(--x) 1x) }',
    'a { background: image-set(var(--x, "//example.org/x.png") 1x) }',
    'a { background: url(\\/\\/example.org/x.png) }',
    '@font-face { src: url(ftp://example.org/x.woff2) }',
  ])
    it(`loads nothing from elsewhere: ${text}`, () => {
      assert.throws(() => css(text), { field: 'css', message: /^Line 1: / });
    });

  it('names the line of an address elsewhere', () => {
    const text = 'a {\n  content: "// ";\n  background: url("/\\\n/example.org") }';
    assert.throws(() => css(text), { message: /^Line 3: “\/\/example\.org” is elsewhere/ });
  });

  for (const text of [
    `a { background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E") }`,
    `a { background: url('data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>') }`,
    'h2::before { content: "// " }',
    'h2::after { content: "https://example.org" }',
    'a[href^="https://example.org"] { color: red }',
    '@media (min-width: 1em) { a::after { content: " (//" attr(href) ")" } }',
    '/* url(https://example.org) */',
    'a { --x: "//example.org" }',
    'a { background: url(/\\20/example.org), url(a/b//c.png), url() }',
    'a { background: image-set("/a.png" 1x type("image/png"), "/b.png" 2x) }',
    '.image-set { content: "//example.org" }',
  ])
    it(`takes a string for no address: ${text.slice(0, 60)}`, () => {
      assert.equal(css(text), text);
    });

  it('is refused when it is long, before it is read', () => {
    assert.throws(() => css('a{}'.repeat(3_400_000)), { field: 'css', message: /at most 64000/ });
  });
});
