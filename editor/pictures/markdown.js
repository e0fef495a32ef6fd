/** @import { EditorState } from '@codemirror/state' */

/** A picture, with what may stand in its alt text and its address. The lengths bound the time that it takes. */
export const PICTURE =
  /!\[((?:\\.|[^\]\\\n]){0,1000})\]\(([^()\s]{1,2000})(\s+"[^"\n]{0,1000}")?\)/g;

/**
 * @typedef {{ from: number, to: number, alt: string, url: string, altFrom: number, altTo: number, urlFrom: number }}
 *   Picture  `alt`: as it is read
 */

/**
 * @param {EditorState} state
 * @param {number} [pos] the cursor, unless given
 * @returns {Picture | null} the picture there
 */
export function pictureAt({ doc, selection }, pos = selection.main.head) {
  const line = doc.lineAt(pos);
  if (line.length > 20_000) return null;
  for (const match of line.text.matchAll(PICTURE)) {
    const from = line.from + match.index;
    const to = from + match[0].length;
    if (from <= pos && pos <= to) return toPicture(match, from);
  }
  return null;
}

/** @param {RegExpMatchArray} match @param {number} from @returns {Picture} */
export const toPicture = ([whole, alt, url], from) => ({
  from,
  to: from + whole.length,
  url,
  alt: alt.replace(/\\(.)/g, '$1'),
  altFrom: from + 2,
  altTo: from + 2 + alt.length,
  urlFrom: from + alt.length + 4,
});

/** @param {string} alt as it is read @returns {string} as it stands between the brackets */
export const escapeAlt = (alt) => alt.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>&!]/g, '\\$&');
