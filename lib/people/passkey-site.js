import { isIP } from 'node:net';
/** @import { Store } from '../store/types.js' */

/**
 * @typedef {object} PasskeySite  What passkeys are bound to.
 * @property {string} id  the name of the site (Web Authentication: the RP ID)
 * @property {string} origin  of its pages
 */

const LOOPBACK = /^(?:127\.[\d.]+|\[::1\])$/;

/**
 * @param {string} baseUrl
 * @returns {PasskeySite | null} null: browsers make no passkeys for an IP address, or for a site without HTTPS but
 *   `localhost`
 * @see https://www.w3.org/TR/webauthn-3/#relying-party-identifier
 */
export function passkeySiteOf(baseUrl) {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isLocal) return { id: hostname, origin };
  // They do not work there, but at this machine’s other name.
  if (LOOPBACK.test(hostname)) return { id: 'localhost', origin: `http://localhost:${port}` };
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return protocol !== 'https:' || isAddress ? null : { id: hostname, origin };
}

/**
 * @param {Store} store
 * @param {string} baseUrl  '' for an address of this machine
 * @returns {Promise<string[]>} a sentence for each account whose passkeys are of another site
 */
export async function passkeysElsewhere(store, baseUrl) {
  const site = passkeySiteOf(baseUrl || 'http://localhost')?.id;
  const sentences = [];
  for await (const { id, passkeys = [] } of store.all('user')) {
    const others = new Set(passkeys.map((/** @type {{ site: string }} */ each) => each.site));
    others.delete(site);
    if (others.size > 0)
      sentences.push(
        `Passkeys of ${id} are for ${[...others].join(' and ')}: they do not work at ${site ?? baseUrl}`,
      );
  }
  return sentences;
}
