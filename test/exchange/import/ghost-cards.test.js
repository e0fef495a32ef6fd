import { deepEqual, equal, match } from 'node:assert/strict';
import { lexicalToHtml } from '../../../lib/exchange/import/sources/ghost/lexical.js';
import { plainCards } from '../../../lib/exchange/import/sources/ghost/html-cards.js';
import { readHtml, toMarkdown } from '../../../lib/exchange/import/html/to-markdown.js';

describe('A card of Ghost', () => {
  /** @param {object} card */
  function read(card) {
    /** @type {string[]} */
    const warnings = [];
    const html = lexicalToHtml({ root: { type: 'root', children: [card] } }, (each) =>
      warnings.push(each),
    );
    return { markdown: toMarkdown(readHtml(html)).trim(), warnings };
  }

  it('is imported whole', () => {
    const metadata = {
      title: 'How <b> works',
      description: 'About <i>',
      publisher: 'B',
      author: 'A',
    };
    /** @type {[object, string][]} */
    const cards = [
      [
        {
          type: 'header',
          header: 'Big',
          subheader: 'Sub',
          buttonUrl: '/go',
          buttonText: 'Start <b>',
        },
        '## Big\n\nSub\n\n[Start &lt;b>](/go)',
      ],
      [
        { type: 'header', header: 'Big', buttonEnabled: false, buttonUrl: '', buttonText: 'Add' },
        '## Big',
      ],
      [
        { type: 'bookmark', url: 'https://b.example/', metadata, caption: 'Read <em>it</em>' },
        '[How &lt;b> works](https://b.example/)\n\nAbout &lt;i>\n\nA · B\n\nRead *it*',
      ],
      [
        {
          type: 'product',
          productTitle: 'Jar',
          productDescription: '<p>For jam</p>',
          productImageSrc: '/jar.png',
          productRatingEnabled: true,
          productStarRating: 4,
          productButtonEnabled: true,
          productButton: 'Buy',
          productUrl: 'https://s.example/',
        },
        '![](/jar.png)\n\n#### Jar\n\n4/5 ★\n\nFor jam\n\n[Buy](https://s.example/)',
      ],
      [
        {
          type: 'file',
          src: '/a.pdf',
          fileTitle: 'A <b>',
          fileCaption: 'C & <d>',
          fileName: 'a.pdf',
        },
        '[A &lt;b>](/a.pdf)\n\nC & &lt;d>',
      ],
      [
        {
          type: 'call-to-action',
          textValue: '<p>Come</p>',
          showButton: true,
          buttonText: 'Join',
          buttonUrl: '/join',
        },
        'Come\n\n[Join](/join)',
      ],
    ];
    for (const [card, markdown] of cards) deepEqual(read(card), { markdown, warnings: [] });
    match(
      read({ type: 'audio', src: 'https://a.example/a.mp3', title: 'A <b>' }).markdown,
      /A &lt;b&gt;/,
    );
  });

  it('names each part that is lost', () => {
    const { warnings } = read({
      type: 'header',
      header: 'Big',
      backgroundImageSrc: '/big.png',
      buttonUrl: '',
      buttonText: 'Go',
    });
    deepEqual(warnings, [
      '“backgroundImageSrc” of its card “header” is not imported',
      '“buttonText” of its card “header” is not imported',
    ]);
  });

  it('has its plain texts once escaped in HTML, too', () => {
    const html =
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">How &lt;b&gt; works</div><div class="kg-bookmark-description">Salt &amp; jam</div></div></a></figure>';
    const plain = plainCards(html, () => {});
    equal(
      toMarkdown(readHtml(plain)).trim(),
      '[How &lt;b> works](https://b.example/)\n\nSalt & jam',
    );
  });
});
