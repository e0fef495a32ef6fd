/**
 * V8 lets a text that was cut out of another one hold the whole of it: a title of 30 characters its file of 30 kB. To
 * be called for what is kept after that.
 * @template T
 * @param {T} value of texts, numbers, lists and plain objects
 * @returns {T} the same, with texts of its own
 */
export const ownCopy = (value) => structuredClone(value);
