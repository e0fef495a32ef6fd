/** @import { LarderError } from '../../base/errors.js' */
/** @import { Addresses } from '../addresses.js' */
/** @import { Writer } from './writer.js' */

/** Records written at once. */
const BATCH = 100;

/** @param {{ addresses: Addresses, writer: Writer }} deps */
export function createRedirectWriter({ addresses, writer }) {
  return { saveRedirects };

  /**
   * Lets addresses of an imported blog lead here. Those of posts are left alone.
   * @param {{ from: string, to: string }[]} redirects from decoded paths to paths of this blog, as in a link, or to ids
   *   of posts
   * @throws {LarderError} `conflict`, `unavailable`
   */
  async function saveRedirects(redirects) {
    const puts = await addresses.redirects(redirects);
    const done = { what: 'redirect.created', about: redirects[0]?.from, count: redirects.length };
    for (let at = 0; at < puts.length; at += BATCH)
      await writer.write(puts.slice(at, at + BATCH), 'here', at === 0 ? done : null);
  }
}
