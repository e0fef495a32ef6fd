/** What scripts say, in the language of the page. @type {Record<string, string> | undefined} */
let texts;

/**
 * @param {string} key  of a section in lib/views/presenters/script-words.js
 * @param {Record<string, string | number>} [values]  of placeholders such as `{name}`
 * @returns {string}
 */
export function word(key, values = {}) {
  const meta = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name=words]'));
  texts ??= /** @type {Record<string, string>} */ (JSON.parse(meta.content));
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
