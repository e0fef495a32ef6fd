/** What stands for the blog: as any of them, it may come by either. */
const BLOGS = ['http://blog.invalid', 'https://blog.invalid'];

/** CSS Syntax 3: an escape, and signs of a name. */
const ESCAPE = String.raw`\\(?:[\da-f]{1,6}[ \t\n]?|[^\n\da-f])`;
const NAME = String.raw`(?:[-\w\u0080-\uffff]|${ESCAPE})+`;
const text = (/** @type {string} */ quote) =>
  String.raw`${quote}(?:\\[^]|[^\\\n${quote}])*(?:${quote}|$)?`;
/** Each takes all up to the end when nothing closes it, so that no text is gone through twice. */
const TOKEN = new RegExp(
  String.raw`\/\*[^]*?(?:\*\/|$)|(${text('"')}|${text("'")})|(${NAME})(\()?|([([{])|([)\]}])`,
  'gi',
);
const UNQUOTED = /[ \t\n]*(?!["' \t\n])((?:\\[^]|[^\\)])*)/y;

/** What takes an address as a string. */
const TAKES = /^(?:-\w+-)?(?:url|src|image|image-set)$/;
/** What may stand for a string that is elsewhere in the style sheet. */
const STANDS_FOR = /^(?:var|env|attr|if|inherit|--.*)$/;

/** @type {Record<string, string>} */
const CLOSES = { '(': ')', '[': ']', '{': '}' };

/** @typedef {{ text: string, at: number }} Found */

/**
 * @param {string} css
 * @returns {Found | null} the first address that is not of this blog and that a browser could load
 */
export function addressElsewhere(css) {
  const { addresses, strings, hasStandIns } = read(css);
  const all = hasStandIns ? [...addresses, ...strings.filter(hasHost)] : addresses;
  return all.find(({ text }) => isElsewhere(text)) ?? null;
}

/**
 * @param {string} css
 * @returns {{ addresses: Found[], strings: Found[], hasStandIns: boolean }} `strings`: all others; `hasStandIns`: an
 *   address may be one of them
 */
function read(css) {
  /** @type {Found[]} */
  const addresses = [];
  /** @type {Found[]} */
  const strings = [];
  /** `takes`: one of those that are open takes addresses. @type {{ name: string, takes: boolean, close: string }[]} */
  const open = [];
  let hasStandIns = false;
  const takes = () => open.at(-1)?.takes ?? false;
  const isAddress = () => takes() && open.at(-1)?.name !== 'type';
  TOKEN.lastIndex = 0;
  for (let found; (found = TOKEN.exec(css));) {
    const [, string, name, isFunction, opening, closing] = found;
    if (string) {
      const inside = string.slice(1, string.endsWith(string[0]) ? -1 : undefined);
      (isAddress() ? addresses : strings).push({ text: unescape(inside), at: found.index });
    } else if (isFunction) {
      const plain = unescape(name).toLowerCase();
      hasStandIns ||= STANDS_FOR.test(plain) && isAddress();
      open.push({ name: plain, takes: takes() || TAKES.test(plain), close: ')' });
      UNQUOTED.lastIndex = TOKEN.lastIndex;
      const bare = plain === 'url' && UNQUOTED.exec(css);
      if (!bare) continue;
      // Browsers load nothing of an address with a comment in it; whoever wrote it meant what is behind.
      const meant = bare[1].replace(/\/\*[^]*?\*\//g, '');
      for (const each of [bare[1], meant])
        addresses.push({ text: unescape(each.trim()), at: found.index });
      TOKEN.lastIndex = UNQUOTED.lastIndex;
    } else if (opening) open.push({ name: '', takes: takes(), close: CLOSES[opening] });
    else if (closing && open.at(-1)?.close === closing) open.pop();
  }
  return { addresses, strings, hasStandIns };
}

/** @param {string} text @returns {string} as browsers read it */
export const unescape = (text) =>
  text.replace(/\\(?:([\da-f]{1,6})[ \t\n]?|(\n)|([^]))/gi, (_, number, end, sign) =>
    number ? fromNumber(parseInt(number, 16)) : end ? '' : sign,
  );

/** @param {number} number */
const fromNumber = (number) =>
  number === 0 || number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff)
    ? '�'
    : String.fromCodePoint(number);

/** @param {Found} string @returns {boolean} whether it looks like an address at all */
const hasHost = ({ text }) => URL.canParse(text, BLOGS[0]);

/** @param {string} address @returns {boolean} as the URL Standard reads it */
const isElsewhere = (address) =>
  BLOGS.some((blog) => {
    const { origin, protocol } = URL.canParse(address, blog)
      ? new URL(address, blog)
      : { origin: '', protocol: '' };
    return origin !== blog && protocol !== 'data:';
  });
