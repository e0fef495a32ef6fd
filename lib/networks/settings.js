/**
 * How the settings of the networks in front of the blog are read. Each function takes the text as it stands in the
 * environment, and throws the end of a sentence about it.
 *
 * @typedef {keyof typeof kinds} Kind
 * @typedef {{ kind: Kind, target: string, name: string }} NetworkSetting  `target`: a URL without a slash at the end,
 *   or an id; `name`: how it is called in /status
 */

/** What stands behind the colon. @type {{ url: RegExp, id: RegExp }} */
const targets = { url: /^https?:\/\/[^\s/?#@]+$/, id: /^[A-Za-z\d]{1,64}$/ };

const kinds = {
  /** @type {'url'} */ varnish: 'url',
  /** @type {'url'} */ larder: 'url',
  /** @type {'url'} */ urls: 'url',
  /** @type {'id'} */ cloudflare: 'id',
  /** @type {'id'} */ fastly: 'id',
};

const EXAMPLES =
  'varnish:URL, larder:URL, urls:URL, cloudflare:ZONE or fastly:SERVICE, separated by commas';

const MOST = 10;

/** Seconds. @type {Record<string, number>} */
const UNITS = { '': 1, s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 };
const LONGEST = 366 * UNITS.d;

/** @param {string} text @returns {NetworkSetting[]} */
export function networks(text) {
  const all = text.split(',').flatMap((each) => each.trim() || []);
  if (all.length > MOST) throw new Error(`must have at most ${MOST} networks`);
  return all.map((each) => {
    const [, kind = '', target = ''] = /^([a-z]+):(.*?)\/?$/.exec(each) ?? [];
    if (!Object.hasOwn(kinds, kind)) throw new Error(`must be ${EXAMPLES}`);
    const known = /** @type {Kind} */ (kind);
    if (!targets[kinds[known]].test(target) || (kinds[known] === 'url' && !URL.canParse(target)))
      throw new Error(
        kinds[known] === 'url'
          ? `must have a URL such as http://127.0.0.1:6081 after “${kind}:”, without a path or password`
          : `must have an id of letters and digits after “${kind}:”`,
      );
    return { kind: known, target, name: each.replace(/\/$/, '') };
  });
}

/** @param {string} text @returns {string[]} one for all networks, or one for each in their order, '' for none */
export function networkTokens(text) {
  const tokens = text.split(',').map((each) => each.trim());
  if (tokens.some((each) => !/^[!-~]*$/.test(each)))
    throw new Error('must have no spaces or other characters that cannot stand in a header');
  return tokens;
}

/** @param {string[]} tokens  as `networkTokens` reads them @param {number} place  of a network */
export const tokenOf = (tokens, place) => tokens[tokens.length === 1 ? 0 : place] ?? '';

/** @param {string} text  a number with a unit: 90s, 30m, 12h, 1d; without one, of seconds @returns {number} seconds */
export function networkAge(text) {
  const [, number, unit = ''] = /^(\d{1,9})\s*([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(number) * UNITS[unit];
  if (!(seconds >= 1 && seconds <= LONGEST))
    throw new Error('must be a time such as 90s, 30m, 12h or 1d, a year at most');
  return seconds;
}
