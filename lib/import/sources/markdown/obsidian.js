import { changeOutsideCode } from './outside-code.js';

/**
 * What stands between two `%%` is for authors alone in Obsidian; so is a comment of HTML here.
 * @param {string} markdown
 * @returns {string}
 */
export const keepComments = (markdown) =>
  changeOutsideCode(markdown, (text) => {
    if (!text.includes('%%')) return text;
    let result = '';
    let from = 0;
    for (const { index } of text.matchAll(/(?<![\w%])%%(?!%)/g)) {
      if (index < from) continue;
      const end = text.indexOf('%%', index + 2);
      if (end < 0) break;
      const inside = text.slice(index + 2, end).replace(/(?<!-)--+(?=>|$)|<!--/g, '-');
      // An empty line in it would show the rest.
      result += `${text.slice(from, index)}<!--${inside.replace(/\n\s*(?=\n)/g, '')}-->`;
      from = end + 2;
    }
    return result + text.slice(from);
  });
