import { isLarge, originalOf } from '../../../changes/index/picture-sizes.js';
import { loadSharp } from '../../../content/media/resize.js';

/**
 * What it costs readers that large pictures have no smaller sizes, and that sharp is not installed.
 * @param {{ id: string, width: number | null, size: number }[]} media
 * @param {() => Promise<unknown>} [load]
 * @returns {Promise<string[]>} notes
 */
export async function checkPictures(media, load = loadSharp) {
  const sized = new Set(media.map(({ id }) => originalOf(id)));
  const whole = media.filter((each) => isLarge(each) && !sized.has(each.id));
  const megabytes = whole.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const isThere = (await load()) !== null;
  return [
    ...(whole.length === 0
      ? []
      : [
          `Large images without smaller sizes: ${whole.length}, on average ${(megabytes / whole.length).toFixed(1)} MB, which phones load in full. Create the sizes at /admin/media.\n`,
        ]),
    ...(isThere
      ? []
      : [
          'Without sharp, imports and the API create no smaller sizes, and shared links to posts without a cover have no image: npm install sharp.\n',
        ]),
  ];
}
