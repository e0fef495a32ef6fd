import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LarderError } from '../../../lib/base/errors.js';
import { inspect } from '../../../lib/content/media/inspect.js';
import * as images from '../../support/images.js';

const { avif, gif, jpeg, png, webp, SECRET } = images;

/** A ZIP, or a page, that hides behind a picture. */
const tail = Buffer.concat([Buffer.from('<script>alert(1)</script>'), images.zip]);

/** Each kind with all that it can tell, without, and the bytes of its pixels. @type {[string, Buffer, Buffer, Buffer][]} */
const pictures = [
  [
    'PNG',
    png({ before: [pngExif(SECRET), ...images.pngSecrets], after: images.pngSecrets }),
    png({ before: [pngExif()] }),
    png().subarray(-38),
  ],
  [
    'JPEG',
    jpeg({ segments: [...images.jpegSecrets, images.profileSegment] }),
    jpeg({ segments: [minimalExif(), images.profileSegment] }),
    images.scan,
  ],
  ['GIF', gif({ blocks: images.gifSecrets }), gif(), gif().subarray(-24)],
  [
    'WebP',
    webp({ chunks: images.webpSecrets, flags: 0x1c }),
    webp({ flags: 0x10 }),
    images.webpPixels,
  ],
];

/** @param {string} [more] */
function pngExif(more = '') {
  const tiff = minimalExif().subarray(10);
  return images.pngChunk('eXIf', Buffer.concat([tiff, Buffer.from(more)]));
}

/** The one thing of EXIF that is kept: which side is up. */
function minimalExif() {
  return Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000',
    'hex',
  );
}

describe('Personal metadata in an image', () => {
  for (const [kind, telling, quiet, pixels] of pictures) {
    it(`is removed from a ${kind}, and all else stays byte for byte`, () => {
      const { bytes } = inspect(telling);
      assert.ok(!bytes.includes(SECRET));
      assert.deepEqual(bytes, quiet);
      assert.ok(bytes.includes(pixels));
    });

    it(`is removed with whatever follows the end of a ${kind}`, () => {
      const { bytes, type } = inspect(Buffer.concat([telling, tail]));
      assert.deepEqual(bytes, quiet);
      assert.match(type, /^image\//);
    });

    it(`is not looked for in vain: a ${kind} without any stays as it is`, () => {
      assert.deepEqual(inspect(quiet).bytes, quiet);
    });
  }

  it('is overwritten in an AVIF, where all places are counted from the beginning', () => {
    const { bytes } = inspect(Buffer.concat([avif(), tail]));
    assert.ok(!bytes.includes(SECRET));
    assert.ok(bytes.includes(images.avifPixels));
    assert.equal(bytes.length, avif().length);
  });

  it('is the thumbnail of a JPEG, too, which may show what was cut away', () => {
    const thumbnail = images.jpegSegment(
      0xe0,
      Buffer.concat([
        Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01', 'latin1'),
        Buffer.from('abc'),
      ]),
    );
    const { bytes } = inspect(
      jpeg({ segments: [thumbnail, images.jpegSegment(0xe0, 'JFXX\0abc')] }),
    );
    assert.ok(!bytes.includes('abc'));
  });

  for (const order of /** @type {const} */ (['II', 'MM']))
    for (const orientation of [1, 3, 6, 8])
      it(`is removed, but for the orientation: ${orientation}, ${order}`, () => {
        const segments = [images.exifSegment({ orientation, order })];
        const { bytes } = inspect(jpeg({ segments }));
        const place = bytes.indexOf('Exif\0\0');
        assert.equal(bytes.readUInt16BE(place + 6 + 18), orientation);
      });
});

describe('Arbitrary bytes as an upload', () => {
  /** A file of some kind, some of whose bytes are others. */
  const spoilt = fc
    .tuple(
      fc.constantFrom(
        ...pictures.flatMap(([, telling, quiet]) => [telling, quiet]),
        avif(),
        ...[images.mp4, images.m4a, images.ogg, images.webm, images.mp3, images.svg],
      ),
      fc.array(fc.tuple(fc.nat({ max: 2000 }), fc.nat({ max: 255 })), { maxLength: 8 }),
      fc.uint8Array({ maxLength: 40 }),
      fc.option(fc.nat({ max: 1000 }), { nil: undefined }),
    )
    .map(([bytes, changes, more, cut]) => {
      const copy = Buffer.concat([bytes.subarray(0, cut), more]);
      for (const [place, value] of changes) if (copy.length > 0) copy[place % copy.length] = value;
      return copy;
    });

  /** @param {Buffer} bytes */
  function tryOut(bytes) {
    const before = Buffer.from(bytes);
    let found;
    try {
      found = inspect(bytes);
    } catch (error) {
      assert.ok(error instanceof LarderError, String(error));
      return;
    }
    assert.deepEqual(bytes, before, 'what was sent is left alone');
    assert.ok(found.bytes.length <= bytes.length, 'it never grows');
    const again = inspect(found.bytes);
    assert.deepEqual(again, found, 'what is kept would be taken again, as it is');
  }

  it('are understood or refused, never grow, and what is kept is kept again', () => {
    fc.assert(fc.property(spoilt, tryOut), { numRuns: 4000 });
  });

  it('are refused where places in them lie beyond their end', () => {
    const pixels = Buffer.from(avif());
    // Where the first item lies: in numbers of eight bytes, as long as the file is.
    pixels[pixels.indexOf('iloc') + 8] = 0x80;
    tryOut(pixels);
    assert.throws(() => inspect(pixels), LarderError);
    tryOut(Buffer.concat([images.webm.subarray(0, 16), Buffer.from([0x80]), Buffer.alloc(30)]));
  });

  it('are also refused or understood when they are random', () => {
    const start = fc.constantFrom(
      '',
      'RIFF',
      'GIF89a',
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'OggS',
      'ID3',
    );
    const any = fc
      .tuple(start, fc.uint8Array({ maxLength: 300 }))
      .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest]));
    fc.assert(fc.property(any, tryOut), { numRuns: 2000 });
  });

  it('are inspected quickly, however they are made', () => {
    const size = 20 * 1024 * 1024;
    const head = jpeg().subarray(0, -13);
    const slow = [
      Buffer.concat([head, Buffer.alloc(size - head.length, Buffer.from([0xff, 0]))]),
      Buffer.concat([
        gif().subarray(0, 22),
        Buffer.alloc(size - 100, Buffer.from([0x21, 0xfe, 1, 65, 0])),
      ]),
      Buffer.concat([png().subarray(0, 33), Buffer.alloc(size - 100, images.pngChunk('tEXt'))]),
      Buffer.concat([images.mp4, Buffer.alloc(size - 1000, images.box('free'))]),
      Buffer.alloc(size, '<!-- '),
      Buffer.alloc(size, '<?'),
    ];
    for (const bytes of slow) {
      const start = process.cpuUsage();
      tryOut(bytes);
      assert.ok(process.cpuUsage(start).user < 3e6, `${bytes.toString('latin1', 0, 8)}`);
    }
  });
});
