const NOTE = /\[\^([^\s[\]]{1,100})\](?!:)|\^\[(?:[^[\]]|\[[^[\]]{0,300}\]){1,1000}\](?!\()/g;

/**
 * @param {string} markdown
 * @returns {Map<string, string>} the number of each footnote, in the order in which the text refers to them, by label
 *   or by the whole of what has none
 */
export function numbersIn(markdown) {
  /** @type {Map<string, string>} */
  const numbers = new Map();
  for (const [whole, label = whole] of markdown.matchAll(NOTE))
    if (!numbers.has(label)) numbers.set(label, String(numbers.size + 1));
  return numbers;
}
