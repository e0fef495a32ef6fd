import { MORE, paragraphs, withoutComments } from './paragraphs.js';

/** Blocks that show nothing, or nothing that would be missed. */
const SILENT = /^(spacer|more|nextpage|separator|pattern)$/;

const COMMENT = /^\s*(\/?)wp:([a-z][a-z0-9/_-]*)/i;

/**
 * Takes the marks of the block editor out of a text. What is outside of any block was written with the older
 * editor.
 * @param {string} text
 * @param {(text: string) => void} warn is called for blocks that WordPress makes anew at each request
 * @returns {string} HTML
 */
export function takeBlocks(text, warn) {
  if (!text.includes('<!-- wp:')) return paragraphs(text);
  let html = '';
  let depth = 0;
  let from = 0;
  /** @param {string} part */
  const keep = (part) => (depth > 0 ? withoutComments(part) : paragraphs(part));
  for (let at; (at = text.indexOf('<!--', from)) >= 0;) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) break;
    const inside = text.slice(at + 4, end);
    html += keep(text.slice(from, at));
    from = end + 3;
    if (/^\s*more\b/i.test(inside)) html += MORE;
    // The attributes of a block can be long, but its name is first.
    const [, closes, name] = COMMENT.exec(inside.slice(0, 200)) ?? [];
    const isWhole = inside.slice(-4).trimEnd().endsWith('/');
    if (name === undefined) continue;
    if (closes) depth = Math.max(0, depth - 1);
    else if (!isWhole) depth += 1;
    else if (!SILENT.test(name))
      warn(`its block “${name}” is made by WordPress itself and not imported`);
  }
  return withSides(withLinks(html + keep(text.slice(from))));
}

/** An embed is only an address. @param {string} html */
const withLinks = (html) =>
  html.replace(
    /(<div class="wp-block-embed__wrapper">)\s*(https?:\/\/[^\s<>"]+)\s*(?=<\/div>)/g,
    '$1<a href="$2">$2</a>',
  );

/** Blocks say by a class what the sanitiser knows by an attribute. @param {string} html */
const withSides = (html) =>
  html.replace(
    /class="(?:[^"<>]*\s)?has-text-align-(left|center|right)(?:\s[^"<>]*)?"/g,
    'align="$1"',
  );
