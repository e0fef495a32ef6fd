import { Peers } from './peers.js';
import { createSend } from './send.js';
import { StateFile } from './state-file.js';
/** @import { Clock } from '../../clock.js' */
/** @import { Config } from '../../config.js' */
/** @import { Log } from '../../log.js' */
/** @import { ToldEtags } from '../writes/told-etags.js' */
/** @import { Writes } from '../writes/writes.js' */
/** @import { HybridClock } from '../writes/hybrid-clock.js' */

/**
 * @param {Config} config
 * @param {{ writes: Writes, told: ToldEtags, hybridClock: HybridClock, folder: string, clock: Clock, random: () => number, log: Log }} deps
 *   `folder`: of the tier on disk; '' without one
 * @returns {Peers | undefined} undefined without PEERS; else not yet started
 */
export function openPeers(config, deps) {
  const { peers: urls, cacheToken: token } = config;
  if (urls.length === 0) return undefined;
  const stateFile = new StateFile(deps);
  return new Peers({ urls, transport: createSend({ token }), stateFile, ...deps });
}
