import assert from 'node:assert/strict';
import { openBlog } from '../../lib/start/open-blog.js';
import { inspect } from '../../lib/content/media/inspect.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { eachTest } from '../support/blog.js';
import * as images from '../support/images.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

/** Each kind, and whether its address offers it for saving, and under which other name. @type {[string, Buffer, string, boolean, string?][]} */
const kinds = [
  ['jar.png', images.png(), 'image/png', false],
  ['jar.jpg', images.jpeg(), 'image/jpeg', false],
  ['jar.gif', images.gif(), 'image/gif', false],
  ['jar.webp', images.webp(), 'image/webp', false],
  ['jar.avif', images.avif(), 'image/avif', false],
  ['jar.svg', images.svg, 'image/svg+xml', false],
  ['jar.pdf', images.pdf, 'application/pdf', true],
  ['jar.zip', images.zip, 'application/zip', true],
  ['jar.mp3', images.mp3, 'audio/mpeg', false],
  ['jar.m4a', images.m4a, 'audio/mp4', false],
  ['jar.mp4', images.mp4, 'video/mp4', false],
  ['jar.webm', images.webm, 'video/webm', false],
  ['jar.ogg', images.ogg, 'audio/ogg', false],
  ['jar.html', Buffer.from('<script>alert(1)</script>'), 'text/plain', true, 'jar.txt'],
  ['jar.js', Buffer.from('alert(1)'), 'text/plain', true],
  ['jar.gpx', Buffer.from('<?xml-stylesheet href="a"?><gpx/>'), 'text/plain', true],
  ['jar.wasm', Buffer.from('\0asm'), 'application/octet-stream', true],
  ['jar.epub', images.zip, 'application/epub+zip', true],
  ['jar.tar.gz', Buffer.from('1f8b0800', 'hex'), 'application/gzip', true],
  ['漬物.csv', Buffer.from('a,b'), 'text/csv', true],
];

describe('An uploaded file', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog();
  });

  /** @param {string} name @param {Buffer} bytes @returns {Promise<string>} its path */
  const keep = async (name, bytes) =>
    `/media/${encodeURIComponent((await saveUpload({ name, bytes }, '', blog.open.content)).id)}`;

  for (const [name, bytes, type, isDownload, savedAs = name] of kinds)
    it(`is served as ${type}, sandboxed${isDownload ? `, for saving as ${savedAs}` : ''}, on a miss and a hit`, async () => {
      const path = await keep(name, bytes);
      for (const _ of ['miss', 'hit']) {
        const { status, headers, body } = await ask(blog, path, { 'Accept-Encoding': 'br, gzip' });
        assert.equal(status, 200);
        assert.equal(headers['content-type'], type);
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(
          headers['content-security-policy'],
          type === 'image/svg+xml'
            ? "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
            : "sandbox; default-src 'none'; frame-ancestors 'none'",
        );
        // The HTML standard makes a network error of a sandboxed answer that has it.
        assert.equal(headers['cross-origin-opener-policy'], undefined);
        const saving = /^[\w.]+$/.test(savedAs)
          ? `attachment; filename="${savedAs}"`
          : `attachment; filename*=UTF-8''${encodeURIComponent(savedAs)}`;
        assert.equal(headers['content-disposition'], isDownload ? saving : undefined);
        assert.equal(headers['cache-control'], 'max-age=31536000, immutable');
        assert.equal(headers['accept-ranges'], 'bytes');
        assert.deepEqual(body, inspect(bytes, name).bytes);
      }
    });

  it('stays a download when it is an SVG that was stored before they were written anew', async () => {
    const drawing = { name: 'jar.svg', type: 'image/svg+xml', bytes: images.svg };
    const { id } = await blog.open.content.saveMedia({ ...drawing, width: null, height: null });
    const { headers } = await ask(blog, `/media/${id}`);
    assert.equal(headers['content-disposition'], 'attachment; filename="jar.svg"');
    assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/);
  });

  it('is what its first bytes say when it is two things at once', async () => {
    const gifar = Buffer.concat([images.gif(), images.zip]);
    const script = images.jpeg({
      segments: [images.jpegSegment(0xfe, '*/=alert(1)/*')],
      tail: '<?php',
    });
    for (const [bytes, type] of /** @type {[Buffer, string][]} */ ([
      [gifar, 'image/gif'],
      [script, 'image/jpeg'],
      [Buffer.concat([images.pdf, images.zip]), 'application/pdf'],
    ])) {
      const { headers, body } = await ask(blog, await keep('both.html', bytes));
      assert.equal(headers['content-type'], type);
      if (type.startsWith('image/')) assert.doesNotMatch(body.toString('latin1'), /PK|alert|php/);
    }
  });

  describe('requested with Range', () => {
    const bytes = images.mp3;
    const size = bytes.length;
    /** @type {[string, number, number][]} */
    const parts = [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      ['bytes=0-99999', 0, size - 1],
      [`bytes=-99999`, 0, size - 1],
      ['bytes=7-7', 7, 7],
    ];
    for (const [range, start, end] of parts)
      it(`returns the range ${range}`, async () => {
        const path = await keep('jar.mp3', bytes);
        for (const _ of ['miss', 'hit']) {
          const { status, headers, body } = await ask(blog, path, { Range: range });
          assert.equal(status, 206);
          assert.equal(headers['content-range'], `bytes ${start}-${end}/${size}`);
          assert.equal(headers['content-length'], String(end - start + 1));
          assert.equal(headers['content-type'], 'audio/mpeg');
          assert.deepEqual(body, bytes.subarray(start, end + 1));
        }
      });

    for (const range of ['bytes=99999-', 'bytes=-0'])
      it(`answers 416 to ${range}`, async () => {
        const { status, headers } = await ask(blog, await keep('jar.mp3', bytes), { Range: range });
        assert.equal(status, 416);
        assert.equal(headers['content-range'], `bytes */${size}`);
      });

    for (const range of [
      'bytes=9-0',
      'bytes=0-1,3-4',
      'bytes=a-b',
      'bytes=-',
      'lines=1-2',
      'bytes',
      '',
    ])
      it(`returns the whole file for “${range}”`, async () => {
        const answer = await ask(blog, await keep('jar.mp3', bytes), { Range: range });
        assert.equal(answer.status, 200);
        assert.equal(answer.body.length, size);
      });

    it('goes on with a download by its strong tag or its date, and begins anew by any other', async () => {
      const path = await keep('jar.mp3', bytes);
      await ask(blog, path);
      await blog.clock.tick(5000);
      const { etag = '', 'last-modified': date = '' } = (await ask(blog, path)).headers;
      assert.match(etag, /^"[\w-]{22}"$/);
      const statusFor = async (/** @type {string} */ validator) =>
        (await ask(blog, path, { Range: 'bytes=5-', 'If-Range': validator })).status;
      for (const same of [etag, date]) assert.equal(await statusFor(same), 206, same);
      const later = new Date(Date.parse(date) + 1000).toUTCString();
      for (const other of [`W/${etag}`, '"other"', later, 'Invalid Date'])
        assert.equal(await statusFor(other), 200, other);
      assert.equal((await ask(blog, path, { 'If-Match': `"a", ${etag}` })).status, 200);
      assert.equal((await ask(blog, path, { 'If-Match': `W/${etag}` })).status, 412);
    });

    it('goes on by its date where it is not cached, as if it is too large', async () => {
      blog = await startBlog({ env: { CACHE_MAX_BYTES: '0' } });
      const path = await keep('jar.mp3', bytes);
      await blog.clock.tick(5000);
      const date = String((await ask(blog, path)).headers['last-modified']);
      const { status } = await ask(blog, path, { Range: 'bytes=5-', 'If-Range': date });
      assert.equal(status, 206);
    });

    it('goes on by its date after the blog has changed, and in a process that reads the file only then', async () => {
      const path = await keep('jar.mp3', bytes);
      await blog.clock.tick(5000);
      const date = String((await ask(blog, path)).headers['last-modified']);
      await blog.clock.tick(60_000);
      await blog.open.content.savePost({ title: 'Jars', markdown: '' });
      await blog.clock.tick(5000);
      blog.open.cache.clearAll('test');
      const { status, headers } = await ask(blog, path, { Range: 'bytes=5-', 'If-Range': date });
      assert.deepEqual([status, headers['last-modified']], [206, date]);
    });

    it('goes on by its date also when it is too large for the cache', async () => {
      blog = await startBlog({ env: { CACHE_MAX_BYTES: '0' } });
      const path = await keep('jar.mp3', bytes);
      await blog.clock.tick(5000);
      const date = String((await ask(blog, path)).headers['last-modified']);
      assert.equal((await ask(blog, path, { Range: 'bytes=5-', 'If-Range': date })).status, 206);
    });

    it('is sent anew by its date when its bytes were changed in the database', async () => {
      const path = await keep('jar.mp3', bytes);
      await blog.clock.tick(5000);
      const date = String((await ask(blog, path)).headers['last-modified']);
      const file = await blog.open.store.get('media', path.slice('/media/'.length));
      const { revision, ...record } = { ...file, bytes: Buffer.from('other') };
      await blog.open.store.write([{ kind: 'media', record, revision }]);
      await blog.clock.tick(60_000);
      blog.open.cache.clearAll('test');
      const { status, body, headers } = await ask(blog, path, { 'If-Modified-Since': date });
      assert.deepEqual([status, String(body)], [200, 'other']);
      assert.equal(
        headers['last-modified'],
        undefined,
        'the former bytes may come back, with their date',
      );
    });

    it('gives 304 to who has it, and no part of a page', async () => {
      const path = await keep('jar.mp3', bytes);
      const { headers } = await ask(blog, path);
      const etag = String(headers.etag);
      const Range = 'bytes=0-9';
      assert.equal((await ask(blog, path, { Range, 'If-None-Match': etag })).status, 304);
      assert.equal((await ask(blog, path, { Range }, 'HEAD')).status, 200);
      assert.equal((await ask(blog, '/', { Range })).status, 200);
    });
  });

  it('is gone at once when it was removed, here and in another process', async () => {
    const path = await keep('jar.png', images.png());
    const id = path.slice('/media/'.length);
    await ask(blog, path);
    const other = await openBlog(blog.config, { clock: blog.clock, log: createQuietLog() });
    const { revision } = await other.store.get('media', id);
    const told = untilCleared(blog);
    await other.content.removeMedia(id, revision);
    await told;
    assert.equal((await ask(blog, path)).status, 404);
    await other.close();
    await keep('jar.png', images.png());
    assert.equal((await ask(blog, path)).status, 200);
    const media = await blog.open.store.get('media', id);
    await blog.open.content.removeMedia(id, media.revision);
    assert.equal((await ask(blog, path)).status, 404);
  });

  it('stays ready when its description changes', async () => {
    const path = await keep('jar.png', images.png());
    const id = path.slice('/media/'.length);
    await ask(blog, path);
    const { revision } = await blog.open.store.get('media', id);
    await blog.open.content.describeMedia(id, { alt: 'A jar' }, revision);
    assert.equal((await ask(blog, path)).headers['cache-status'], 'larder; hit');
  });
});

/** @param {TestBlog} blog */
function untilCleared({ open: { cache } }) {
  const { clears } = cache;
  return new Promise((resolve) => {
    const look = () => (cache.clears > clears ? resolve(null) : void setImmediate(look));
    look();
  });
}
