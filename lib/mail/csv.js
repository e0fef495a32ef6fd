/** Characters of a row; what is longer is no list of addresses. */
const LONGEST_ROW = 64 * 1024;

/**
 * Reads CSV (RFC 4180) as it comes; also with semicolons or tabs, as programs write it in other languages.
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
      if (character === '"') {
        if (wasQuote && !isQuoted) field += '"';
        isQuoted = !isQuoted;
        wasQuote = !isQuoted;
        continue;
      }
      wasQuote = false;
      if (isQuoted && length <= LONGEST_ROW) field += character;
      else if (character === '\n') {
        isQuoted = false;
        const whole = end();
        if (!whole || whole.length > 1 || whole[0] !== '') yield whole;
      } else if (character === separator) {
        row.push(field);
        field = '';
      } else if (character !== '\r' && character !== '\ufeff') field += character;
    }
  }
  const last = end();
  if (!last || last.length > 1 || last[0] !== '') yield last;
}

/** @param {string} chunk  the first */
function separatorOf(chunk) {
  const [line] = chunk.split('\n', 1);
  const counts = [',', ';', '\t'].map((each) => line.split(each).length);
  return [',', ';', '\t'][counts.indexOf(Math.max(...counts))];
}

/**
 * @param {string[]} fields
 * @returns {string} a row. What spreadsheets would take for a formula begins with an apostrophe
 */
export const writeRow = (fields) =>
  `${fields.map((field) => `"${field.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')}\r\n`;
