/** @import { Clock } from '../clock.js' */
/** @import { Resource } from './control/control.js' */
/** @import { EtagSource } from './etags/etag-source.js' */
/** @import { Origin } from './proxy/origin.js' */
/** @import { Peers } from './peers/peers.js' */
/** @import { Proxy } from './proxy/proxy.js' */
/** @import { Upgrades } from './proxy/upgrades.js' */
/** @import { Shared } from './shared/shared.js' */
/** @import { ResponseStore } from './store/response-store.js' */
/** @import { ToldEtags } from './writes/told-etags.js' */

/**
 * `/.cache/status` and `/.cache/healthz`.
 * @param {{ store: ResponseStore, told: ToldEtags, source?: EtagSource, origin?: Origin, proxy?: Proxy, upgrades?: Upgrades,
 *   peers?: Peers, shared?: Shared, clock: Clock }} parts
 * @returns {Record<string, Resource>}
 */
export function createStatus(parts) {
  const { store, told, source, origin, proxy, upgrades, peers, shared, clock } = parts;
  const startedAt = clock.now();
  return {
    '/.cache/status': { methods: { GET: () => ({ json: figures() }) } },
    '/.cache/healthz': { isOpen: true, methods: { GET: () => ({ json: { status: 'ok' } }) } },
  };

  function figures() {
    return {
      uptimeSeconds: Math.floor((clock.now() - startedAt) / 1000),
      requests: proxy?.counters ?? {},
      fastPath: { hits: proxy?.fastHits ?? 0 },
      cache: { ...store.statistics(), ...(proxy ? { tooLarge: proxy.tooLarge } : {}) },
      toldEtags: told.size,
      ...(source ? { etagSource: source.statistics() } : {}),
      ...(origin ? { origin: { ...origin.statistics(), upgraded: upgrades?.size } } : {}),
      ...(peers ? { peers: peers.status() } : {}),
      ...(shared ? { shared: shared.status() } : {}),
    };
  }
}
