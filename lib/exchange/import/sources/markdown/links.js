import { changeOutsideCode } from './outside-code.js';

const INLINE = /(\]\(\s*)(<[^<>\n]*>|(?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.)*\))+)/g;
// Its name may begin with code, which is in another piece.
const DEFINITION =
  /^((?: {0,3}\[(?!\^)|(?!\[))[^[\]\n\r\u2028\u2029]{0,1000}\]:[ \t]*)(<[^<>\n]*>|\S+)/gm;
const TAG = /<(?:img|a|source|video|audio|embed|iframe|object)\b[^<>]*/gi;
const ATTRIBUTE = /(\s([\w:-]+)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;

/**
 * Changes the addresses of a text's links and images, in Markdown and in HTML.
 * @param {string} markdown
 * @param {(address: string) => string | undefined} change answers undefined to leave one as it is
 * @returns {string}
 */
export function changeLinks(markdown, change) {
  const one = (
    /** @type {string} */ whole,
    /** @type {string} */ before,
    /** @type {string} */ quoted,
  ) => {
    const [, open = '', address = '', close = ''] = /^([<"']?)(.*?)([>"']?)$/s.exec(quoted) ?? [];
    const changed = change(address.replaceAll('&amp;', '&').replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    return changed === undefined ? whole : `${before}${open}${changed}${close}`;
  };
  return changeOutsideCode(markdown, (text) =>
    text
      .replace(INLINE, one)
      .replace(DEFINITION, one)
      .replace(TAG, (tag) =>
        tag.replace(ATTRIBUTE, (whole, before, name, quoted) =>
          /^(src|href|poster|data)$/i.test(name) ? one(whole, before, quoted) : whole,
        ),
      ),
  );
}

/** @param {string} markdown @returns {string[]} the addresses of its links and images, each once */
export function linksIn(markdown) {
  /** @type {Set<string>} */
  const found = new Set();
  changeLinks(markdown, (address) => void found.add(address));
  return [...found];
}
