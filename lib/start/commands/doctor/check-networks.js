import { messageOf } from '../../../base/errors.js';
import { explain } from '../../../networks/purger.js';
import { tokenOf } from '../../../networks/settings.js';
import { askServer, createTransport, programs } from '../../../networks/transports.js';
/** @import { Ask } from '../../../networks/transports.js' */
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Config } from '../../config.js' */

/** What no page is known by. */
const NOTHING = '-----';

/**
 * Whether the networks in front can be told of changes: each is told to forget what it has not.
 * @param {Pick<Config, 'cdn' | 'cdnToken' | 'baseUrl'>} config
 * @param {Ask} [ask]
 * @returns {Promise<Problem[]>}
 */
export async function checkNetworks({ cdn, cdnToken, baseUrl }, ask = askServer) {
  const problems = cdn.map(async (network, place) => {
    const token = tokenOf(cdnToken, place);
    const host = new URL(baseUrl).host;
    const { purge } = createTransport(network, { token, host, allPaths: () => [], ask });
    const { kind, name, target } = network;
    try {
      const reply = await purge([kind === 'urls' ? `/${NOTHING}` : NOTHING]);
      const why = explain(reply);
      if (why)
        return {
          what: `${name} cannot be told of changes. ${why}`,
          todo: 'See “Networks in front” in docs/running.md',
        };
      return kind === 'cloudflare' ? await checkCacheRule(target, token, ask) : null;
    } catch (error) {
      return {
        what: `${name} cannot be reached: ${messageOf(error)}`,
        todo: 'Check CDN, and that the network runs and lets this machine in',
      };
    }
  });
  return (await Promise.all(problems)).filter((each) => each !== null);
}

/**
 * Without such a rule, Cloudflare keeps no HTML.
 * @param {string} zone
 * @param {string} token
 * @param {Ask} ask
 * @returns {Promise<Problem | null>}
 */
async function checkCacheRule(zone, token, ask) {
  const phase = 'rulesets/phases/http_request_cache_settings/entrypoint';
  const { status, text } = await ask(`${programs.cloudflare}/zones/${zone}/${phase}`, {
    method: 'GET',
    headers: { Authorization: `Bearer ${token}` },
  });
  if (status === 403)
    return {
      what: 'The token may not read the Cache Rules of Cloudflare',
      todo: 'Give it “Cache Rules: Read” too, or see for yourself that a rule makes the blog eligible for cache',
    };
  if (/"cache"\s*:\s*true/.test(text)) return null;
  return {
    what: 'Cloudflare has no Cache Rule, so it keeps no pages',
    todo: 'Make a Cache Rule for the blog’s host name: Eligible for cache, with the Edge TTL of the cache-control header',
  };
}
