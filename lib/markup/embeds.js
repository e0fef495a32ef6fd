import { element, escape, toText } from './tree.js';
/** @import { Element } from './tree.js' */

/**
 * @typedef {{ frame: string, label: string }} Embed  `frame`: the URL of the player
 */

/**
 * What may be framed: by host, where there is only one, and path.
 * @type {{ host?: RegExp, path: RegExp, embed: (id: string, url: URL) => Embed }[]}
 */
const PLAYERS = [
  {
    host: /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$/,
    path: /^\/(?:(?:embed|live|shorts|v)\/)?([\w-]{11})$|^\/watch$/,
    embed: (id, { searchParams }) => youTube(id || (searchParams.get('v') ?? ''), searchParams),
  },
  {
    host: /^(?:www\.|player\.)?vimeo\.com$/,
    path: /^\/(?:video\/)?(\d{5,12}(?:\/[0-9a-f]{8,12})?)$/,
    embed: (id) => {
      const [number, hash] = id.split('/');
      const frame = `https://player.vimeo.com/video/${number}?dnt=1${hash ? `&h=${hash}` : ''}`;
      return { frame, label: 'Watch on Vimeo' };
    },
  },
  {
    path: /^\/(?:w|videos\/(?:watch|embed))\/([\w-]{22}|[\da-f]{8}-[\da-f-]{27})$/,
    embed: (id, { host }) => ({
      frame: `https://${host}/videos/embed/${id}`,
      label: `Watch on ${host}`,
    }),
  },
  {
    path: /^(\/@\w{1,50}\/\d{12,20})(?:\/embed)?$/,
    embed: (path, { host }) => ({
      frame: `https://${host}${path}/embed`,
      label: `Read on ${host}`,
    }),
  },
];

/** @param {string} id @param {URLSearchParams} query @returns {Embed} */
function youTube(id, query) {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(
      query.get('t') ?? query.get('start') ?? '',
    ) ?? [];
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const frame = /^[\w-]{11}$/.test(id)
    ? `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`
    : '';
  return { frame, label: 'Watch on YouTube' };
}

/** Sites whose players one text may have, since the header of its page names them all. */
const MOST_SITES = 20;

/** @param {string} address @returns {Embed | null} null when it is no video or post that can be shown in a frame */
export function embedOf(address) {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // Only such hosts can stand in the page's policy.
  if (url.protocol !== 'https:' || !/^[a-z0-9.-]+\.[a-z0-9-]{2,}$/.test(url.host)) return null;
  for (const { host, path, embed } of PLAYERS) {
    if (host && !host.test(url.hostname)) continue;
    const found = path.exec(url.pathname.replace(/\/$/, ''));
    const made = found && embed(found[1] ?? '', url);
    if (made?.frame) return made;
    if (host) return null;
  }
  return null;
}

/**
 * Makes boxes of links to videos that stand alone, without a text of their own. Readers’ browsers ask nobody for
 * anything until they click.
 * @param {Element} root changed in place
 */
export function addEmbeds(root) {
  const sites = new Set();
  root.children = root.children.map((child, place) => {
    if (typeof child === 'string') return child;
    const link =
      child.tag === 'p' ? onlyChild(child.children) : isAlone(root.children, place) && child;
    if (!link || link.tag !== 'a') return child;
    const address = toText(link.attributes.get('href') ?? '');
    const made = embedOf(address);
    const text = toText(link).trim();
    if (!made || (text !== '' && embedOf(text)?.frame !== made.frame)) return child;
    const { origin } = new URL(made.frame);
    if (sites.size === MOST_SITES && !sites.has(origin)) return child;
    sites.add(origin);
    /** @type {[string, string][]} */
    const attributes = [
      ['href', escape(address)],
      ['data-frame', escape(made.frame)],
    ];
    return element('p', [['class', 'embed']], [element('a', attributes, [escape(made.label)])]);
  });
}

/** @param {(Element | string)[]} children @returns {Element | null} */
function onlyChild(children) {
  const shown = children.filter((child) => typeof child !== 'string' || /\S/.test(child));
  return shown.length === 1 && typeof shown[0] !== 'string' ? shown[0] : null;
}

/** @param {(Element | string)[]} siblings @param {number} place @returns {boolean} whether no text stands beside it */
const isAlone = (siblings, place) =>
  [siblings[place - 1], siblings[place + 1]].every(
    (each) =>
      each === undefined || (typeof each === 'string' ? /^\s*$/.test(each) : each.tag !== 'a'),
  );
