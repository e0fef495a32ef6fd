import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import { renderComment, reviewPost } from '../../lib/markup/render.js';
import { LINK_SCHEMES } from '../../lib/markup/schemes.js';
import { parsePage } from '../support/html.js';

const review = (/** @type {string} */ markdown) => reviewPost({ markdown, excerpt: '' });

describe('A link of a post', () => {
  it('may lead to whatever asks or only shows, in Markdown, autolinks and HTML', () => {
    for (const address of [
      ...[
        'gemini://a.example/',
        'gopher://a.example/1',
        'xmpp:a@b.example',
        'magnet:?xt=urn:btih:x',
      ],
      ...['irc://a.example/c', 'ircs://a.example/c', 'sms:+15550100', 'tel:+15550100', 'geo:1,2'],
      ...['mailto:a@b.example', 'matrix:r/x:b.example', 'ftp://a.example/f', 'sftp://a.example/f'],
      ...[
        'webcal://a.example/c.ics',
        'feed:https://a.example/f',
        'nntp://a.example/1',
        'sip:a@b.example',
      ],
      ...['bitcoin:1A?amount=1', 'ssh://a.example', 'ipfs://bafy/a', 'MAGNET:?xt=urn:btih:x'],
    ])
      for (const written of [`[a](${address})`, `<${address}>`, `<a href="${address}">a</a>`]) {
        const { html, notes } = review(written);
        deepEqual(parsePage(html).links(), [address], written);
        deepEqual(notes, []);
      }
  });

  for (const [address, scheme] of [
    ['javascript:alert(1)', 'javascript'],
    ['JavaScript:alert(1)', 'javascript'],
    ['java&#115;cript:alert(1)', 'javascript'],
    ['vbscript:x', 'vbscript'],
    ['data:text/html,x', 'data'],
    ['data:image/png;base64,AA', 'data'],
    ['file:///etc/passwd', 'file'],
    ['blob:https://a.example/x', 'blob'],
    ['view-source:https://a.example/', 'view-source'],
    ['intent://x', 'intent'],
    ['unknown:x', 'unknown'],
  ])
    it(`stays text and its author is told why: ${address}`, () => {
      for (const written of [`[a](${address})`, `<a href="${address}">a</a>`]) {
        const { html, notes } = review(written);
        deepEqual(parsePage(html).links(), [], html);
        equal(parsePage(html).text('p'), 'a');
        deepEqual(notes, [`A link to ${scheme}: is shown as text, since it may not be safe.`]);
      }
    });

  it('has none of the schemes that run something', () => {
    for (const scheme of ['javascript', 'vbscript', 'data', 'file', 'blob', 'about', 'filesystem'])
      equal(LINK_SCHEMES.includes(scheme), false);
  });

  it('leads elsewhere in a post alone: pictures and comments have those of before', () => {
    const picture = review('a ![a](gemini://a.example/a.png) ![b](file:///C:/b.png) c');
    doesNotMatch(picture.html, /gemini|file/);
    deepEqual(picture.notes, [
      'A picture at gemini: is left out, since readers could not see it.',
      'A picture at file: is left out, since readers could not see it.',
    ]);
    deepEqual(review('![a](data:image/png;base64,AAAA)').notes, []);
    const { notes } = review('<a href="java\tscript:x">a</a> <a href="\u0001javascript:x">a</a>');
    deepEqual(notes, ['A link to javascript: is shown as text, since it may not be safe.']);
    const html = renderComment('[a](gemini://a.example) [b](tel:1) [c](https://a.example)');
    deepEqual(parsePage(html).links(), ['https://a.example']);
  });
});
