/** @param {string} names */
const set = (names) => new Set(names.split(' '));

/** Elements that stand by themselves; what is around them is text of its own. */
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
  const writer = new Writer();
  let from = 0;
  const html = withoutComments(text.replace(/\r\n?/g, '\n'));
  TAG.lastIndex = 0;
  for (let found; (found = TAG.exec(html));) {
    const [tag, slash, written] = found;
    const name = written.toLowerCase();
    writer.text(html.slice(from, found.index));
    from = TAG.lastIndex;
    if (VERBATIM.has(name) && !slash) {
      from = endOf(html, name, from);
      TAG.lastIndex = from;
      writer.block(html.slice(found.index, from));
    } else if (tag === MORE) writer.block(tag);
    else if (!BLOCKS.has(name)) writer.inline(tag);
    else if (slash) writer.close(name, tag);
    else writer.open(name, tag);
  }
  writer.text(html.slice(from));
  return writer.end();
}

/** Puts paragraphs together. */
class Writer {
  #html = '';
  /** What waits for the end of its paragraph. */
  #line = '';
  /** @type {string[]} */
  #open = [];

  /** @param {string} text */
  text(text) {
    this.#line += text;
  }

  /** @param {string} tag */
  inline(tag) {
    this.#line += tag.replaceAll('\n', ' ');
  }

  /** @param {string} html that stands by itself */
  block(html) {
    this.#flush();
    this.#html += `${html}\n`;
  }

  /** @param {string} name @param {string} tag */
  open(name, tag) {
    this.#flush();
    this.#html += tag;
    if (!VOID.has(name)) this.#open.push(name);
  }

  /** @param {string} name @param {string} tag */
  close(name, tag) {
    this.#flush();
    this.#html += tag;
    const at = this.#open.lastIndexOf(name);
    if (at >= 0) this.#open.length = at;
  }

  end() {
    this.#flush();
    return this.#html;
  }

  #flush() {
    const line = this.#line.trim();
    this.#line = '';
    if (line === '') return;
    const parts = line.split(/\n[^\S\n]*\n\s*/).map(withBreaks);
    const isLine = LINES.has(this.#open.at(-1) ?? '') && parts.length === 1;
    this.#html += isLine ? parts[0] : parts.map((part) => `<p>${part}</p>\n`).join('');
  }
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
