import { isIP } from 'node:net';

/**
 * @typedef {object} PasskeySite  What passkeys are bound to.
 * @property {string} id  the name of the site (Web Authentication: the RP ID)
 * @property {string} origin  of its pages
 */

/**
 * @param {string} baseUrl
 * @returns {PasskeySite | null} null: browsers make no passkeys for an IP address, or for a site without HTTPS but
 *   `localhost`
 * @see https://www.w3.org/TR/webauthn-3/#relying-party-identifier
 */
export function passkeySiteOf(baseUrl) {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (!isLocal && (protocol !== 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')))) return null;
  return { id: hostname, origin };
}
