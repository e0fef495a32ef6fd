import { randomUUID } from 'node:crypto';
import { createLease } from './lease.js';
import { createQueue } from './queue.js';
import { createSender } from './sender.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Network } from '../people/notifications/network.js' */
/** @import { Store } from '../store/types.js' */

/** @typedef {ReturnType<typeof openMail>} OpenMail */

/**
 * All that the blog mails.
 * @param {object} parts
 * @param {{ smtpUrl: string, mailFrom: string }} parts.config
 * @param {Store} parts.store
 * @param {Network} parts.network
 * @param {boolean} parts.mayWork  whether this process may send; others only add
 * @param {Clock} parts.clock
 * @param {Log} parts.log
 */
export function openMail({ config, store, network, mayWork, clock, log }) {
  const { smtpUrl, mailFrom: from } = config;
  const newId = () => randomUUID();
  const lease = createLease({ store, clock, newId });
  const queue = createQueue({
    store,
    from,
    send: (mail) => network.sendMail(smtpUrl, mail),
    onAdded: () => sender?.wake(),
    clock,
    log,
    newId,
  });
  const sender = mayWork ? createSender({ queue, lease, clock, log }) : null;
  return {
    add: queue.add,
    /** Sends what an earlier process left. */
    start: () => sender?.wake(),
    problem: () => sender?.problem ?? '',
    /** When what was added is in the store, and the mail at hand is sent. */
    async close() {
      await queue.written();
      await sender?.close();
    },
  };
}
