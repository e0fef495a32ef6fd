/**
 * Puts off costly work until its result is first asked for. The renderer’s libraries need some 50 ms and
 * 16 MB; a blog whose pages are all rendered serves them without.
 * @template T
 * @param {() => T} make
 * @returns {() => T} the result of the one call to `make`
 */
export function lazy(make) {
  /** @type {{ value: T } | undefined} */
  let made;
  return () => (made ??= { value: make() }).value;
}
