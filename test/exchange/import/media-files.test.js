import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { attachment, comment, ghostExport, ghostPost, item, wxr } from './exports.js';
import { parsePage } from '../../support/html.js';
import { importInto, jarImage, postOf, workshop } from './workshop.js';

/** Two frames of silence. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)]);
const mp3 = Buffer.concat([frame, frame, frame]);
/** @param {string} type @param {Buffer} data */
const box = (type, data) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(type, 4);
  return Buffer.concat([head, data]);
};
const mp4 = Buffer.concat([
  box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
  box('moov', Buffer.alloc(8)),
  box('mdat', Buffer.alloc(8)),
]);
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');

describe('Audio, video and files in an import', () => {
  const { write, openEmptyBlog } = workshop();

  /** @param {Record<string, string | Buffer>} files */
  async function imported(files) {
    const blog = await openEmptyBlog();
    const { warnings, counts } = await importInto(blog, write(files));
    const [summary] = [...blog.index.posts()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const post = await blog.store.get('post', summary.id);
    const types = [];
    for await (const { type } of blog.store.all('media')) types.push(type);
    return {
      blog,
      html: post.html,
      page: parsePage(post.html),
      markdown: post.markdown,
      warnings,
      counts,
      types: types.sort(),
    };
  }

  it('are played where they stood in Markdown, from files beside it', async () => {
    const text =
      '<video src="film.mp4" poster="jar.png" autoplay onplay="x()"></video>\n\n<audio controls><source src="/music/a.mp3" type="audio/mpeg">Old browser</audio>\n\n[Notes](notes.pdf) [gone](gone.pdf)';
    const { page, warnings, types } = await imported({
      'blog/a.md': `---\ndate: 2012-03-04\n---\n${text}`,
      'blog/film.mp4': mp4,
      'blog/jar.png': jarImage,
      'blog/notes.pdf': pdf,
      'static/music/a.mp3': mp3,
    });
    const film = 'video[controls][preload=metadata]:not([autoplay])';
    match(page.attribute(film, 'src'), /^\/media\/[\w-]+-film\.mp4$/);
    match(page.attribute(film, 'poster'), /^\/media\/[\w-]+-jar\.png$/);
    deepEqual(page.handlers(), []);
    const song = 'audio[controls][preload=metadata] > source[type="audio/mpeg"]';
    match(page.attribute(song, 'src'), /^\/media\/[\w-]+-a\.mp3$/);
    match(page.attribute('a:contains("Notes")', 'href'), /^\/media\/[\w-]+-notes\.pdf$/);
    deepEqual(types, ['application/pdf', 'audio/mpeg', 'image/png', 'video/mp4']);
    deepEqual(warnings, ['blog/a.md: the file gone.pdf is not imported: it is missing']);
  });

  const cards = {
    html:
      '<p>One.</p>' +
      '<figure class="kg-card kg-video-card kg-width-regular kg-card-hascaption" data-kg-thumbnail="x"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/2020/01/film.mp4" poster="https://img.spacergif.org/v1/640x360/0a/spacer.png" width="640" height="360" playsinline preload="metadata" style="background: transparent url(\'__GHOST_URL__/content/media/2020/01/thumb.png\') 50% 50% / cover no-repeat;"></video><div class="kg-video-overlay"><button class="kg-video-large-play-icon"><svg></svg></button></div><div class="kg-video-player-container"><span class="kg-video-current-time">0:00</span><button>1&times;</button></div></div><figcaption><p>A <b>film</b></p></figcaption></figure>' +
      '<div class="kg-card kg-audio-card"><img src="" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg></svg></div><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/2020/01/a.mp3" preload="metadata"></audio><div class="kg-audio-title">A &amp; song</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">3:07</span></div></div></div></div>' +
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/2020/01/notes.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">My notes</div><div class="kg-file-card-caption">All of them</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">notes.pdf</div><div class="kg-file-card-filesize">15 Bytes</div></div></div></a></div>' +
      '<p>Two.</p>',
    lexical: JSON.stringify({
      root: {
        type: 'root',
        children: [
          { type: 'paragraph', children: [{ type: 'text', text: 'One.' }] },
          {
            type: 'video',
            src: '__GHOST_URL__/content/media/2020/01/film.mp4',
            thumbnailSrc: '__GHOST_URL__/content/media/2020/01/thumb.png',
            width: 640,
            height: 360,
            caption: '<p>A <b>film</b></p>',
          },
          {
            type: 'audio',
            src: '__GHOST_URL__/content/media/2020/01/a.mp3',
            title: 'A &amp; song',
          },
          {
            type: 'file',
            src: '__GHOST_URL__/content/files/2020/01/notes.pdf',
            fileTitle: 'My notes',
            fileCaption: 'All of them',
            fileName: 'notes.pdf',
          },
          { type: 'paragraph', children: [{ type: 'text', text: 'Two.' }] },
        ],
      },
    }),
  };
  const files = {
    'content/media/2020/01/film.mp4': mp4,
    'content/media/2020/01/thumb.png': jarImage,
    'content/media/2020/01/a.mp3': mp3,
    'content/files/2020/01/notes.pdf': pdf,
  };

  for (const [form, text] of Object.entries({
    html: { html: cards.html, lexical: cards.lexical },
    Lexical: { html: null, lexical: cards.lexical },
  }))
    it(`come from cards of Ghost, read from ${form}`, async () => {
      const json = ghostExport([ghostPost('a', text)]);
      const { html, page, warnings, types } = await imported({ 'ghost.json': json, ...files });
      const film = 'p:contains("One.") + figure > video';
      match(page.attribute(film, 'src'), /^\/media\/[\w-]+-film\.mp4$/);
      match(page.attribute(film, 'poster'), /^\/media\/[\w-]+-thumb\.png$/);
      equal(page.text(`${film} + figcaption`), 'A film');
      match(page.attribute('audio', 'src'), /^\/media\/[\w-]+-a\.mp3$/);
      equal(page.text('audio + figcaption'), 'A & song');
      match(page.attribute('a:contains("My notes")', 'href'), /^\/media\/[\w-]+-notes\.pdf$/);
      deepEqual(page.texts('p:has(> a) ~ p'), ['All of them', 'Two.']);
      ok(!/0:00|3:07|×|Bytes|spacergif/.test(html), html);
      deepEqual(types, ['application/pdf', 'audio/mpeg', 'image/png', 'video/mp4']);
      deepEqual(warnings, []);
    });

  it('keep their address, and are named, when they do not lie beside the export of Ghost', async () => {
    const { page, warnings } = await imported({
      'ghost.json': ghostExport([
        ghostPost('a', {
          html: '<audio src="/content/media/a.mp3"></audio><a href="/content/files/b.pdf">b</a> <a href="https://c.example/c.pdf">c</a>',
        }),
      ]),
    });
    equal(page.attribute('audio', 'src'), '/content/media/a.mp3');
    match(warnings[0], /not found next to .*: \/content\/media\/a\.mp3, \/content\/files\/b\.pdf$/);
  });

  it('of a card whose end is missing leave the rest as it is', async () => {
    const html =
      '<div class="kg-card kg-audio-card"><audio src="https://a.example/a.mp3"></audio><p>Rest.</p>';
    const { markdown } = await imported({ 'ghost.json': ghostExport([ghostPost('a', { html })]) });
    match(markdown, /a\.mp3[^]*Rest\./);
  });

  it('come from blocks and shortcodes of WordPress', async () => {
    const up = 'http://old.example/wp-content/uploads/2012/05';
    const content = [
      `<!-- wp:video -->\n<figure class="wp-block-video"><video controls src="${up}/film.mp4"></video><figcaption>F</figcaption></figure>\n<!-- /wp:video -->`,
      `[audio mp3="${up}/a.mp3"][/audio]`,
      `[video width="10" mp4="https://films.example/b.mp4"][/video]`,
      '[video src="https://vimeo.com/1"]',
      '[playlist ids="5"]',
      `<!-- wp:file -->\n<div class="wp-block-file"><a href="${up}/notes.pdf">Notes</a></div>\n<!-- /wp:file -->`,
    ].join('\n\n');
    const { page, warnings, types, counts } = await imported({
      'a.xml': wxr(
        item(1, { content, more: comment(1, { text: `<video src="${up}/film.mp4"></video>` }) }) +
          attachment(5, `${up}/a.mp3`) +
          attachment(6, `${up}/alone.pdf`),
      ),
      'wp-content/uploads/2012/05/film.mp4': mp4,
      'uploads/2012/05/a.mp3': mp3,
      'uploads/2012/05/notes.pdf': pdf,
      'uploads/2012/05/alone.pdf': Buffer.concat([pdf, pdf]),
    });
    match(page.attribute('figure > video', 'src'), /^\/media\/[\w-]+-film\.mp4$/);
    equal(page.text('figure > video + figcaption'), 'F');
    const songs = page.attributes('audio', 'src');
    equal(songs.length, 2);
    for (const url of songs) match(url, /^\/media\/[\w-]+-a\.mp3$/);
    const elsewhere = page.attributes('video[width="10"][controls][preload=none]', 'src');
    deepEqual(elsewhere, ['https://films.example/b.mp4']);
    ok(page.links().includes('https://vimeo.com/1'));
    match(page.attribute('a:contains("Notes")', 'href'), /^\/media\/[\w-]+-notes\.pdf$/);
    deepEqual(types, ['application/pdf', 'application/pdf', 'audio/mpeg', 'video/mp4']);
    equal(counts.taken?.images, 4);
    deepEqual(warnings, [
      'post 1 “Jar 1”: files not found next to the export keep their URL: https://films.example/b.mp4',
    ]);
  });

  it('that cannot be kept stay where they were, and are named', async () => {
    const { page, warnings } = await imported({
      'blog/a.md':
        '---\ndate: 2012-03-04\n---\n<video src="film.mov"></video> [doc](x.mp3) <audio src="http://a.example/a.mp3"></audio>',
      'blog/film.mov': Buffer.alloc(0),
      'blog/x.mp3': Buffer.alloc(0),
    });
    equal(page.attribute('video', 'src'), 'film.mov');
    ok(page.links().includes('http://a.example/a.mp3'));
    match(warnings.join('\n'), /http:\/\/a\.example\/a\.mp3 is a link here/);
    match(
      warnings.join('\n'),
      /the file x\.mp3 is not imported: [^]*the file film\.mov is not imported: /,
    );
  });
});

describe('What a WordPress post includes from elsewhere in the export', () => {
  const { write, openEmptyBlog } = workshop();
  const block = (/** @type {number} */ number, /** @type {string} */ content, facts = {}) =>
    item(number, { type: 'wp_block', slug: `b${number}`, content, ...facts });
  const use = (/** @type {number} */ number, more = '') =>
    `<!-- wp:block {"ref":${number}${more}} /-->`;
  const paragraph = (/** @type {string} */ text) =>
    `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n`;

  /** @param {string} content @param {string} [others] items */
  async function imported(content, others = '', more = '') {
    const blog = await openEmptyBlog();
    const text = wxr(item(1, { content, more }) + others);
    const { warnings, counts } = await importInto(blog, write({ 'a.xml': text }));
    equal(counts.created, 1);
    return { ...(await postOf(blog, 'jar-1')), warnings };
  }

  it('is the text of a synced pattern, in patterns too', async () => {
    const { markdown, warnings } = await imported(
      `${paragraph('One.')}${use(7)}\n${paragraph('Three.')}`,
      block(7, `${paragraph('Two.')}${use(8)}`) + block(8, paragraph('And a half.')),
    );
    equal(markdown, 'One.\n\nTwo.\n\nAnd a half.\n\nThree.\n');
    deepEqual(warnings, []);
  });

  it('is left out with a word where it is not there, not public, or holds itself', async () => {
    const { markdown, warnings } = await imported(
      `${use(6)}${use(7)}${use(8)}${use(9, ',"content":{"x":{"content":"y"}}')}${paragraph('End.')}`,
      block(7, paragraph('Secret.'), { status: 'draft' }) +
        block(8, `${paragraph('Once.')}${use(8)}`) +
        block(9, paragraph('Nine.')),
    );
    equal(markdown, 'Once.\n\nNine.\n\nEnd.\n');
    for (const sentence of [
      /6 is not imported: it is not in the/,
      /7 is not imported: it was not public/,
      /8 is not imported: it contains itself/,
      /9 is imported wi/,
    ])
      match(warnings.join('\n'), sentence);
  });

  it('is bounded, however often patterns hold each other', async () => {
    const ten = (/** @type {number} */ number) => use(number).repeat(10);
    const blocks = Array.from({ length: 9 }, (_, at) => block(10 + at, ten(11 + at)));
    const { warnings } = await imported(ten(10), blocks.join('') + block(19, 'x'.repeat(100_000)));
    match(warnings.join('\n'), /would make the text too long/);
  });

  it('makes a draft of the post when it is for members', async () => {
    const { status } = await imported(
      use(7),
      block(
        7,
        '<!-- wp:jetpack/premium-content/container -->x<!-- /wp:jetpack/premium-content/container -->',
      ),
    );
    equal(status, 'draft');
  });

  it('are its footnotes, with links there and back', async () => {
    const notes = [
      { id: 'fn-1', content: 'See <em>here</em>.' },
      { id: '"><b>', content: 'x' },
    ];
    const { html, warnings } = await imported(
      `${paragraph('Text<sup data-fn="fn-1" class="fn"><a href="#fn-1" id="fn-1-link">1</a></sup>.')}<!-- wp:footnotes /-->`,
      '',
      `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[${JSON.stringify(notes)}]]></wp:meta_value></wp:postmeta>`,
    );
    const page = parsePage(html);
    equal(page.text('sup > a#fn-1-link[href="#fn-1"]'), '1');
    deepEqual(page.texts('ol > li'), ['See here. ↩︎']);
    equal(page.text('li#fn-1 > em'), 'here');
    deepEqual(page.links('li a'), ['#fn-1-link']);
    deepEqual(warnings, []);
  });
});
