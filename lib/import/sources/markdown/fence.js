/**
 * @param {string} code
 * @param {string} language
 * @returns {string} a fenced block of its own
 */
export function fence(code, language) {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `\n${mark}${language}\n${code.replace(/^[ \t]*\r?\n/, '').trimEnd()}\n${mark}\n`;
}
