/**
 * Options of an LRUCache of so many entries, whatever they are. It grows with them: with `max`, it would take room for
 * all of them at once, half a megabyte for 10,000, and 2 ms.
 * @param {number} count
 */
export const atMost = (count) => ({ maxSize: count, sizeCalculation: () => 1 });
