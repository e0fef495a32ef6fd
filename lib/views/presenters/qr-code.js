import { encode } from 'uqr';

/**
 * @param {string} text
 * @returns {{ size: number, path: string }} the dark squares as the path of an SVG of that many units a side
 */
export function qrCode(text) {
  const { size, data } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
