/** @import { NetworkSetting } from './settings.js' */

/** Seconds for which an edge believes that it has heard of all. */
const SIGN_WITHIN = 5;

/**
 * What each kind of network reads: how long it may keep an answer, and its tags.
 * @type {Record<NetworkSetting['kind'], { age: (seconds: number) => string[], tags: (tags: string[]) => string[] }>}
 *   flat lists of headers; 0 seconds: not at all
 */
const kinds = {
  varnish: { age: targeted, tags: (tags) => ['xkey', tags.join(' ')] },
  // RFC 9875.
  larder: {
    age: signed,
    tags: (tags) => ['Cache-Groups', tags.map((tag) => `"${tag}"`).join(', ')],
  },
  cloudflare: { age: targeted, tags: (tags) => ['Cache-Tag', tags.join(',')] },
  fastly: { age: surrogate, tags: (tags) => ['Surrogate-Key', tags.join(' ')] },
  // nginx, and Squid.
  urls: {
    age: (seconds) => ['X-Accel-Expires', String(seconds), ...surrogate(seconds)],
    tags: () => [],
  },
};

/** RFC 9213. @param {number} seconds */
function targeted(seconds) {
  return ['CDN-Cache-Control', seconds > 0 ? `max-age=${seconds}` : 'no-store'];
}

/** Nothing is fresh there without a sign of life (see lib/accelerator/etags/state-of.js). @param {number} seconds */
function signed(seconds) {
  const [name, value] = targeted(seconds);
  return [name, seconds > 0 ? `${value}, larder-sign=${SIGN_WITHIN}` : value];
}

/** @param {number} seconds */
function surrogate(seconds) {
  return ['Surrogate-Control', seconds > 0 ? `max-age=${seconds}` : 'no-store'];
}

/**
 * The headers of answers for the networks; browsers take no notice of them.
 * @param {NetworkSetting[]} networks
 * @param {number} maxAge  seconds
 */
export function createNetworkHeaders(networks, maxAge) {
  // Of headers that several read, the first is sent: that of our own edges says most.
  const sorted = networks.toSorted(
    (a, b) => Number(b.kind === 'larder') - Number(a.kind === 'larder'),
  );
  const all = sorted.map(({ kind }) => kinds[kind]);
  /** @param {number} seconds */
  const ages = (seconds) => once(all.flatMap((each) => each.age(seconds)));
  return {
    /** Of what no network may keep. */
    uncached: ages(0),
    /** @param {string[]} tags */
    cached: (tags) => [...ages(maxAge), ...once(all.flatMap((each) => each.tags(tags)))],
  };
}

/** @param {string[]} headers  a flat list @returns {string[]} with one of each name */
const once = (headers) => {
  const names = headers.filter((_, at) => at % 2 === 0);
  return headers.filter((_, at) => names.indexOf(names[at >> 1]) === at >> 1);
};
