import { equal, ok } from 'node:assert/strict';
import { convertFormulas } from '../../../lib/exchange/import/sources/markdown/formulas.js';
import { workshop, postOf } from './workshop.js';

describe('Formulas for MathJax', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  const texts = {
    'a $ x^2 $ and $ y $': 'a $x^2$ and $y$',
    'a \\\\(y\\\\) \\(z^1\\) `\\\\(b\\\\)`': 'a $y$ $z^1$ `\\\\(b\\\\)`',
    '\\\\[\nx = 1\n\\\\]\n\n\\[ \\sum \\]': '$$\nx = 1\n$$\n\n$$ \\sum $$',
    '\\begin{align}\na\n\\end{align}': '$$\n\\begin{align}\na\n\\end{align}\n$$',
    '$$\na \\label{x}\n$$\n\nBy `a` \\eqref{x} and \\ref{x}.':
      '$$\na \\tag{1}\n$$\n\nBy `a` (1) and 1.',
    '$$a \\tag{A} \\label{x}$$ \\eqref{x}': '$$a \\tag{A}$$ (A)',
  };
  for (const [text, wanted] of Object.entries(texts))
    it(`become what formulas are here: ${JSON.stringify(text)}`, () => {
      equal(convertFormulas(text), wanted);
    });

  it('are none in other texts', () => {
    for (const text of [
      'a \\(b\\) \\[1\\] \\[sic\\] \\[code lang=js\\]',
      "$f ${f} ['\\\\(', '\\\\)']",
      'it costs $ 5 and a=$, or $5, and $6',
      '$$\na \\\\[2pt] b\n$$\n\n$$\nc \\\\[2pt] \\label{x}\n$$',
      '\\eqref{no} \\\\(a\n\nb\\\\)',
      '```\n$ x^2 $ \\\\(a\\\\)\n```',
    ])
      equal(convertFormulas(text), text);
  });

  it('are read in a site, and not in a folder of texts', async () => {
    for (const [files, wanted] of /** @type {const} */ ([
      [{ 'hugo.toml': '', 'content/a.md': 'a $ x $' }, 'a $x$'],
      [{ 'a.md': 'a $ x $' }, 'a $ x $'],
    ])) {
      const blog = await openEmptyBlog();
      await importInto(blog, write(files));
      equal((await postOf(blog, 'a')).markdown, wanted);
    }
  });

  it('that never end take no time', () => {
    for (const part of ['\\\\(', '\\[', '$ ', '$$a', '\\begin{align}\n', '\\eqref{', '\\label{'])
      ok(convertFormulas(part.repeat(20_000)));
  });
});
