const AT_MOST = 1000;
/** Characters of a text that is remembered besides the last one. */
const LONGEST = 200;

/**
 * For what is read from header fields, which differ little: the results of some texts are kept, and that of the last
 * one, however long it is, since one is often read several times.
 * @template T
 * @param {(text: string) => T} read
 * @returns {(text: string) => T} the same, whose results are shared
 */
export function remembering(read) {
  /** @type {Map<string, T>} */
  const known = new Map();
  /** @type {string | undefined} */
  let last;
  /** @type {T} */
  let result;
  return (text) => {
    if (text === last) return result;
    const found = known.get(text);
    if (found !== undefined) return found;
    [last, result] = [text, read(text)];
    if (known.size === AT_MOST) known.clear();
    if (text.length < LONGEST) known.set(text, result);
    return result;
  };
}
