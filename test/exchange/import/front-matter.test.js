import { deepEqual, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { LarderError } from '../../../lib/base/errors.js';
import { splitFrontMatter } from '../../../lib/exchange/import/sources/markdown/front-matter.js';

const salt = { metadata: { title: 'Salt' }, body: 'Text\n' };

describe('Front matter', () => {
  const forms = {
    YAML: '---\ntitle: Salt\n---\nText\n',
    'YAML that ends with dots, after an empty line': '---\ntitle: Salt\n...\n\nText\n',
    'YAML with the line ends of Windows': '---\r\ntitle: Salt\r\n---\r\nText\n',
    'YAML without its first line, as Hexo has it': 'title: Salt\n---\nText\n',
    'YAML that says a thing twice': '---\ntitle: Pepper\ntitle: Salt\n---\nText\n',
    TOML: '+++\ntitle = "Salt"\n+++\nText\n',
    'JavaScript of Eleventy': '---js\nconst title = "Salt";\n---\nText\n',
    'the comment of Nikola': '<!--\n.. title: Salt\n-->\n\nText\n',
    'JSON of Hexo': '"title": "Salt"\n;;;\nText\n',
    'JSON of Hexo between two lines': ';;;\n{ "title": "Salt" }\n;;;\nText\n',
    'JSON of Hugo': '{\n  "title": "Salt"\n}\n\nText\n',
  };
  for (const [name, text] of Object.entries(forms)) {
    it(`is read as ${name}`, () => deepEqual(splitFrontMatter(text), salt));
  }

  it('may be missing or empty', () => {
    deepEqual(splitFrontMatter('Text\n'), { metadata: {}, body: 'Text\n' });
    deepEqual(splitFrontMatter('---\n---\nText\n'), { metadata: {}, body: 'Text\n' });
    deepEqual(splitFrontMatter(''), { metadata: {}, body: '' });
  });

  it('that lacks quotes is refused with what to write, which is read', () => {
    for (const [line, right] of [
      ['title: A: b', 'title: "A: b"'],
      ['title: @home', 'title: "@home"'],
      ['about: "A" and b: c', `about: '"A" and b: c'`],
      ["about: `it's` \\", "about: '`it''s` \\'"],
    ]) {
      const expected = `its YAML front matter cannot be read: write line 2 as ${right}`;
      throws(() => splitFrontMatter(`---\nx: 1\n${line}\ny: 2\n---\n`), { message: expected });
      const { metadata } = splitFrontMatter(`---\n${right}\n---\n`);
      deepEqual(Object.values(metadata), [line.slice(7)]);
    }
  });

  const refused = {
    'is not closed': [
      '---\ntitle: Salt\n\nText',
      '+++\ntitle = "Salt"\n',
      '{\n"title": "Salt"\n\nText',
    ],
    'cannot be read': [
      '---\ntitle: "Salt\n---\n',
      '---\na: [b\n---\n',
      '+++\ntitle = Salt\n+++\n',
      ';;;\n{,}\n;;;\n',
    ],
    'has no names and values': ['---\n- Salt\n---\n', '---\nSalt\n---\n'],
  };
  for (const [reason, texts] of Object.entries(refused)) {
    for (const text of texts) {
      it(`of ${JSON.stringify(text)} is refused: it ${reason}`, () =>
        throws(() => splitFrontMatter(text), { code: 'invalid', message: new RegExp(reason) }));
    }
  }

  it('is never the end of an import, whatever stands in it', () => {
    const lines = fc.constantFrom(
      '---',
      '+++',
      ';;;',
      '{',
      '}',
      'a: b',
      'a = 1',
      '"a": 1',
      '- x',
      '&a *a',
      '\t',
      '__proto__: x',
      '!!binary x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(lines, fc.string()), { maxLength: 8 }), (text) => {
        try {
          splitFrontMatter(text.join('\n'));
        } catch (error) {
          if (!(error instanceof LarderError)) throw error;
        }
      }),
    );
  });
});
