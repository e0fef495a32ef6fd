import { readBody } from '../../http/read-body.js';
import { LARGEST_MESSAGE } from './message.js';
import { PEERS_PATH } from './send.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Resource } from '../control/control.js' */
/** @import { Peers } from './peers.js' */

/**
 * Where peers send their writes.
 * @param {{ peers: Peers, clock: Clock }} deps
 * @returns {Record<string, Resource>}
 */
export const createPeersEndpoint = ({ peers, clock }) => ({
  [PEERS_PATH]: {
    methods: {
      async POST(request, response) {
        const body = await readBody(request, response, { limit: LARGEST_MESSAGE, clock });
        return { json: await peers.receive(body) };
      },
    },
  },
});
