import { deepEqual, equal, match } from 'node:assert/strict';
import { takeFormulas } from '../../../lib/exchange/import/html/formulas.js';
import { assertCheap } from '../../support/cost.js';
import { ghostExport, ghostPost, item, wxr } from './exports.js';
import { importInto, postOf, workshop } from './workshop.js';

describe('A formula of a plug-in', () => {
  const { write, openEmptyBlog } = workshop();

  /** @param {Record<string, string>} files */
  async function imported(files) {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(blog, write(files));
    const { markdown, html } = await postOf(blog, 'a');
    return { markdown: markdown.trim(), html, warnings };
  }
  const inWordPress = (/** @type {string} */ content) =>
    imported({ 'a.xml': wxr(item(1, { content, slug: 'a' })) });

  /** @type {[written: string, markdown: string][]} */
  const cases = [
    ['a $latex x^2$ b', 'a $x^2$ b'],
    ['a $latex \\alpha&amp;s=2&amp;bg=ffffff$ b', 'a $\\alpha$ b'],
    ['a [latex]a_b &lt; c[/latex] b', 'a $a_b < c$ b'],
    ['a [math]q[/math], [katex]k[/katex] b', 'a $q$, $k$ b'],
    ['a [katex display=true]k^2[/katex]', 'a $$k^2$$'],
    ['a \\(z^2\\) b', 'a $z^2$ b'],
    ['\\[w =\nv\\]', '$$w = v$$'],
    ['$$y = x$$', '$$y = x$$'],
    [
      '\\[\\begin{array}{c} a \\\\[2pt] b \\end{array}\\]',
      '$$\\begin{array}{c} a \\\\[2pt] b \\end{array}$$',
    ],
    ['a $x_1$ and $\\beta$ b', 'a $x_1$ and $\\beta$ b'],
    ['[latexpage]\na $n+1$ b', 'a $n+1$ b'],
    ['<p>a \\(a*b*c_d\\) b</p>', 'a $a*b*c_d$ b'],
  ];
  for (const [written, markdown] of cases)
    it(`is one here: ${JSON.stringify(written)}`, async () => {
      const { markdown: made, html, warnings } = await inWordPress(written);
      deepEqual([made, warnings], [markdown, []]);
      match(html, /<math/);
    });

  /** @type {[written: string, markdown: string][]} */
  const others = [
    ['it costs $5 and $6', 'it costs $5 and $6'],
    ['<code>$latex x^2$</code>', '`$latex x^2$`'],
    ['<pre>\\(x^2\\)</pre>', '```\n\\(x^2\\)\n```'],
    [
      '[latex]\\documentclass{article}\n\\(x\\)[/latex]',
      '```latex\n\\documentclass{article}\n\\(x\\)\n```',
    ],
    ['in [math] and [latex] words', 'in \\[math\\] and \\[latex\\] words'],
  ];
  for (const [written, markdown] of others)
    it(`is none in ${JSON.stringify(written)}`, async () => {
      const { markdown: made, html } = await inWordPress(written);
      deepEqual([made, /<math/.test(html)], [markdown, false]);
    });

  it('that cannot be read is named, and stays', async () => {
    const { markdown, warnings } = await inWordPress('a \\(\\frac{1\\) b');
    equal(markdown, 'a \\\\(\\\\frac{1\\\\) b');
    deepEqual(warnings, [
      'post 1 “Jar 1”: the formula \\frac{1 cannot be read, and stays as it is',
    ]);
  });

  it('comes from Ghost, too', async () => {
    const post = ghostPost('a', { html: '<p>a \\(z^2\\) b</p>' });
    equal((await imported({ 'a.json': ghostExport([post]) })).markdown, 'a $z^2$ b');
  });

  it('is looked for in a time that grows with the length of the text', async () => {
    for (const part of ['\\(', '\\[x ', '<!-- $', '<pre>$$', '$latex ', '$$ x = ', '$a^'])
      await assertCheap(
        part,
        async (share) => takeFormulas(part.repeat(50_000 * share), () => {}),
        Infinity,
      );
  });
});
