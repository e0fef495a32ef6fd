import { deepEqual, match, ok } from 'node:assert/strict';
import { leftBehind } from '../../../lib/exchange/import/hints.js';
import { item, wxr } from './exports.js';
import { importInto, jarImage, workshop } from './workshop.js';

describe('What an import leaves behind', () => {
  const { write, openEmptyBlog } = workshop();

  it('is named by kind, and what can be done', async () => {
    const blog = await openEmptyBlog();
    const { hints } = await importInto(
      blog,
      write({
        '_config.yml': '',
        '_layouts/post.html': '',
        '_includes/note.md': 'Note',
        '_posts/2012-03-04-a.md': '---\ntitle: A\n---\n![](/img/used.png)',
        '_posts/2012-03-05-b.html': '<p>No metadata</p>',
        'img/used.png': jarImage,
        'img/unused.png': jarImage,
        'old.pdf': '%PDF-1.4\n%%EOF\n',
        'about.rst': 'About',
        'css/main.css': '',
        'robots.txt': '',
      }),
    );
    deepEqual(hints, [
      'Not imported because they are not Markdown (2): _posts/2012-03-05-b.html, about.rst. If one is a page or post, convert it to Markdown, for instance with pandoc, and import again',
      'Not imported because nothing links to them (2): img/unused.png, old.pdf. To keep one, upload it at /admin/media',
      'Not imported because they belong to the design of the old site (2: .css 1, .txt 1): css/main.css, robots.txt',
      'Skipped because such folders contain no posts (2): _includes/, _layouts/. To import what is in one, import it alone',
    ]);
  });

  it('is named beside an export of WordPress, too, but for smaller copies', async () => {
    const blog = await openEmptyBlog();
    const content = '<img src="https://old.example/wp-content/uploads/used.png">';
    const { hints } = await importInto(
      blog,
      write({
        'a.xml': wxr(item(1, { content })),
        'wp-content/uploads/used.png': jarImage,
        'wp-content/uploads/used-300x200.png': jarImage,
        'wp-content/uploads/unused.png': jarImage,
        'mine/diary.txt': 'Not of the blog',
      }),
    );
    deepEqual(hints, [
      'Not imported because nothing links to them (1): wp-content/uploads/unused.png. To keep one, upload it at /admin/media',
    ]);
  });

  it('is counted by folder when there is much of it', () => {
    const many = Array.from({ length: 500 }, (_, at) => `img/${at % 12}/${at}.png`);
    const [sentence, ...others] = leftBehind(many);
    deepEqual(others, []);
    match(sentence, / \(500: img\/0\/ 42, .*, … 8\d\): img\/0\/0\.png, .*19\.png, …\./);
    ok(sentence.length < 1000);
  });

  it('is named file by file as well, what makes the old site apart', async () => {
    const blog = await openEmptyBlog();
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${at}.rst`, 'Text']).concat(
        Array.from({ length: 30 }, (_, at) => [`${at}.png`, 'Picture']),
        Array.from({ length: 30 }, (_, at) => [`${at}.rs`, 'Source']),
      ),
    );
    const { hints = [], warnings } = await importInto(blog, write({ ...files, 'a.md': 'Text' }));
    const said = [...hints, ...warnings].join();
    for (let at = 0; at < 30; at++) {
      match(said, new RegExp(`\\b${at}\\.rst\\b`));
      match(said, new RegExp(`\\b${at}\\.png\\b`));
    }
    match(said, /\(30: \.rs 30\)/);
  });

  /** @param {string} text @param {Record<string, string>} [others] */
  async function warningsOf(text, others = {}) {
    const blog = await openEmptyBlog();
    const files = {
      '_config.yml': '',
      '_posts/2012-03-04-a.md': `---\ntitle: A\n---\n${text}`,
      ...others,
    };
    return (await importInto(blog, write(files))).warnings.map((each) =>
      each.replace(/^.*?: /, ''),
    );
  }

  it('is named with the post when it is in one', async () => {
    deepEqual(
      await warningsOf(
        '<script>x()</script><form></form>\n\n`<svg>` <meta http-equiv="refresh" content="0">',
      ),
      ['its <script> is not imported', 'its <form> is not imported', 'its <meta> is not imported'],
    );
  });

  it('includes pages to which a post links', async () => {
    const text =
      '[A](/made/by/code/) [B](/about/#us) [C](/tags/x/) [D](/) [E](#f) [G](https://b.example/)';
    const about = { 'about.md': '---\ntitle: About\n---\nUs' };
    deepEqual(await warningsOf(text, about), [
      'its links to what is not imported keep their URL: /made/by/code/',
    ]);
  });
});
