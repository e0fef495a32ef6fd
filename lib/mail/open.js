import { randomUUID } from 'node:crypto';
import { createBounces } from './bounces.js';
import { createDelivery } from './deliver.js';
import { createDigests } from './digests.js';
import { createLease } from './lease.js';
import { readMailbox } from './mailbox.js';
import { createMailings } from './mailings.js';
import { createQueue } from './queue.js';
import { createSender } from './sender.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Network, Outgoing } from '../people/notifications/network.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Composing } from './compose.js' */
/** @import { Compose } from './deliver.js' */
/** @import { ReadMailbox } from './mailbox.js' */
/** @import { Register } from './register.js' */
/** @import { Subscribers } from './subscribers.js' */

/** @typedef {ReturnType<typeof openMail>} OpenMail */

/**
 * All that the blog mails.
 * @param {object} parts
 * @param {{ smtpUrl: string, mailFrom: string, mailPerHour: number, bounceImapUrl?: string }} parts.config
 * @param {Store} parts.store
 * @param {Pick<BlogIndex, 'post' | 'posts' | 'isPublic' | 'settings'>} parts.index
 * @param {Subscribers} parts.subscribers
 * @param {Compose} parts.compose
 * @param {Composing['sample']} [parts.sample]
 * @param {Pick<Register, 'report'>} [parts.register]  counts what is reported
 * @param {ReadMailbox} [parts.readMailbox]
 * @param {Network} parts.network
 * @param {() => Promise<boolean>} parts.leads  whether this process may send now; others only add
 * @param {Clock} parts.clock
 * @param {Log} parts.log
 */
export function openMail(parts) {
  const { config, store, index, subscribers, compose, network, leads, clock, log } = parts;
  const { smtpUrl, mailFrom: from, mailPerHour: perHour, bounceImapUrl: url } = config;
  const { register, readMailbox: read = readMailbox } = parts;
  const newId = () => randomUUID();
  /** @param {Outgoing} mail */
  const send = (mail) => network.sendMail(smtpUrl, mail);
  const shared = { store, index, subscribers, from, send, leads, clock, log, newId };
  const lease = createLease(shared);
  const queue = createQueue({ ...shared, onAdded: () => sender.wake() });
  const mailings = createMailings({ ...shared, onChanged: wake });
  const delivery = createDelivery({ ...shared, mailings, compose, lease });
  const digests = createDigests({ ...shared, lease });
  const sender = createSender({ ...shared, queue, delivery, digests, perHour, lease });
  const ofReports = createLease({ ...shared, id: 'bounces' });
  const bounces =
    url && register ? createBounces({ ...shared, url, read, register, lease: ofReports }) : null;
  function wake() {
    delivery.wake();
    sender.wake();
  }
  return {
    add: queue.add,
    mailings,
    digests,
    /** Of what is under way, for everybody. */
    progress: delivery.progress,
    sample: parts.sample ?? (async () => null),
    /** Sends what an earlier process left, or was ordered. */
    start: wake,
    problem: () => sender.problem,
    /** @returns {string} why reports cannot be read, or '' */
    bounceProblem: () => bounces?.problem ?? '',
    /** When what was added is in the store, and the mail at hand is sent. */
    async close() {
      await queue.written();
      await Promise.all([sender.close(), bounces?.close()]);
    },
  };
}
