import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createCompressor } from '../../lib/responses/compressing.js';
import { compress, compressSync } from '../../lib/responses/encodings.js';
import { chooseEncoding } from '../../lib/responses/negotiation.js';
import { makeEntry } from '../../lib/responses/entry.js';
import { eachTest } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';

/** @type {Record<string, (body: Buffer) => Buffer>} */
const decoders = { identity: (body) => body, gzip: gunzipSync, br: brotliDecompressSync };

describe('The encoding of a page', () => {
  /** @type {[accepted: string | undefined, chosen: string][]} */
  const choices = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.4, gzip;q=0.5', 'gzip'],
    ['br;q=0.5,gzip;q=0.5', 'br'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0, br;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0.1, identity;q=0.5', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=nonsense, br;q=7', 'identity'],
    ['deflate, compress, zstd', 'identity'],
    ['__proto__, constructor', 'identity'],
    [', ,;;q=1,', 'identity'],
    [`${'gzip;q=0,'.repeat(500)}br`, 'br'],
  ];
  for (const [accepted, chosen] of choices)
    it(`is ${chosen} for ${JSON.stringify(accepted)?.slice(0, 60)}`, () => {
      assert.equal(chooseEncoding(accepted), chosen);
      assert.equal(chooseEncoding(accepted), chosen);
    });
});

describe('A page in every encoding', () => {
  const { startBlog } = eachTest();

  for (const path of ['/post/rye-bread', '/atomfeed', '/sitemap.xml'])
    it(`at ${path} decodes to the same bytes, under one weak tag`, async () => {
      const blog = await startBlog({ posts: smallBlog });
      const plain = await ask(blog, path);
      for (const [encoding, decode] of Object.entries(decoders))
        for (const cacheStatus of ['made', 'kept']) {
          const { headers, body } = await ask(blog, path, { 'Accept-Encoding': encoding });
          const expected = encoding === 'identity' ? undefined : encoding;
          assert.equal(headers['content-encoding'], expected, cacheStatus);
          assert.equal(headers['content-length'], String(body.length));
          assert.equal(headers.vary, 'Accept-Encoding');
          assert.equal(headers.etag, plain.headers.etag);
          assert.match(headers.etag ?? '', /^W\//);
          assert.ok(decode(body).equals(plain.body));
        }
    });

  it('is made once for many who ask at the same time', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await ask(blog, '/post/rye-bread');
    const accept = { 'Accept-Encoding': 'br' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(blog, '/post/rye-bread', accept)),
    );
    for (const { body, headers } of answers) {
      assert.equal(headers['cache-status'], 'larder; hit');
      assert.ok(body.equals(answers[0].body));
    }
    const [entry] = blog.open.cache.entries();
    assert.equal(entry.bytes, answers[0].body.length);
  });

  it('leaves the event loop to others while a long page is compressed', async () => {
    const { encode } = createCompressor({ peek: () => undefined, replace() {} });
    for (const [kilobytes, isAtOnce] of /** @type {const} */ ([
      [20, true],
      [200, false],
    ])) {
      const body = 'Rye, water and salt. '.repeat(kilobytes * 50);
      const page = { key: '/', store: /** @type {const} */ ('floating'), dependsOn: [], body };
      const entry = makeEntry({ ...page, contentType: 'text/html' }, [], 0);
      const made = encode(entry, 'gzip');
      const inThisTurn = await Promise.race([made.then(() => true), setImmediate(false)]);
      assert.equal(inThisTurn, isAtOnce);
      assert.equal(String(gunzipSync((await made).body)), body);
    }
  });

  it('is made once for all who waited for a page that is not stored', async () => {
    const { encode } = createCompressor({ peek: () => undefined, replace() {} });
    const page = { key: '/', store: 'floating', dependsOn: [], contentType: 'text/html' };
    const entry = makeEntry({ ...page, body: 'Rye, water and salt. '.repeat(100) }, [], 0);
    const made = await Promise.all([encode(entry, 'gzip'), encode(entry, 'gzip')]);
    const [body, ...others] = new Set(made.map((representation) => representation.body));
    assert.ok(body.length > 0 && others.length === 0);
  });

  it('takes the place of the plain one, which comes back for who asks for it, and stays', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const get = (/** @type {string} */ accepted) =>
      ask(blog, '/post/rye-bread', { 'Accept-Encoding': accepted });
    const kept = () => {
      const [entry] = blog.open.cache.entries();
      const present = Object.entries(entry.encodings).filter(([, made]) => made);
      const sizes = present.map(([, made]) => made?.body.length ?? 0);
      assert.equal(
        entry.bytes,
        sizes.reduce((sum, size) => sum + size),
      );
      return present.map(([encoding]) => encoding);
    };
    const packed = await get('gzip');
    assert.deepEqual(kept(), ['gzip']);
    const plain = await get('identity');
    assert.ok(plain.body.equals(gunzipSync(packed.body)));
    assert.equal(plain.headers['cache-status'], 'larder; hit');
    assert.deepEqual(kept(), ['identity', 'gzip']);
    const { body } = await get('br');
    assert.ok(brotliDecompressSync(body).equals(plain.body));
    assert.deepEqual(kept(), ['identity', 'gzip', 'br']);
  });

  it('is made from another when the plain one is gone', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const accept = (/** @type {string} */ accepted) => ({ 'Accept-Encoding': accepted });
    const first = await ask(blog, '/post/rye-bread', accept('br'));
    const second = await ask(blog, '/post/rye-bread', accept('gzip'));
    assert.ok(gunzipSync(second.body).equals(brotliDecompressSync(first.body)));
    const head = await ask(blog, '/post/rye-bread', accept('identity'), 'HEAD');
    assert.equal(head.headers['content-length'], String(gunzipSync(second.body).length));
  });

  it('takes no more memory than its length, which the budget counts', async () => {
    const text = Buffer.from('again and '.repeat(900));
    for (const encoding of /** @type {const} */ (['br', 'gzip'])) {
      const body = await compress(text, encoding, 'fast');
      assert.ok(body.length < 500);
      assert.equal(body.buffer.byteLength, body.length);
      assert.ok(body.equals(compressSync(text, encoding)));
    }
  });

  it('stays plain where it is small or compressed already', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const accept = { 'Accept-Encoding': 'br, gzip' };
    const small = await ask(blog, '/robots.txt', accept);
    assert.equal(small.headers['content-encoding'], undefined);
    assert.equal(small.headers.vary, 'Accept-Encoding');
    const { id } = await blog.open.content.saveMedia({
      name: 'jar.png',
      type: 'image/png',
      bytes: Buffer.alloc(2000),
      width: 1,
      height: 1,
    });
    const image = await ask(blog, `/media/${id}`, accept);
    assert.equal(image.headers['content-encoding'], undefined);
    assert.equal(image.headers.vary, undefined);
  });

  it('of an error is negotiated too', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const plain = await ask(blog, '/nothing');
    const { status, headers, body } = await ask(blog, '/nothing', { 'Accept-Encoding': 'gzip' });
    assert.deepEqual([status, headers['content-encoding']], [404, 'gzip']);
    assert.ok(gunzipSync(body).equals(plain.body));
  });
});
