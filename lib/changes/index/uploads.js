/** @param {string} src @returns {string | null} the id of the file; null: it is no upload */
export function uploadOf(src) {
  const [, name] = /^\/media\/([^/?#]+)$/.exec(src) ?? [];
  try {
    return name === undefined ? null : decodeURIComponent(name);
  } catch {
    return null;
  }
}
