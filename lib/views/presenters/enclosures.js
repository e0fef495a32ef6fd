import { unescape } from '../../markup/tree.js';
import { uploadOf } from '../../changes/index/uploads.js';
/** @import { Media } from '../../store/types.js' */

/**
 * @typedef {object} Enclosure  Sound or video of a post, for those who listen to feeds.
 * @property {string} url  absolute
 * @property {string} type  a media type
 * @property {number | null} size  in bytes; null: it is elsewhere, and nobody knows
 *
 * @typedef {Map<string, Pick<Media, 'type' | 'size'>>} Files  uploads by id
 */

/** Of one post. */
const MOST = 20;

/** Types by the ending of a name, where nothing else tells them. */
const TYPES = new Map(
  Object.entries({
    'audio/mpeg': 'mp3',
    'audio/mp4': 'm4a m4b',
    'audio/aac': 'aac',
    'audio/ogg': 'ogg oga opus',
    'audio/flac': 'flac',
    'audio/wav': 'wav',
    'audio/webm': 'weba',
    'video/mp4': 'mp4 m4v',
    'video/webm': 'webm',
    'video/ogg': 'ogv',
    'video/quicktime': 'mov',
  }).flatMap(([type, endings]) => endings.split(' ').map((ending) => [ending, type])),
);

/** Of what plays something, without which nobody can tell what it is. */
const USUAL = { audio: 'audio/mpeg', video: 'video/mp4' };

const TAG = /<(audio|video|source|a)\b([^<>]*)>/g;
const ADDRESS = /(?:^| )(?:src|href)="([^"]*)"/;
const TYPE = /(?:^| )type="((?:audio|video)\/[^"]*)"/;

/**
 * @param {string} html from lib/markup
 * @param {string} baseUrl of the blog, by which texts may name its own files
 * @returns {{ src: string, type: string }[]} what it plays, and the sound and video to which it links, each once; of
 *   several sources of one player the first
 */
export function recordingsIn(html, baseUrl) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** The player whose source comes next. @type {'audio' | 'video' | null} */
  let player = null;
  for (const [, tag, attributes] of html.matchAll(TAG)) {
    if (tag === 'audio' || tag === 'video') player = tag;
    const [, address = ''] = ADDRESS.exec(attributes) ?? [];
    const plays = tag === 'a' ? null : player;
    const src = unescape(address).replace(`${baseUrl}/`, '/');
    const type = TYPE.exec(attributes)?.[1] ?? typeByName(src) ?? (plays ? USUAL[plays] : null);
    if (!src || !type || (tag !== 'a' && !plays)) continue;
    if (plays) player = null;
    if (!found.has(src)) found.set(src, type);
    if (found.size === MOST) break;
  }
  return [...found].map(([src, type]) => ({ src, type }));
}

/**
 * @param {{ src: string, type: string }[]} recordings
 * @param {Files} files
 * @param {string} pageUrl of the post
 * @returns {Enclosure[]} without uploads that are not there
 */
export const presentEnclosures = (recordings, files, pageUrl) =>
  recordings.flatMap(({ src, type }) => {
    const id = uploadOf(src);
    const file = id === null ? { type, size: null } : files.get(id);
    if (!file || !URL.canParse(src, pageUrl)) return [];
    const isKnown = /^(?:audio|video)\//.test(file.type);
    return { url: new URL(src, pageUrl).href, type: isKnown ? file.type : type, size: file.size };
  });

/** @param {string} address @returns {string | undefined} */
function typeByName(address) {
  const [, ending = ''] = /\.(\w{2,4})(?:[?#]|$)/.exec(address) ?? [];
  return TYPES.get(ending.toLowerCase());
}
