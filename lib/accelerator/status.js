import { add } from '../base/add.js';
import { describeCertificate } from '../base/describe-certificate.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Resource } from './control/control.js' */
/** @import { EtagSource } from './etags/etag-source.js' */
/** @import { Origin } from './proxy/origin.js' */
/** @import { Peers } from './peers/peers.js' */
/** @import { Proxy } from './proxy/proxy.js' */
/** @import { Upgrades } from './proxy/upgrades.js' */
/** @import { Workers } from './shared/between-workers.js' */
/** @import { Shared } from './shared/shared.js' */
/** @import { ResponseStore } from './store/response-store.js' */
/** @import { ReportedEtags } from './writes/reported-etags.js' */

/**
 * `/.cache/status` and `/.cache/healthz`.
 * @param {{ store: ResponseStore, reported: ReportedEtags, source?: EtagSource, origin?: Origin, proxy?: Proxy,
 *   upgrades?: Upgrades, peers?: Peers, shared?: Shared, workers?: Workers, clock: Clock,
 *   certificate?: () => ({ until: number | null, problem: string } | undefined) }} parts
 * @returns {Record<string, Resource>}
 */
export function createStatus(parts) {
  const { store, reported, source, origin, proxy, upgrades, peers, shared, workers } = parts;
  const { certificate, clock } = parts;
  const startedAt = clock.now();
  workers?.offer({ figures });
  return {
    '/.cache/status': { methods: { GET: async () => ({ json: await status() }) } },
    '/.cache/healthz': { isOpen: true, methods: { GET: () => ({ json: { status: 'ok' } }) } },
  };

  async function status() {
    const all = workers ? sumUp(await workers.ask('figures')) : figures();
    return { ...all, ...describeCertificate(certificate?.()) };
  }

  /** @returns {Figures} */
  function figures() {
    return {
      uptimeSeconds: Math.floor((clock.now() - startedAt) / 1000),
      requests: proxy?.counters ?? {},
      fastPath: { hits: proxy?.fastHits ?? 0 },
      cache: { ...store.statistics(), ...(proxy ? { tooLarge: proxy.tooLarge } : {}) },
      toldEtags: reported.size,
      ...(source ? { etagSource: source.statistics() } : {}),
      ...(origin ? { origin: { ...origin.statistics(), upgraded: upgrades?.size } } : {}),
      ...(peers ? { peers: peers.status() } : {}),
      ...(shared ? { shared: shared.status() } : {}),
    };
  }
}

/**
 * @typedef {{ uptimeSeconds: number, toldEtags: number, shared?: SharedFigures } & Record<string, unknown>} Figures
 * @typedef {ReturnType<Shared['status']>} SharedFigures
 * @typedef {{ worker?: number, value: Figures }} Answer
 */

/**
 * @param {Answer[]} answers
 * @returns {object} the sum, the highest of what all say of the same, and each
 */
function sumUp(answers) {
  const all = answers.map(({ value }) => value);
  const sum = all.reduce(add);
  const highest = (/** @type {(figures: Figures) => number} */ of) => Math.max(...all.map(of));
  return {
    ...sum,
    uptimeSeconds: highest(({ uptimeSeconds }) => uptimeSeconds),
    toldEtags: highest(({ toldEtags }) => toldEtags),
    ...(sum.shared && {
      shared: { ...sum.shared, writes: highest(({ shared }) => shared?.writes ?? 0) },
    }),
    workers: answers.map(({ worker, value }) => ({ worker, ...value })),
  };
}
