import { equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isFresh } from '../../lib/markup/fingerprint.js';
import { renderPost } from '../../lib/markup/render.js';
import { absoluteLinks } from '../../lib/views/presenters/absolute-links.js';

/** @param {string} markdown */
const html = (markdown) => renderPost({ markdown, excerpt: '' }).html;

describe('Audio and video in a post', () => {
  it('are played by the reader, and by nobody else', () => {
    equal(
      html(
        '<video src="/media/a.mp4" autoplay loop muted preload="auto" width="640" height="x"></video>',
      ),
      '<p><video src="/media/a.mp4" width="640" controls="" preload="metadata"></video></p>',
    );
    equal(
      html(
        '<audio><source src="/media/a.ogg" type="audio/ogg"><source src="/b.mp3" type="x">No</audio>',
      ),
      '<p><audio controls="" preload="metadata"><source src="/media/a.ogg" type="audio/ogg"><source src="/b.mp3"></audio></p>',
    );
  });

  it('ask another site for nothing before they are played', () => {
    for (const text of [
      '<video src="https://a.example/a.mp4" preload="metadata"></video>',
      '<video src="//a.example/a.mp4"></video>',
      '<video><source src="https://a.example/a.mp4"></video>',
    ])
      match(
        html(text),
        /<video[^>]* preload="none">.*https:\/\/a\.example\/a\.mp4|https:\/\/a\.example\/a\.mp4"[^>]* preload="none"/,
      );
  });

  it('are a link, or what stands in them, where the page may not play them', () => {
    equal(
      html('<video src="http://a.example/a.mp4"></video>'),
      '<p><a href="http://a.example/a.mp4">http://a.example/a.mp4</a></p>',
    );
    equal(
      html('<video><a href="/a.mp4">a</a> <p>film</p></video>').replace(/\s+/g, ' '),
      '<p><span><a href="/a.mp4">a</a> film</span></p>',
    );
  });

  it('bring nothing along that runs', () => {
    for (const text of [
      '<video src="javascript:alert(1)"></video>',
      '<video src="java\tscript:alert(1)" poster="javascript:alert(1)" onerror="alert(1)">x</video>',
      '<video src="/a.mp4" poster=" javascript:alert(1)" style="x" onplay="alert(1)"></video>',
      '<video src="data:video/mp4;base64,AAAA"></video>',
      '<audio src="blob:https://a.example/x"></audio>',
      '<audio><source src="vbscript:x"><source onerror="alert(1)"></audio>',
      '<video src="/a.mp4"><script>alert(1)</script><track src="/x.vtt"></video>',
    ]) {
      const result = html(text);
      ok(!/script|data:|blob:|\son\w+=|style=|track|alert/i.test(result), result);
    }
  });

  it('stand in no link, and are words where an author writes of them', () => {
    equal(
      html('<a href="/x">x <video src="/a.mp4"></video></a>'),
      '<p><a href="/x">x </a><video src="/a.mp4" controls="" preload="metadata"></video></p>',
    );
    equal(html('The <video> element'), '<p>The &lt;video&gt; element</p>');
  });

  it('make the HTML of an earlier version old, where there are any', () => {
    /** As an earlier version named it. @param {string} markdown */
    const before = (markdown) => ({
      markdown,
      excerpt: '',
      rendered: `1-${createHash('sha256').update(`1\n0\n\n${markdown}`).digest('base64url')}`,
    });
    equal(isFresh(before('<video src="/a.mp4"></video>')), false);
    equal(isFresh(before('Salt')), true);
  });

  it('have whole addresses in a feed', () => {
    equal(
      absoluteLinks('<video src="/a.mp4" poster="/a.png">', 'https://b.example', '/post/x'),
      '<video src="https://b.example/a.mp4" poster="https://b.example/a.png">',
    );
  });
});
