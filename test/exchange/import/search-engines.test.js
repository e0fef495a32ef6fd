import { deepEqual } from 'node:assert/strict';
import { ghostExport, ghostPost, item, wxr } from './exports.js';
import { postOf, workshop } from './workshop.js';

const URL = 'https://elsewhere.example/jar';

describe('What search engines are told of an imported post', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /** @param {Record<string, string>} files @param {string} [slug] */
  async function imported(files, slug = 'a') {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(blog, write(files));
    const { excerpt, description, canonicalUrl, noindex } = await postOf(blog, slug);
    return { found: [excerpt, description, canonicalUrl, noindex], warnings };
  }
  const markdown = (/** @type {string} */ lines) => ({
    'a.md': `---\ndate: 2012-03-04\n${lines}\n---\nText`,
  });

  it('comes from the front matter; a description alone is shown in lists', async () => {
    for (const [lines, ...expected] of [
      ['description: D', 'D', undefined, undefined, undefined],
      ['description: <b>D</b>\nsummary: S', 'S', 'D', undefined, undefined],
      [`canonical_url: ${URL}`, '', undefined, URL, undefined],
      [`canonicalURL: ${URL}\nrobots: "noindex, nofollow"`, '', undefined, URL, true],
      ['canonical: /a\nrobotsNoIndex: true', '', undefined, undefined, true],
    ]) {
      const { found, warnings } = await imported(markdown(String(lines)));
      deepEqual([found, warnings], [expected, []], String(lines));
    }
  });

  it('is cut or left out, and said, where it does not fit', async () => {
    const lines = `description: ${'x'.repeat(501)}\nsummary: S\ncanonical: "javascript:a()"`;
    const { found, warnings } = await imported(markdown(lines));
    deepEqual(found, ['S', 'x'.repeat(500), undefined, undefined]);
    deepEqual(warnings, [
      'a.md: its description is cut after 500 characters',
      'a.md: its canonical_url “javascript:a()” cannot be used',
    ]);
  });

  it('comes from Yoast and Rank Math, without variables', async () => {
    const meta = (/** @type {Record<string, string>} */ pairs) =>
      Object.entries(pairs)
        .map(
          ([key, value]) =>
            `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
        )
        .join('');
    const yoast = {
      _yoast_wpseo_metadesc: 'Jars &amp; lids',
      _yoast_wpseo_canonical: 'https://old.example/2012/05/jar-1/',
      '_yoast_wpseo_meta-robots-noindex': '1',
    };
    const math = { rank_math_description: 'See %excerpt%', rank_math_canonical_url: URL };
    const items = item(1, { more: meta(yoast) }) + item(2, { more: meta(math) });
    const files = { 'export.xml': wxr(items) };
    deepEqual((await imported(files, 'jar-1')).found, ['', 'Jars & lids', undefined, true]);
    deepEqual((await imported(files, 'jar-2')).found, ['', undefined, URL, undefined]);
  });

  it('comes from Ghost', async () => {
    const post = ghostPost('a', { canonical_url: URL });
    const posts_meta = [{ post_id: post.id, meta_description: 'D' }];
    const files = { 'ghost.json': ghostExport([post], { posts_meta }) };
    deepEqual((await imported(files)).found, ['', 'D', URL, undefined]);
  });
});
