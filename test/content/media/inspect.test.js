import assert from 'node:assert/strict';
import { LarderError } from '../../../lib/base/errors.js';
import { inspect } from '../../../lib/content/media/inspect.js';
import { isDownload, LARGEST_FILE } from '../../../lib/content/media/types.js';
import * as images from '../../support/images.js';

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
      const found = inspect(bytes, /image|audio|video/.test(type) ? 'con.exe' : 'con');
      assert.deepEqual(
        [found.type, found.extension, found.width, found.height],
        [type, extension, width, height],
      );
    });

  for (const [
    name,
    bytes,
    type,
    ending,
  ] of /** @type {[string, Buffer, string | RegExp, string][]} */ ([
    ['Book.EPUB', zip, 'application/epub+zip', 'epub'],
    ['a.docx', zip, /wordprocessingml\.document$/, 'docx'],
    ['a.xlsx', zip, /spreadsheetml\.sheet$/, 'xlsx'],
    ['a.odt', zip, 'application/vnd.oasis.opendocument.text', 'odt'],
    ['a.apk', zip, 'application/vnd.android.package-archive', 'apk'],
    ['a.kmz', zip, 'application/octet-stream', 'kmz'],
    ['a.csv', text, 'text/csv', 'csv'],
    ['a.ics', text, 'text/calendar', 'ics'],
    ['a.json', text, 'application/json', 'json'],
    ['a.ipynb', text, 'text/plain', 'ipynb'],
    ['a.py', text, 'text/plain', 'py'],
    ['a.css', text, 'text/plain', 'css'],
    ['a.js', text, 'text/plain', 'js'],
    ['a.gpx', Buffer.from('<?xml version="1.0"?><gpx/>'), 'text/plain', 'gpx'],
    ['a.log', Buffer.from('\x1b[1mcaf\xe9', 'latin1'), 'application/octet-stream', 'log'],
    ['a.tar.gz', Buffer.from('1f8b0800', 'hex'), 'application/gzip', 'tar.gz'],
    ['a.7z.001', Buffer.from('377abcaf271c', 'hex'), 'application/octet-stream', '7z.001'],
    ['a.wasm', Buffer.from('\0asm'), 'application/octet-stream', 'wasm'],
    ['a.exe', Buffer.from('MZ\x90\0', 'latin1'), 'application/octet-stream', 'exe'],
    ['a.nobody-knows', Buffer.from([0, 1]), 'application/octet-stream', 'nobody-knows'],
    ['a.文書', Buffer.from([0, 1]), 'application/octet-stream', '文書'],
    ['plan.ai', pdf, 'application/octet-stream', 'ai'],
    ['a.tiff', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'application/octet-stream', 'tiff'],
    ['a.OPUS', ogg, 'audio/ogg', 'opus'],
    ['a.m4b', m4a, 'audio/mp4', 'm4b'],
    ['no ending', Buffer.from([0, 1]), 'application/octet-stream', 'bin'],
    ['.hidden', text, 'text/plain', 'txt'],
    ['Dr. Who', text, 'text/plain', 'txt'],
    ['Notes 2024.12', text, 'text/plain', 'txt'],
  ]))
    it(`is kept with the ending of its name: ${name}`, () => {
      const found = inspect(bytes, name);
      if (typeof type === 'string') assert.equal(found.type, type);
      else assert.match(found.type, type);
      assert.equal(found.extension, ending);
      assert.equal(isDownload(found), !/audio/.test(found.type));
      assert.deepEqual(found.bytes, bytes);
    });

  for (const name of 'html HTM xhtml xht shtml mht svgz xsl php phtml php7 phar jsp aspx cgi html.gz'.split(
    ' ',
  ))
    it(`is that of its bytes when its ending would run in browsers or on servers: ${name}`, () => {
      assert.equal(inspect(text, `a.${name}`).extension, 'txt');
      assert.equal(inspect(zip, `a.${name}`).extension, 'zip');
      assert.equal(inspect(Buffer.from([0, 1]), `a.${name}`).extension, 'bin');
    });

  it('is HEIC, which browsers do not show, whatever its name, and it is saved without the place', () => {
    const heic = Buffer.from(avif());
    heic.write('heic', 8);
    heic.write('heic', 16);
    const found = inspect(heic, 'IMG_1.HEIC');
    assert.deepEqual([found.type, found.extension], ['application/octet-stream', 'heic']);
    assert.ok(heic.includes(images.SECRET) && !found.bytes.includes(images.SECRET));
    refused(heic.subarray(0, 60), 'invalid', /HEIC/);
  });

  it('is how it is shown: one that lies on its side is as wide as it was high', () => {
    const sideways = inspect(jpeg({ segments: [images.exifSegment({ orientation: 6 })] }));
    assert.deepEqual([sideways.width, sideways.height], [3, 4]);
    const upright = inspect(jpeg({ segments: [images.exifSegment({ orientation: 3 })] }));
    assert.deepEqual([upright.width, upright.height], [4, 3]);
    const exif = images.exifSegment({ orientation: 6 }).subarray(10);
    const before = inspect(png({ before: [images.pngChunk('eXIf', exif)] }));
    assert.deepEqual([before.width, before.height], [2, 3]);
    // Browsers read it neither behind the pixels nor in a WebP.
    const behind = inspect(png({ after: [images.pngChunk('eXIf', exif)] }));
    assert.deepEqual([behind.width, behind.height], [3, 2]);
    const chunks = [images.webpChunk('EXIF', exif)];
    const beside = inspect(webp({ width: 9, height: 8, chunks, flags: 8 }));
    assert.deepEqual([beside.width, beside.height], [9, 8]);
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

  it('is refused when it is empty or too large', () => {
    refused(Buffer.alloc(0), 'invalid', /is empty/);
    refused(Buffer.alloc(LARGEST_FILE + 1, 65), 'tooLarge', /larger than 20 MB/);
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
