/**
 * Loaded before a server (`node --import`), in which time then passes FAST_TIME times faster from FAST_FROM on, so that
 * pauses of minutes are seconds.
 */
import { Socket } from 'node:net';

const times = Number(process.env.FAST_TIME);
const from = Number(process.env.FAST_FROM);
const { now } = Date;
Date.now = () => Math.round(from + (now() - from) * times);

const { setTimeout: after } = globalThis;
const faster = (/** @type {() => void} */ act, ms = 0, /** @type {unknown[]} */ ...more) =>
  after(act, ms / times, ...more);
globalThis.setTimeout = Object.assign(faster, after);

const { setTimeout: idle } = Socket.prototype;
Socket.prototype.setTimeout = function setTimeout(ms, ...more) {
  return idle.call(this, ms / times, ...more);
};
