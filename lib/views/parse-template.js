/**
 * What Mustache's renderer takes. The third and fourth are its start and end in the template; behind them a section has
 * its content and the start of its end tag; a partial how it is indented, its place among the tags of its line, and
 * whether a text stands before it; a name that shows a word the key of it.
 * @typedef {[type: string, value: string, start: number, end: number, ...more: any[]]} Token
 *
 * @typedef {object} Line  What is known of the line that is read.
 * @property {number} start
 * @property {Token[]} texts
 * @property {number} tags
 * @property {boolean} hasText  other than spaces
 * @property {boolean} shows  a text, or a tag that shows something
 */

/** The types that a tag can begin with; any other is a name. */
const TYPES = '#^/>{&=!';

const DEEPEST = 100;

/** Where a token that shows a word has its key. */
export const WORD = 4;
const WORDS = 'words.';

/**
 * Parses a template as Mustache's own parser does, which takes time with the square of the spaces in a tag, and makes a
 * token of each sign.
 * @param {string} template
 * @returns {Token[]}
 * @throws {Error} with a sentence that says what is wrong and where
 */
export function parseTemplate(template) {
  /** @type {Token[]} */
  const tokens = [];
  /** @type {Token[]} */
  const open = [];
  /** @type {(token: Token) => void} */
  const add = (token) => void (open.at(-1)?.[4] ?? tokens).push(token);
  let line = newLine(0);
  let tags = ['{{', '}}'];
  for (let at = 0; ;) {
    const start = from(template.indexOf(tags[0], at), template);
    line = addText(template, at, start, line, add);
    if (start === template.length) break;
    const tag = readTag(template, start, tags);
    const { type, value } = tag;
    const isOfLine = type === '>' && line.tags === 0;
    const indentation = isOfLine ? template.slice(line.start, start).replace(/\S/g, ' ') : '';
    /** @type {Token} */
    const token = [type, value, start, tag.end];
    if (type === '>') token.push(indentation, line.tags, line.hasText);
    if (type === 'name' && value.startsWith(WORDS)) token[WORD] = value.slice(WORDS.length);
    if (type === '/') closeSection(open, token);
    else add(token);
    if (type === '#' || type === '^') openSection(open, token);
    if (type === '=') tags = readTags(value);
    line.tags += 1;
    line.shows ||= type === 'name' || type === '&';
    at = tag.end;
  }
  endLine(line);
  if (open.length > 0) throw unclosed(open[open.length - 1], template.length);
  return withoutGaps(tokens, template);
}

/** @param {number} start @returns {Line} */
const newLine = (start) => ({ start, texts: [], tags: 0, hasText: false, shows: false });

/** @param {number} place  negative when nothing is found @param {string} template */
const from = (place, template) => (place < 0 ? template.length : place);

/**
 * @param {string} template
 * @param {number} start
 * @param {number} end
 * @param {Line} line
 * @param {(token: Token) => void} add
 * @returns {Line} that of the end
 */
function addText(template, start, end, line, add) {
  const text = template.slice(start, end);
  const put = (
    /** @type {Line} */ { texts },
    /** @type {number} */ at,
    /** @type {number} */ to,
  ) => {
    if (at === to) return;
    /** @type {Token} */
    const token = ['text', template.slice(at, to), at, to];
    texts.push(token);
    add(token);
  };
  const [first, last] = [text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1];
  const rest = text.slice(last);
  if (first > 0) {
    put(line, start, start + first);
    endLine({ ...line, shows: line.shows || /\S/.test(text.slice(0, first)) });
    put(newLine(start), start + first, start + last);
    line = newLine(start + last);
  }
  put(line, start + last, end);
  line.hasText ||= /\S/.test(rest);
  line.shows ||= line.hasText;
  return line;
}

/** A line of tags that show nothing is none of the page. @param {Line} line */
function endLine({ texts, tags, shows }) {
  if (tags > 0 && !shows) for (const text of texts) text[1] = '';
}

/**
 * @param {string} template
 * @param {number} start
 * @param {string[]} tags how one begins and ends
 * @returns {{ type: string, value: string, end: number }}
 */
function readTag(template, start, [opening, closing]) {
  const at = afterSpaces(template, start + opening.length);
  const isName = !TYPES.includes(template[at] ?? ' ');
  const type = isName ? 'name' : template[at];
  const first = isName ? at : afterSpaces(template, at + 1);
  const own = { '=': '=', '{': `}${closing}` }[type] ?? closing;
  const last = template.indexOf(own, first);
  const close = last < 0 ? -1 : template.indexOf(closing, own === closing ? last : last + 1);
  if (close < 0) throw new Error(`Unclosed tag at ${template.length}`);
  const value = template.slice(first, last).trimEnd();
  return { type: type === '{' ? '&' : type, value, end: close + closing.length };
}

/** @param {string} template @param {number} at */
function afterSpaces(template, at) {
  while (at < template.length && /\s/.test(template[at])) at += 1;
  return at;
}

/** @param {string} value @returns {string[]} how tags begin and end from here on */
function readTags(value) {
  const tags = value.split(/\s+/, 2);
  if (tags.length !== 2) throw new Error(`Invalid tags: ${tags}`);
  return tags;
}

/** @param {Token[]} open @param {Token} token */
function openSection(open, token) {
  if (open.length === DEEPEST) throw new Error(`Sections more than ${DEEPEST} deep at ${token[2]}`);
  token.push([]);
  open.push(token);
}

/** @param {Token[]} open @param {Token} token */
function closeSection(open, [, value, start]) {
  const section = open.pop();
  if (!section) throw new Error(`Unopened section "${value}" at ${start}`);
  if (section[1] !== value) throw unclosed(section, start);
  section[5] = start;
}

/** @param {Token} section @param {number} at */
const unclosed = ([, value], at) => new Error(`Unclosed section "${value}" at ${at}`);

/** @param {Token[]} tokens @param {string} template @returns {Token[]} in which each text is one token */
function withoutGaps(tokens, template) {
  /** @type {Token[]} */
  const joined = [];
  for (const token of tokens) {
    const [type, value, , end] = token;
    const last = joined.at(-1);
    if (type === '#' || type === '^') token[4] = withoutGaps(token[4], template);
    if (type !== 'text' || last?.[0] !== 'text') {
      if (type !== 'text' || value !== '') joined.push(token);
    } else if (value !== '') last[3] = end;
  }
  for (const token of joined)
    if (token[0] === 'text') token[1] = template.slice(token[2], token[3]);
  return joined;
}
