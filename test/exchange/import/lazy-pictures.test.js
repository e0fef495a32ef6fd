import { deepEqual, equal, ok } from 'node:assert/strict';
import { showPictures } from '../../../lib/exchange/import/html/lazy-pictures.js';
import { ghostExport, ghostPost, item, wxr } from './exports.js';
import { jarImage, postOf, workshop } from './workshop.js';

const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

describe('A picture that a browser would come to show', () => {
  /** @type {[what: string, html: string, shown: string][]} */
  const cases = [
    ['by data-src', '<img data-src="a.jpg" alt="A">', '<img src="a.jpg" alt="A">'],
    ['in place of another', `<img src="${blank}" data-src="a.jpg">`, '<img src="a.jpg">'],
    ['by data-lazy-src', '<img src="/blank.gif" data-lazy-src="a.jpg">', '<img src="a.jpg">'],
    ['by data-original', '<img src="small.jpg" data-original="a.jpg">', '<img src="a.jpg">'],
    ['by data-actualsrc', '<img data-actualsrc="a.jpg">', '<img src="a.jpg">'],
    [
      'in a noscript alone',
      '<noscript><img src="a.jpg" alt="A"></noscript>',
      '<img src="a.jpg" alt="A">',
    ],
    [
      'by a script, with a copy without',
      '<img src="x.gif" data-src="a.jpg?w=1"><noscript><img src="a.jpg"></noscript>',
      '<img src="a.jpg?w=1">',
    ],
    [
      'by a script that knows the address',
      `<img src="${blank}"> <noscript><img src="a.jpg"></noscript>`,
      ' <img src="a.jpg">',
    ],
    [
      'in the largest of several sizes',
      '<img srcset="a-1.jpg 300w, a,2.jpg 1200w,\n a-3.jpg 800w">',
      '<img src="a,2.jpg">',
    ],
    ['in the sharpest', '<img data-srcset="a.jpg 1x, b.jpg 2x">', '<img src="b.jpg">'],
    [
      'by a picture without an image',
      '<picture><source srcset="a.jpg 1x"></picture>',
      '<picture><img src="a.jpg"></picture>',
    ],
    [
      'by a picture with an empty one',
      '<picture><source data-srcset="a.jpg 1x"><img alt="A"></picture>',
      '<picture><img src="a.jpg" alt="A"></picture>',
    ],
    [
      'by a picture with another',
      '<picture><source srcset="a.avif"><img src="a.jpg" alt="A"></picture>',
      '<picture><img src="a.jpg" alt="A"></picture>',
    ],
    [
      'by AMP',
      '<amp-img src="a.jpg" width="4" height="3" layout="fill"></amp-img>',
      '<img src="a.jpg" width="4" height="3">',
    ],
    [
      'as a background',
      '<div style="color:red;background-image: url(\'a.jpg\')" aria-label="A">x</div>',
      '<div style="color:red;background-image: url(\'a.jpg\')" aria-label="A"><img src="a.jpg" alt="A">x</div>',
    ],
    [
      'as a background, later',
      '<div data-bg="url(a.jpg)"></div>',
      '<div data-bg="url(a.jpg)"><img src="a.jpg" alt=""></div>',
    ],
    [
      'and film and sound',
      '<video data-src="a.mp4"></video><iframe src="about:blank" data-src="https://a.example/"></iframe><amp-audio src="a.mp3"></amp-audio>',
      '<video src="a.mp4"></video><iframe src="https://a.example/"></iframe><audio src="a.mp3"></audio>',
    ],
    [
      'and files of the blog in a frame',
      '<iframe src="/demo/a.pdf"></iframe><object data="b.pdf" type="application/pdf">Old browser</object><embed src="https://a.example/c">',
      '<a href="/demo/a.pdf">a.pdf</a></iframe><a href="b.pdf">b.pdf</a>Old browser</object><embed src="https://a.example/c">',
    ],
  ];
  for (const [how, html, shown] of cases)
    it(`${how} is there`, () => equal(showPictures(`a < b ${html} c`), `a < b ${shown} c`));

  it('is there once', () => {
    const html = '<div style="background:url(a.jpg)"><img src="a.jpg"></div>';
    equal(showPictures(html), html);
  });

  it('is none where it is a dot, or a template', () => {
    for (const html of [
      '<noscript><img height="1" width="1" src="https://count.example/?id=1"></noscript>',
      '<img src="a.jpg" data-src="{{ a }}">',
      `<img src="${blank}" data-id="3">`,
      '<div style="background:url(data:image/png;base64,AAAA)">x</div>',
    ])
      equal(showPictures(html), html);
  });

  it('is found in a long text of tags in a time that grows with its length', () => {
    for (const part of [
      '<img srcset="',
      '<picture>',
      '<noscript>',
      '<div data-bg="',
      '<img data-src=a>',
    ]) {
      const start = process.cpuUsage().user;
      showPictures(part.repeat(30_000));
      ok(process.cpuUsage().user - start < 3e6, part);
    }
  });
});

describe('Pictures that are loaded later, in an import', () => {
  const { write, openEmptyBlog, importInto } = workshop();
  const html = '<p>One.</p><p><img src="/blank.gif" data-src="/images/jar.png" alt="A jar"></p>';
  const shown = /!\[A jar\]\(\/media\/\w+-jar\.png\)|<img src="\/media\/\w+-jar\.png" alt="A jar">/;

  /** @type {[string, Record<string, string>][]} */
  const sources = [
    ['WordPress', { 'a.xml': wxr(item(1, { content: html, slug: 'a' })) }],
    ['Ghost', { 'a.json': ghostExport([ghostPost('a', { html })]) }],
    ['Markdown', { 'a.md': `---\ndate: 2012-03-04\n---\n${html}` }],
  ];
  for (const [source, files] of sources)
    it(`come from ${source}`, async () => {
      const blog = await openEmptyBlog();
      const { warnings } = await importInto(blog, write({ ...files, 'images/jar.png': jarImage }));
      const { markdown } = await postOf(blog, 'a');
      ok(shown.test(markdown), markdown);
      deepEqual(warnings, []);
    });

  it('stay as they are in code', async () => {
    const blog = await openEmptyBlog();
    const text = '`<img data-src="a.jpg">`\n\n```\n<img data-src="a.jpg">\n```';
    await importInto(blog, write({ 'a.md': `---\ndate: 2012-03-04\n---\n${text}` }));
    equal((await postOf(blog, 'a')).markdown, text);
  });
});
