/**
 * Breaks source text on purpose. How the source is laid out does not matter: neither white space nor the comma before a bracket.
 * @param {string} text of a file
 * @param {string} from  the code to break. Words before ` … ` say where to look, such as the head of a function: the first such code
 *   after them is meant
 * @param {string} to  what it becomes
 * @returns {string}
 * @throws {Error} unless the text has it once
 */
export function breakOnce(text, from, to) {
  const [code, place] = from.split(' … ').reverse();
  const kept = place === undefined ? '' : `${anyLayout(place)}[^]*?`;
  const pattern = new RegExp(`(${kept})${anyLayout(code)}`, 'g');
  const { length } = [...text.matchAll(pattern)];
  if (length !== 1) throw new Error(`Found ${length} times: ${from}`);
  return text.replace(pattern, (_, start) => start + to);
}

/** @param {string} code @returns {string} a regular expression for the same code */
const anyLayout = (code) =>
  (code.match(/\w+|[^\w\s]/g) ?? [])
    .map((token) => (/[)\]}]/.test(token) ? ',?\\s*' : '') + token.replace(/\W/, '\\$&'))
    .join('\\s*');
