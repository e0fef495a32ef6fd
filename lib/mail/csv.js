/** Characters of a row; what is longer is no list of addresses. */
const LONGEST_ROW = 64 * 1024;

/**
 * Reads CSV (RFC 4180) as it comes; also with semicolons or tabs, as programs write it in other languages. A quote
 * within a field that does not begin with one is a character as any other.
 * @param {AsyncIterable<string> | Iterable<string>} chunks
 * @returns {AsyncGenerator<string[] | null>} its rows; null for one that is too long
 */
export async function* readRows(chunks) {
  let separator = '';
  let [row, field, length] = [/** @type {string[]} */ ([]), '', 0];
  let [isQuoted, wasQuote] = [false, false];
  const end = () => {
    const whole = length > LONGEST_ROW ? null : [...row, field];
    [row, field, length] = [[], '', 0];
    return whole;
  };
  for await (const chunk of chunks) {
    separator ||= separatorOf(chunk);
    for (const character of chunk) {
      if (++length > LONGEST_ROW) [row, field] = [[], ''];
      const isQuote = character === '"';
      if (isQuote && isQuoted) {
        [isQuoted, wasQuote] = [false, true];
        continue;
      }
      if (isQuote && (wasQuote || field.trim() === '')) {
        field = wasQuote ? `${field}"` : '';
        [isQuoted, wasQuote] = [true, false];
        continue;
      }
      wasQuote = false;
      if (isQuoted && length <= LONGEST_ROW) field += character;
      else if (character === '\n' || character === '\r') {
        isQuoted = false;
        const whole = end();
        if (!whole || whole.length > 1 || whole[0] !== '') yield whole;
      } else if (character === separator) {
        row.push(field);
        field = '';
      } else if (character !== '\ufeff') field += character;
    }
  }
  const last = end();
  if (!last || last.length > 1 || last[0] !== '') yield last;
}

/** @param {string} chunk  the first */
function separatorOf(chunk) {
  const [line] = chunk.split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((each) => line.split(each).length);
  return [',', ';', '\t'][counts.indexOf(Math.max(...counts))];
}

/**
 * @param {string[]} fields
 * @returns {string} a row. What spreadsheets would take for a formula begins with an apostrophe
 */
export const writeRow = (fields) =>
  `${fields.map((field) => `"${field.replace(/^'*[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')}\r\n`;

/** @param {string} field  of such a row, as it was read @returns {string} as it was */
export const readField = (field) => field.replace(/^'(?='*[=+\-@\t\r])/, '');
