import assert from 'node:assert/strict';
import { LarderError } from '../../lib/errors.js';
import { inspect } from '../../lib/media/inspect.js';
import { LARGEST_FILE } from '../../lib/media/types.js';
import * as images from '../support/images.js';

const { avif, gif, jpeg, m4a, mp3, mp4, ogg, pdf, png, svg, text, webm, webp, zip } = images;

/** One of every kind that is taken: its type, its ending, its size. @type {[Buffer, string, string, number | null, number | null][]} */
const kinds = [
  [png(), 'image/png', 'png', 3, 2],
  [jpeg(), 'image/jpeg', 'jpg', 4, 3],
  [gif({ width: 5, height: 7 }), 'image/gif', 'gif', 5, 7],
  [webp(), 'image/webp', 'webp', 1, 1],
  [webp({ width: 9, height: 8, flags: 4 }), 'image/webp', 'webp', 9, 8],
  [avif(), 'image/avif', 'avif', 8, 6],
  [pdf, 'application/pdf', 'pdf', null, null],
  [zip, 'application/zip', 'zip', null, null],
  [mp3, 'audio/mpeg', 'mp3', null, null],
  [m4a, 'audio/mp4', 'm4a', null, null],
  [mp4, 'video/mp4', 'mp4', null, null],
  [webm, 'video/webm', 'webm', null, null],
  [ogg, 'audio/ogg', 'ogg', null, null],
  [svg, 'image/svg+xml', 'svg', 300, 150],
  [text, 'text/plain', 'txt', null, null],
];

/** @param {Buffer} bytes @param {string} code @param {RegExp} [sentence] @param {string} [name] */
const refused = (bytes, code, sentence = /./, name = '') =>
  assert.throws(
    () => inspect(bytes, name),
    (error) => error instanceof LarderError && error.code === code && sentence.test(error.message),
  );

describe('The type of an uploaded file', () => {
  for (const [kind, whole, at, part] of /** @type {[string, Buffer, number, string][]} */ ([
    ['JPEG', jpeg(), 2, 'ffef0002'],
    ['PNG', png(), 33, '000000007445587400000000'],
    ['WebP', webp(), 12, '4142434400000000'],
    ['AVIF', avif(), avif().length, '0000000866726565'],
  ]))
    it(`is not told of one that has more parts than any has: ${kind}`, () => {
      const fill = (/** @type {number} */ times) => {
        const parts = Buffer.alloc((part.length / 2) * times, part, 'hex');
        const file = Buffer.concat([whole.subarray(0, at), parts, whole.subarray(at)]);
        if (kind === 'WebP') file.writeUInt32LE(file.length - 8, 4);
        return file;
      };
      assert.ok(inspect(fill(1000)));
      refused(fill(100_000), 'invalid', /cut short or damaged/);
    });

  for (const [bytes, type, extension, width, height] of kinds)
    it(`is detected from its bytes: ${type}`, () => {
      const found = inspect(bytes, 'con.exe');
      assert.deepEqual(
        [found.type, found.extension, found.width, found.height],
        [type, extension, width, height],
      );
    });

  it('is how it is shown: one that lies on its side is as wide as it was high', () => {
    const sideways = inspect(jpeg({ segments: [images.exifSegment({ orientation: 6 })] }));
    assert.deepEqual([sideways.width, sideways.height], [3, 4]);
    const upright = inspect(jpeg({ segments: [images.exifSegment({ orientation: 3 })] }));
    assert.deepEqual([upright.width, upright.height], [4, 3]);
    const turned = inspect(avif({ turned: true }));
    assert.deepEqual([turned.width, turned.height], [6, 8]);
  });

  for (const [bytes, type] of kinds.filter(([, type]) => !/text|audio|video/.test(type)))
    it(`is refused when it is cut short: ${type}`, () => {
      for (const share of [0.6, 0.9])
        assert.throws(() => {
          const found = inspect(bytes.subarray(0, bytes.length * share));
          // What is left over may be a text, yet never what it was.
          assert.notEqual(found.type, type);
          throw new LarderError('invalid', 'something else');
        }, LarderError);
    });

  for (const [width, height] of [
    [60_000, 60_000],
    [16_385, 1],
    [10_000, 5_001],
    [0, 5],
    [4_294_967_295, 4_294_967_295],
  ])
    it(`is refused when it claims ${width} × ${height} pixels`, () => {
      refused(images.pngThatClaims(width, height), 'invalid', /pixels|damaged/);
      if (width < 65_536) {
        refused(jpeg({ width, height }), 'invalid', /pixels|damaged/);
        refused(gif({ width, height }), 'invalid', /pixels|damaged/);
        refused(avif({ width, height }), 'invalid', /pixels|damaged/);
      }
      if (width > 0 && width < 65_536)
        refused(webp({ width, height, flags: 4 }), 'invalid', /pixels/);
    });

  it('may have as many pixels as browsers take', () => {
    assert.equal(inspect(images.pngThatClaims(16_384, 3_000)).width, 16_384);
  });

  it('is refused when it is empty, too large or of another kind, and the sentence says what is taken', () => {
    refused(Buffer.alloc(0), 'invalid', /is empty/);
    refused(Buffer.alloc(LARGEST_FILE + 1, 65), 'tooLarge', /larger than 20 MB/);
    for (const bytes of [
      Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
      Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'),
      Buffer.from('\x1f\x8b\x08\0', 'latin1'),
      Buffer.from('caf\xe9', 'latin1'),
      Buffer.from('a\0b'),
      Buffer.from('II*\0\x08\0\0\0', 'latin1'),
      images.box('ftyp', 'heic', images.u32(0), 'mif1', 'heic'),
    ])
      refused(bytes, 'unsupported', /PNG, JPEG, .*plain text/);
  });

  it('is refused when its name says that it is a picture, and it is none', () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const name of ['jar.png', 'JAR.JPEG', 'jar.svg']) {
      refused(page, 'unsupported', /named like an image/, name);
      refused(zip, 'unsupported', /named like an image/, name);
    }
    assert.equal(inspect(page, 'jar.html').type, 'text/plain');
    assert.equal(inspect(png(), 'jar.jpg').extension, 'png');
  });

  it('is a text when an SVG is only spoken of, and an SVG whatever stands before it', () => {
    assert.equal(inspect(Buffer.from('About <svg> in HTML')).type, 'text/plain');
    assert.equal(inspect(Buffer.from('<html><svg></svg></html>')).type, 'text/plain');
    const declared =
      '\ufeff<!DOCTYPE svg PUBLIC "a" "b">\n<?x?><!-- > --><s:svg xmlns:s="x"></s:svg>';
    assert.equal(inspect(Buffer.from(declared)).type, 'image/svg+xml');
  });

  it('is refused when it is an SVG with entities that grow', () => {
    const bomb = '<!DOCTYPE svg [<!ENTITY a "&b;&b;">]><svg>&a;</svg>';
    const other = inspect(Buffer.from('a text about <!ENTITY a "b">'));
    assert.equal(other.type, 'text/plain');
    refused(Buffer.from(bomb), 'invalid', /entities/);
  });
});
