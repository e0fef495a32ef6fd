import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { contentForMail, lacksMailSize, pictureForMail } from '../../lib/mail/content.js';

const url = 'https://blog.example/post/jam';

/** @param {string} id @param {{ width?: number, height?: number, sizes?: [number, string][] }} [more] */
const upload =
  (id, { width = 2000, height = 1000, sizes = [] } = {}) =>
  (/** @type {string} */ asked) =>
    asked === id
      ? {
          id,
          width,
          height,
          sizes: sizes.map(([wide, type]) => ({ id: `${id}.${wide}w.${type}`, width: wide })),
        }
      : null;

describe('A picture in a mail', () => {
  /** @type {[says: string, id: string, more: Parameters<typeof upload>[1], file: string | null][]} */
  const files = [
    [
      'of the sizes in JPEG, one between 600 and 1200 pixels',
      'a-jar.jpg',
      {
        sizes: [
          [400, 'jpg'],
          [800, 'jpg'],
          [1600, 'jpg'],
        ],
      },
      'a-jar.jpg.800w.jpg',
    ],
    [
      'the whole, where all smaller ones are WebP',
      'a-jar.jpg',
      {
        sizes: [
          [400, 'webp'],
          [800, 'webp'],
        ],
      },
      'a-jar.jpg',
    ],
    [
      'a JPEG of a picture in WebP',
      'a-jar.webp',
      {
        sizes: [
          [400, 'jpg'],
          [800, 'webp'],
        ],
      },
      'a-jar.webp.400w.jpg',
    ],
    [
      'the next larger one, where there is none between',
      'a-jar.png',
      {
        sizes: [
          [400, 'png'],
          [1600, 'png'],
        ],
      },
      'a-jar.png.1600w.png',
    ],
    ['none, where there is only WebP', 'a-jar.webp', { sizes: [[800, 'webp']] }, null],
    ['none, where there is only AVIF', 'a-jar.avif', {}, null],
    ['a small one as it is', 'a-jar.png', { width: 300, height: 150 }, 'a-jar.png'],
  ];
  for (const [says, id, more, file] of files)
    it(`is ${says}`, () => {
      const picture = upload(id, more)(id);
      equal(picture && lacksMailSize(picture), !file || /1600w|^a-jar.jpg$/.test(file));
      const shown = pictureForMail(`/media/${id}`, url, upload(id, more));
      equal(shown?.src, file === null ? undefined : `https://blog.example/media/${file}`);
    });

  it('has the shape of the whole, at most 600 pixels wide', () => {
    const { width, height } =
      pictureForMail('/media/a-jar.png', url, upload('a-jar.png', { width: 1800, height: 900 })) ??
      {};
    deepEqual([width, height], [600, 300]);
    const small = pictureForMail(
      'https://blog.example/media/a-b.png',
      url,
      upload('a-b.png', { width: 90, height: 60 }),
    );
    deepEqual([small?.width, small?.height], [90, 60]);
  });

  it('of another site stays as it is, if mail programs can show it', () => {
    const nothing = () => null;
    deepEqual(pictureForMail('https://other.example/a.jpg?b=1', url, nothing), {
      src: 'https://other.example/a.jpg?b=1',
    });
    equal(pictureForMail('https://other.example/a.webp', url, nothing), null);
    equal(pictureForMail('https://[', url, nothing), null);
  });

  it('becomes a link with its description, where there is none to be shown', () => {
    const html =
      '<p><img src="/media/a-jar.webp" alt="A &lt;jar&gt;"></p><p><img src="/media/b.png" alt="B" width="9"></p>';
    const { html: mail, text } = contentForMail(html, url, upload('b.png'));
    match(mail, /<a href="https:\/\/blog\.example\/media\/a-jar\.webp"[^>]*>A &lt;jar&gt;<\/a>/);
    match(
      mail,
      /<img src="https:\/\/blog\.example\/media\/b\.png" alt="B" width="600" height="300"/,
    );
    doesNotMatch(mail, /src="\//);
    match(text, /A <jar> \(https:/);
  });
});
