import { deadline } from './deadline.js';
/** @import { Socket } from 'node:net' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Member } from './pool.js' */

/** Milliseconds after which a worker hangs that has not taken a connection. */
const TAKEN_WITHIN = 5000;

/**
 * Gives each connection to one of the workers, in turn. A worker has one at a time on its way to it: if it ends before
 * it has read from it, another gets it.
 */
export class Connections {
  #clock;
  /** In the order in which they get the next one. @type {Set<Member>} */
  #serving = new Set();
  /** On their way. @type {Map<Member, { socket: Socket, cancel: () => void }>} */
  #input = new Map();
  /** Oldest first. @type {Socket[]} */
  #waiting = [];

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#clock = clock;
  }

  /** @param {Socket} socket  accepted, and not read from */
  add(socket) {
    // Until it is given away, only its loss is of interest.
    socket.on('error', () => {});
    this.#waiting.push(socket);
    this.#give();
  }

  /** From now on the worker gets connections. @param {Member} member */
  begin(member) {
    this.#serving.add(member);
    this.#give();
  }

  /** It gets no more. @param {Member} member */
  end(member) {
    this.#serving.delete(member);
  }

  /** The worker has its connection. @param {Member} member */
  taken(member) {
    const input = this.#input.get(member);
    this.#input.delete(member);
    input?.cancel();
    // The worker has a descriptor of its own.
    input?.socket.destroy();
    this.#give();
  }

  /** The process has ended. @param {Member} member */
  ended(member) {
    this.end(member);
    const input = this.#input.get(member);
    this.#input.delete(member);
    input?.cancel();
    if (input) this.#waiting.unshift(input.socket);
    this.#give();
  }

  /** Resolves when none is left to be given away, or nobody takes any. */
  async input() {
    while (this.#waiting.length + this.#input.size > 0 && this.#serving.size > 0)
      await new Promise((resolve) => this.#clock.after(1, () => resolve(undefined)));
  }

  #give() {
    while (this.#waiting.length > 0) {
      const member = [...this.#serving].find((each) => !this.#input.has(each));
      if (!member) return;
      const [socket] = this.#waiting.splice(0, 1);
      if (socket.destroyed) continue;
      this.#serving.delete(member);
      this.#serving.add(member);
      const cancel = deadline(this.#clock, TAKEN_WITHIN, member.giveUp);
      this.#input.set(member, { socket, cancel });
      member.give(socket);
    }
  }
}
