import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { steady } from '../../base/clock.js';
import { messageOf } from '../../base/errors.js';
import { Link } from './link.js';
import { decodeAnswer, decodeMessage, encodeMessage, LARGEST_PUT } from './message.js';
import { createSend } from './send.js';
import { Trust } from '../writes/trust.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { AcceleratorConfig } from '../config.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { VersionedWrite } from '../types.js' */
/** @import { ReportedEtags } from '../writes/reported-etags.js' */
/** @import { Versions } from '../writes/versions.js' */
/** @import { Writes } from '../writes/writes.js' */
/** @import { PeerAnswer, Message } from './message.js' */

/**
 * @typedef {object} Transport
 * @property {(url: string, body: Buffer, signal: AbortSignal) => Promise<Buffer>} send  to a peer; rejects unless it
 *   answers 200
 * @property {() => Promise<void>} close
 *
 * @typedef {{ next: number, heard: number }} Sender  `next`: the number of the write that has to come; `heard`: when it
 *   last had no other
 */

/** Milliseconds after which a peer that is not heard of may have taken writes that this node lacks. */
export const SILENCE = 5000;
/** Milliseconds for which the writes of a message may hold the process at a time. */
const SLICE = 10;
/** Senders that are known: each start of a node makes another one. */
const SENDERS = 100;

/** @typedef {ReturnType<typeof createPeers>} Peers */

/**
 * The other nodes of a full mesh: passes on what this node takes, and takes in what they take.
 * @param {object} deps
 * @param {string[]} deps.urls  of the peers; this node's own may be among them
 * @param {Transport} deps.transport
 * @param {Writes} deps.writes
 * @param {Trust} deps.trust
 * @param {Versions} deps.versions  `node` is this sender's epoch
 * @param {Clock} deps.clock
 * @param {() => number} deps.random  from 0 to 1
 * @param {Log} deps.log
 * @param {number} [deps.maxWrites]  that are queued for each peer
 */
export function createPeers({
  urls,
  transport,
  writes,
  trust,
  versions,
  clock,
  random,
  log,
  maxWrites,
}) {
  /** By epoch. @type {LRUCache<string, Sender>} */
  const senders = new LRUCache({ max: SENDERS });
  const now = steady(clock);
  /** @type {Link[]} */
  const links = urls.map((url) => {
    const name = new URL(url).host;
    const send = async (
      /** @type {Omit<Message, 'epoch' | 'version'>} */ message,
      /** @type {AbortSignal} */ signal,
    ) => {
      const bytes = encodeMessage({ ...sign(), ...message });
      const answer = decodeAnswer(await transport.send(url, bytes, signal));
      versions.see(answer.version);
      if (answer.epoch === versions.node) closeOwn(link);
      return answer;
    };
    const link = new Link({ name, send, maxWrites, clock, random, log });
    return link;
  });
  return { start, receive, status, stop };

  function start() {
    writes.doubt();
    writes.onPerformed((write) => passOn(write));
    for (const link of links) void link.run();
  }

  /**
   * @param {Buffer} body  of a peer's request
   * @returns {Promise<PeerAnswer>}
   * @throws {LarderError} `badRequest`, `invalid`, `conflict` (its clock)
   */
  async function receive(body) {
    const message = decodeMessage(body);
    const { epoch } = message;
    try {
      versions.see(message.version);
      if (epoch !== versions.node) await take(message);
    } catch (error) {
      log.warn({ peer: nameOf(epoch), reason: messageOf(error) }, 'A peer is refused');
      throw error;
    }
    return { ...sign(), time: now() };
  }

  /** For /.cache/status. */
  function status() {
    return others().map((link) => link.status());
  }

  /** Waits a second at most until the peers have what is queued, and ends the links. */
  async function stop() {
    await Promise.all(links.map((link) => link.finish()));
    for (const link of links) link.close();
    trust.stop();
    await transport.close();
  }

  /** Takes each write once, whatever is doubled on the way. @param {Message} message */
  async function take({ epoch, first, echo, writes: theirs }) {
    const sender = senderOf(epoch, first);
    let since = now();
    for (const [i, write] of theirs.entries()) {
      if (first + i !== sender.next) continue;
      // One that is silent may remove it, and would not be heard.
      writes.apply(trust.isLapsed ? asRemoval(write) : write);
      sender.next++;
      if (now() - since < SLICE) continue;
      await setImmediate();
      since = now();
    }
    if (echo === undefined || sender.next < first + theirs.length) return;
    sender.heard = Math.max(sender.heard, echo);
    extend();
  }

  /** @param {Link} link  to this node itself */
  function closeOwn(link) {
    log.info({ peer: link.name }, 'This peer is this node itself');
    link.close();
    extend();
  }

  function extend() {
    const all = others().map(({ peer }) => senders.peek(peer)?.heard ?? -Infinity);
    trust.extend(Math.min(...all) + SILENCE - now());
  }

  /** @param {string} epoch @param {number} first  of the writes that it sends @returns {Sender} */
  function senderOf(epoch, first) {
    const known = senders.get(epoch);
    if (known && first <= known.next) return known;
    const sender = { next: first, heard: -Infinity };
    senders.set(epoch, sender);
    trust.doubt(`${nameOf(epoch)} ${known ? 'has dropped writes' : 'is new here'}`);
    return sender;
  }

  /** @param {VersionedWrite} write */
  async function passOn(write) {
    const passed = isTooLarge(write) ? asRemoval(write) : write;
    await Promise.all(links.map((link) => link.pass(passed)));
  }

  function sign() {
    return { epoch: versions.node, version: versions.next() };
  }

  /** The links but the one to this node itself, once that is known. */
  function others() {
    return links.filter(({ isClosed }) => !isClosed);
  }

  /** @param {string} epoch */
  function nameOf(epoch) {
    return links.find(({ peer }) => peer === epoch)?.name ?? epoch;
  }
}

/** @param {VersionedWrite} write @returns {VersionedWrite} who cannot have what is put must not keep an older one */
const asRemoval = (write) =>
  write.type === 'put' ? { type: 'remove', key: write.entry.key, version: write.version } : write;

/** @param {VersionedWrite} write */
const isTooLarge = (write) =>
  write.type === 'put' && write.entry.variants[0].body.length > LARGEST_PUT;

/**
 * @param {AcceleratorConfig} config
 * @param {{ writes: Writes, reported: ReportedEtags, versions: Versions, clock: Clock, random: () => number, log: Log
 *   }} deps
 * @returns {Peers | undefined} undefined without PEERS; else not yet started
 */
export function openPeers({ peers: urls, cacheToken: token }, deps) {
  if (urls.length === 0) return undefined;
  return createPeers({ urls, transport: createSend({ token }), trust: new Trust(deps), ...deps });
}
