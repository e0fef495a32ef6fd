/**
 * What a text of the block editor takes from elsewhere in the export: patterns that several posts share, and footnotes.
 *
 * @typedef {{ text: string, isPublic: boolean }} Pattern
 */

const REFERENCE = /<!--\s+wp:block\s+(\{(?:(?!-->)[^]){0,4000}?\})\s+\/-->/g;

/** A pattern may hold others, but none goes deeper, and all of them add no more to a text, in characters. */
const DEEPEST = 10;
const LONGEST = 1_000_000;

/**
 * @param {string} text
 * @param {Map<string, Pattern>} patterns by number
 * @param {(text: string) => void} warn is called for those that cannot be taken
 * @returns {string} with each pattern in the place where it was named
 */
export function takePatterns(text, patterns, warn) {
  let left = LONGEST;
  return expand(text, []);

  /** @param {string} part @param {string[]} within numbers of the patterns around it @returns {string} */
  function expand(part, within) {
    return part.replace(REFERENCE, (_, json) => {
      const [, number = ''] = /"ref"\s*:\s*"?(\d{1,20})/.exec(json) ?? [];
      const pattern = patterns.get(number);
      const why = refusalOf(number, pattern, within);
      if (why) warn(`its pattern ${number} is not imported: ${why}`);
      if (!pattern || why) return '';
      left -= pattern.text.length;
      if (/"content"\s*:\s*\{/.test(json))
        warn(`its pattern ${number} is imported without the post’s changes to it`);
      return expand(pattern.text, [...within, number]);
    });
  }

  /** @param {string} number @param {Pattern | undefined} pattern @param {string[]} within */
  function refusalOf(number, pattern, within) {
    if (!pattern) return 'it is not in the file';
    if (!pattern.isPublic) return 'it was not public';
    if (within.includes(number) || within.length >= DEEPEST) return 'it contains itself';
    return pattern.text.length > left ? 'it would make the text too long' : '';
  }
}

/**
 * @param {string} text
 * @param {string} json the footnotes, as WordPress keeps them beside the post
 * @returns {string} with the footnotes in the place of their block
 */
export function takeFootnotes(text, json) {
  return text.replace(/<!--\s+wp:footnotes\b[^>]{0,1000}?\/-->/, () => {
    const notes = readNotes(json).map(
      ({ id, content }) => `<li id="${id}">${content} <a href="#${id}-link">↩︎</a></li>`,
    );
    return notes.length > 0
      ? `<!-- wp:list -->\n<ol>${notes.join('\n')}</ol>\n<!-- /wp:list -->`
      : '';
  });
}

/** @param {string} json @returns {{ id: string, content: string }[]} */
function readNotes(json) {
  try {
    const notes = JSON.parse(json);
    return (Array.isArray(notes) ? notes : []).filter(
      (note) => /^[\w-]{1,100}$/.test(note?.id) && typeof note.content === 'string',
    );
  } catch {
    return [];
  }
}
