/** @param {string} names */
const set = (names) => new Set(names.split(' '));

/** Block elements; what is around them is text of its own. */
const BLOCKS = set(
  'address article aside blockquote caption center col colgroup dd details div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr iframe legend li main math menu nav object ol p section summary ' +
    'table tbody td tfoot th thead tr ul video audio',
);

/** Elements whose text is one paragraph already, unless a blank line is in it. */
const LINES = set(
  'p li dt dd td th h1 h2 h3 h4 h5 h6 figure figcaption caption summary legend div address',
);

const VOID = set('hr col');

/** Elements that keep their text as it is. */
const VERBATIM = set('pre script style textarea');

const TAG = /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9-])[^<>]*>/gi;

/** The author's mark, in a form that the sanitiser lets through. */
export const MORE = '<wbr class="more">';

/**
 * Writing in WordPress leaves out what it adds when it shows a text: a blank line ends a paragraph, and the
 * end of a line is one.
 * @param {string} text as it was typed: HTML without paragraphs, or with some
 * @returns {string} HTML
 */
export function paragraphs(text) {
  const html = withoutComments(text.replace(/\r\n?/g, '\n'));
  let [written, line, from] = ['', '', 0];
  /** Names of the elements that are open. @type {string[]} */
  const open = [];
  const endLine = () => {
    const parts = line.trim()
      ? line
          .trim()
          .split(/\n[^\S\n]*\n\s*/)
          .map(withBreaks)
      : [];
    line = '';
    const isLine = LINES.has(open.at(-1) ?? '') && parts.length === 1;
    written += isLine ? parts[0] : parts.map((part) => `<p>${part}</p>\n`).join('');
  };
  TAG.lastIndex = 0;
  for (let found; (found = TAG.exec(html));) {
    const [tag, slash, mixed] = found;
    const name = mixed.toLowerCase();
    const isVerbatim = VERBATIM.has(name) && !slash;
    line += html.slice(from, found.index);
    from = isVerbatim ? endOf(html, name, TAG.lastIndex) : TAG.lastIndex;
    TAG.lastIndex = from;
    if (!isVerbatim && tag !== MORE && !BLOCKS.has(name)) {
      line += tag.replaceAll('\n', ' ');
      continue;
    }
    endLine();
    written += html.slice(found.index, from);
    if (isVerbatim || tag === MORE) written += '\n';
    else if (slash) open.length = open.includes(name) ? open.lastIndexOf(name) : open.length;
    else if (!VOID.has(name)) open.push(name);
  }
  line += html.slice(from);
  endLine();
  return written;
}

/** @param {string} part */
const withBreaks = (part) =>
  part
    .trim()
    .replace(/(<br\s*\/?>)[^\S\n]*\n/gi, '$1')
    .replace(/\n/g, '<br>\n');

/**
 * @param {string} html
 * @param {string} name
 * @param {number} from
 * @returns {number} behind the end tag, or the end of all when there is none
 */
function endOf(html, name, from) {
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  end.lastIndex = from;
  return end.exec(html) ? end.lastIndex : html.length;
}

/** @param {string} html @returns {string} without comments, but with the author's mark */
export function withoutComments(html) {
  let kept = '';
  let from = 0;
  for (let at; (at = html.indexOf('<!--', from)) >= 0;) {
    const end = html.indexOf('-->', at + 4);
    kept += html.slice(from, at);
    if (end < 0) return kept;
    if (/^\s*more\b/i.test(html.slice(at + 4, Math.min(end, at + 40)))) kept += MORE;
    from = end + 3;
  }
  return kept + html.slice(from);
}
