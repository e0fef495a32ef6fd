/**
 * @param {string} html
 * @param {string} start of elements that do not contain each other
 * @param {string} end
 * @returns {(at: number) => boolean} whether this position is in one; to be asked in ascending order
 */
export function inside(html, start, end) {
  const find = (/** @type {string} */ mark, /** @type {number} */ from) =>
    (html.indexOf(mark, from) + 1 || Infinity) - 1;
  let [from, to] = [0, 0];
  return (at) => {
    while (to <= at) to = find(end, (from = find(start, to)));
    return from < at;
  };
}
