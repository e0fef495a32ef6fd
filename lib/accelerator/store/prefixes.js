/**
 * @param {readonly string[]} prefixes
 * @returns {(text: string) => boolean} whether a text begins with any of them; the time hardly depends on how many they
 *   are
 */
export function prefixMatcher(prefixes) {
  /**
   * Without those that begin with another, so that all texts that sort between a prefix and the next one are told apart
   * by it.
   * @type {string[]}
   */
  const sorted = [];
  for (const prefix of prefixes.toSorted())
    if (sorted.length === 0 || !prefix.startsWith(sorted[sorted.length - 1])) sorted.push(prefix);
  return (text) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] <= text) low = middle + 1;
      else high = middle;
    }
    return low > 0 && text.startsWith(sorted[low - 1]);
  };
}
