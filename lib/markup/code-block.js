import { formula } from './formula.js';
import { highlight } from './highlight.js';
import { escape } from './tree.js';

/** Characters of code in one text that are highlighted. */
export const MOST_CODE = 300_000;

const TITLE =
  /\b(?:title|filename|file)\s*=\s*(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"'{}]{1,200}))/;
/** `{1,3-5}`, or as Hugo and Python-Markdown have it: `hl_lines="1 3-5"`, `hl_lines=[1,"3-5"]`. */
const LINES = /\{([\d\s,-]{1,200})\}|\bhl_lines\s*=\s*["[]([\d\s,"-]{1,200})/;
const RANGE = /(\d{1,6})(?:-(\d{1,6}))?/g;

/**
 * @param {string} text
 * @param {string} info the info string of the fence, such as `js title="app.js" {2,4-6}`
 * @param {{ code: number, leftOut?: (note: string) => void }} env `code`: characters of code so far in this text
 * @returns {string} HTML, to be sanitised
 */
export function codeBlock(text, info, env) {
  env.code += text.length;
  const known = info.trim();
  if (known === 'math') return `<p>${formula(text.trim(), '$$', env)}</p>\n`;
  const { html, language } = highlight(text, env.code > MOST_CODE ? '' : known);
  const classes = language ? `hljs language-${language}` : 'hljs';
  const block = `<pre><code class="${classes}">${markLines(html, known)}</code></pre>`;
  const title =
    TITLE.exec(known)?.slice(1).find(Boolean) ??
    (language === 'mermaid' ? 'Diagram (Mermaid)' : '');
  return title
    ? `<figure><figcaption>${escape(title)}</figcaption>${block}</figure>\n`
    : `${block}\n`;
}

/**
 * @param {string} html highlighted code
 * @param {string} info
 * @returns {string} with `mark` around each line that is marked
 */
function markLines(html, info) {
  const found = LINES.exec(info);
  if (!found) return html;
  const ranges = Array.from((found[1] ?? found[2]).matchAll(RANGE), ([, from, to = from]) => [
    Number(from),
    Number(to),
  ]);
  /** The tags that are open where a line begins. @type {string[]} */
  const open = [];
  const lines = html.split('\n').map((line, place) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<[^<>]+>/g))
      if (tag === '</span>') open.pop();
      else open.push(tag);
    const isMarked = ranges.some(([from, to]) => place + 1 >= from && place + 1 <= to);
    const isWhole = before === '' && open.length === 0;
    const own = isWhole ? line : `${before}${line}${'</span>'.repeat(open.length)}`;
    return isMarked && line ? `<mark>${own}</mark>` : own;
  });
  return lines.join('\n');
}
