/** A line that opens a fenced block (also in a list or a quotation), with the fence. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!`)(?![^\n]*`)|~{3,})/;

/**
 * Changes a text but leaves its code as it is: fenced blocks and code within lines.
 * @param {string} markdown
 * @param {(text: string) => string} change of the text between two pieces of code
 * @returns {string}
 */
export function changeOutsideCode(markdown, change) {
  return parts(markdown)
    .map(({ text, isCode }) => (isCode ? text : change(text)))
    .join('');
}

/**
 * @param {string} markdown
 * @returns {{ text: string, isCode: boolean }[]} which joined are the text
 */
function parts(markdown) {
  /** @type {{ text: string, isCode: boolean }[]} */
  const found = [];
  let fence = '';
  let plain = '';
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    const closes = fence !== '' && mark.startsWith(fence) && /^[ \t>]*[`~]+\s*$/.test(line);
    if (fence === '' && mark === '') plain += line;
    else {
      found.push(...inlineParts(plain), { text: line, isCode: true });
      plain = '';
      fence = fence === '' ? mark : closes ? '' : fence;
    }
  }
  return [...found, ...inlineParts(plain)];
}

/** @param {string} text without fenced blocks @returns {{ text: string, isCode: boolean }[]} */
function inlineParts(text) {
  // In a shortcode, backticks are quotes.
  const runs = [...text.matchAll(/\{\{[<%][^{}]{0,600}?[>%]\}\}|`+|\n[ \t]*(?=\n)/g)]
    .map(({ 0: run, index }) => ({ run, index }))
    .filter(({ run }) => !run.startsWith('{'));
  const closers = closersOf(runs);
  const found = [];
  let from = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const closer = closers[at];
    const { index } = runs[at];
    if (closer === undefined || text[index - 1] === '\\') continue;
    const end = runs[closer].index + runs[closer].run.length;
    found.push({ text: text.slice(from, index), isCode: false });
    found.push({ text: text.slice(index, end), isCode: true });
    from = end;
    at = closer;
  }
  return [...found, { text: text.slice(from), isCode: false }];
}

/**
 * @param {{ run: string }[]} runs of backticks, and the empty lines that no code goes over
 * @returns {(number | undefined)[]} for each run the next one of the same length in its paragraph
 */
function closersOf(runs) {
  /** @type {Map<string, number>} */
  let next = new Map();
  const closers = new Array(runs.length);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { run } = runs[at];
    if (!run.startsWith('`')) next = new Map();
    else {
      closers[at] = next.get(run);
      next.set(run, at);
    }
  }
  return closers;
}
