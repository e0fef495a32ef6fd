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
 * @param {string} info the info string of the fence
 * @param {{ code: number }} env `code`: characters of code so far in this text
 * @returns {string} HTML, to be sanitised
 */
export const plainCode = (text, info, env) => pre(coloured(text, info, env));

/**
 * With a title, marked lines, formulas and named diagrams.
 * @param {string} text
 * @param {string} info such as `js title="app.js" {2,4-6}`
 * @param {{ code: number, leftOut?: (note: string) => void }} env
 * @returns {string} HTML, to be sanitised
 */
export function codeBlock(text, info, env) {
  if (info.trim() === 'math') return `<p>${formula(text.trim(), '$$', env)}</p>\n`;
  const { html, language } = coloured(text, info, env);
  const block = pre({ html: markLines(html, info), language });
  const named = TITLE.exec(info)?.slice(1).find(Boolean);
  const title = named ?? (language === 'mermaid' ? 'Diagram (Mermaid)' : '');
  if (!title) return block;
  return `<figure><figcaption>${escape(title)}</figcaption>${block}</figure>\n`;
}

/** @param {string} text @param {string} info @param {{ code: number }} env */
function coloured(text, info, env) {
  env.code += text.length;
  return highlight(text, env.code > MOST_CODE ? '' : info.trim());
}

/** @param {{ html: string, language: string }} code */
const pre = ({ html, language }) =>
  `<pre><code class="hljs${language ? ` language-${language}` : ''}">${html}</code></pre>\n`;

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
