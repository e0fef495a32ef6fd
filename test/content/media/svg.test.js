import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { LarderError } from '../../../lib/base/errors.js';
import { inspect } from '../../../lib/content/media/inspect.js';

const EVIL = 'http://evil.example/x';
const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** @param {string} inside @param {string} [root] attributes */
const svg = (inside, root = '') => `<svg ${NAMESPACES} ${root}>${inside}</svg>`;

/** @param {string} text @returns {string} the elements in the outermost one, as they are stored */
const kept = (text) => {
  const { type, bytes } = inspect(Buffer.from(text), 'jar.svg');
  assert.equal(type, 'image/svg+xml');
  const again = inspect(bytes).bytes.toString();
  assert.equal(again, bytes.toString(), 'it is another when it is stored again');
  const [, inside] =
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>([^]*)<\/svg>\n$/.exec(again) ?? [];
  assert.notEqual(inside, undefined);
  return inside;
};

/** @param {string} text @param {RegExp} sentence */
const refused = (text, sentence) =>
  assert.throws(
    () => inspect(Buffer.from(text)),
    (error) =>
      error instanceof LarderError && error.code === 'invalid' && sentence.test(error.message),
  );

describe('An SVG', () => {
  it('is refused when it has more tags than a drawing, also of those that are no elements', () => {
    for (const part of ['<!---->', '</b>', '<?a?>'])
      refused(svg(part.repeat(400_001)), /more than 400000 tags/);
  });

  it('keeps what draws', () => {
    const drawing =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient></defs>' +
      '<g transform="scale(2)" style="fill:url(#g)"><path d="M0 0L9 9" fill="url(\'#g\')"></path></g>' +
      '<text x="1" font-family="A &quot;B&quot;">1 &lt; 2 &amp; 3</text><use href="#g"></use>' +
      '<image width="3" href="data:image/png;base64,iVBORw0K"></image>' +
      '<animate attributeName="opacity" values="0;1" dur="1s"></animate>';
    assert.equal(kept(svg(drawing)), drawing);
  });

  it('keeps styles that load nothing, and embedded fonts', () => {
    const font = '@font-face{font-family:A;src:url(data:font/woff2;base64,d09GMg==)}';
    assert.equal(
      kept(
        svg(
          `<style>/* a */@import "${EVIL}";${font}@font-face{src:url(${EVIL})}.a{fill:url(#g)}</style>`,
        ),
      ),
      `<style>   ${font} .a{fill:url(#g)}</style>`.replace('   ', '  '),
    );
    assert.equal(
      kept(svg('<style><![CDATA[a>b{fill:red}]]></style>')),
      '<style>a&gt;b{fill:red}</style>',
    );
  });

  it('links to its own parts by href, whatever it was written with', () => {
    assert.equal(kept(svg('<use xlink:href="#a"/>')), '<use href="#a"></use>');
    assert.equal(
      kept(`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect x="1"/></s:svg>`),
      '<rect x="1"></rect>',
    );
  });

  for (const [what, text] of Object.entries({
    'a script': `<script>a</script><script href="${EVIL}"/>`,
    'a handler': '',
    'another document': `<image href="${EVIL}"/><use xlink:href="${EVIL}#a"/><image href="data:image/svg+xml;base64,AA=="/>`,
    HTML: `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="${EVIL}"/></body></foreignObject>`,
    'an element of another name space': `<x:script xmlns:x="http://www.w3.org/1999/xhtml">a</x:script><metadata><a/></metadata>`,
    'an animation of a link': `<set attributeName="href" to="${EVIL}"/><animate attributeName="onclick" values="a"/><animate attributeName="xlink:href"/>`,
    'a processing instruction': `<?xml-stylesheet href="${EVIL}"?><!-- a -->`,
  }))
    it(`loses ${what}`, () => {
      assert.equal(
        kept(`<?xml-stylesheet href="${EVIL}"?>${svg(text, 'onload="a()" xml:base="b"')}`),
        '',
      );
    });

  it('loses values that load something, however they are written', () => {
    for (const value of [
      `url(${EVIL})`,
      `url('${EVIL}')`,
      `URL( &quot;${EVIL}&quot; )`,
      `url(#a) url(${EVIL})`,
      `u\\72l(${EVIL})`,
      `image-set('${EVIL}' 1x)`,
      `image('${EVIL}')`,
      `url(data:text/html;base64,AA==)`,
      `url(#a`,
    ]) {
      assert.equal(kept(svg(`<g fill="${value}" style="mask:${value}"/>`)), '<g></g>');
      assert.equal(kept(svg(`<style>g{mask:${value}}</style>`)), '<style></style>', value);
      assert.equal(
        kept(svg(`<set attributeName="fill" to="${value}"/>`)),
        '<set attributeName="fill"></set>',
      );
    }
  });

  it('does not link elsewhere, but shows what the link held', () => {
    assert.equal(
      kept(svg('<a href="javascript:a()"><rect x="1"/></a>')),
      '<g><rect x="1"></rect></g>',
    );
  });

  it('may name a document type, but not declare anything', () => {
    assert.equal(
      kept(
        `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">${svg('')}`,
      ),
      '',
    );
    for (const inside of ['<!ENTITY a "b">', '<!ATTLIST svg onload CDATA "a">', ''])
      refused(`<!DOCTYPE svg [${inside}]>${svg('&a;')}`, /document type|entities/);
  });

  it('is refused when it is cut short, or would keep a browser busy', () => {
    for (const text of ['<svg><g>', '<svg><g/>', '<svg ><![CDATA[</svg>'])
      refused(text, /cut short/);
    for (const name of ['g', 'x'])
      refused(svg(`<${name}>`.repeat(300) + `</${name}>`.repeat(300)), /nests/);
    refused(svg('') + '<x>'.repeat(300), /nests/);
    refused(svg('&lt;'.repeat(400_000)), /tags and texts/);
    refused(
      svg(`<g ${Array.from({ length: 1001 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      /attributes/,
    );
    refused(svg('<g/>'.repeat(100_001)), /more than 100000 elements/);
    refused(svg('<g id="a"><use href="#a"/></g>'), /within themselves/);
    const doubled = Array.from(
      { length: 40 },
      (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(2)}</g>`,
    );
    refused(svg(`<g id="a0"/>${doubled.join('')}<use href="#a40"/>`), /repeats its parts/);
  });

  it('takes no more than a moment to read, whatever it holds', () => {
    const hostile = [
      '<g id="a">'.repeat(150) + '<use href="#b"/>'.repeat(90_000) + '</g>'.repeat(150),
      `<style>${'/* '.repeat(700_000)}</style>`,
      `<style>${'@font-face{'.repeat(200_000)}</style>`,
      `<style>${'url("'.repeat(400_000)}</style>`,
      `<g style="${'url(data:image/png;base64,'.repeat(80_000)}"/>`,
      `<style>${'@import '.repeat(250_000)}</style>`,
      '<g '.repeat(600_000),
      '<!DOCTYPE'.repeat(500_000),
      '<x>'.repeat(1_600_000),
      '<x/>'.repeat(1_200_000),
      '&lt;'.repeat(1_200_000),
      `<g ${Array.from({ length: 100_000 }, (_, at) => `a${at}="b"`).join(' ')}/>`,
    ];
    for (const text of hostile) {
      const whole = svg(text);
      const before = process.cpuUsage();
      try {
        inspect(Buffer.from(whole));
      } catch (error) {
        if (!(error instanceof LarderError)) throw error;
      }
      const { user, system } = process.cpuUsage(before);
      const cost = (user + system) / 1000;
      assert.ok(cost < 1000, `${text.slice(0, 40)} took ${cost} ms`);
    }
  });

  it('is as large as it says, or as browsers show it', () => {
    for (const [root, width, height] of /** @type {[string, number, number][]} */ ([
      ['width="20" height="10px"', 20, 10],
      ['width="1in" height="72pt"', 96, 96],
      ['viewBox="0 0 40 20"', 40, 20],
      ['width="100%" height="100%" viewBox="0,0,30,60"', 30, 60],
      ['width="50" viewBox="0 0 40 20"', 50, 25],
      ['', 300, 150],
      ['width="1e9" height="-1" viewBox="0 0 a b"', 300, 150],
      ['width="99999999" height="50000000"', 16_384, 8192],
    ])) {
      const found = inspect(Buffer.from(svg('', root)));
      assert.deepEqual([found.width, found.height], [width, height], root);
    }
  });

  it('holds nothing but what may be there, from whatever it is made', () => {
    const pieces = [
      ...[
        '<g>',
        '</g>',
        '<style>',
        '</style>',
        '<a href="x">',
        '</a>',
        '<script>',
        '</script>',
        '<![CDATA[',
        ']]>',
      ],
      ...[
        '<!--',
        '-->',
        '<?x',
        '?>',
        'onload="',
        '"',
        "'",
        '<foreignObject>',
        '</foreignObject>',
        'url(',
        ')',
        '\\',
      ],
      ...[
        '&lt;',
        '&amp;',
        '&#60;',
        '<',
        '>',
        '/',
        ' href="#a"',
        `@import "${EVIL}"`,
        EVIL,
        '<use ',
        '/>',
        '<x:g>',
        ';',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        let text;
        try {
          text = inspect(Buffer.from(svg(parts.join('')))).bytes.toString();
        } catch (error) {
          if (!(error instanceof LarderError)) throw error;
          return;
        }
        assert.equal(inspect(Buffer.from(text)).bytes.toString(), text);
        assert.doesNotMatch(text, /<(?!\/?(svg|g|style|use)[\s>])/);
        const parser = new Parser(
          {
            onattribute: (name, value) => {
              assert.doesNotMatch(name, /^on|:/);
              if (name === 'href') assert.match(value, /^#/);
            },
          },
          { xmlMode: true },
        );
        parser.end(text);
      }),
      { numRuns: 2000 },
    );
  });
});
