/**
 * A simulated network and its time. Nothing happens by itself: `run` lets what is due happen, in the order of time.
 * @param {{ random: () => number }} options
 */
export function createNetwork({ random }) {
  let now = Date.parse('2026-11-21T12:00:00Z');
  let count = 0;
  /** @type {{ at: number, number: number, callback: () => unknown }[]} */
  const timers = [];
  /** By sender and receiver. @type {Map<string, Line>} */
  const lines = new Map();
  /** @type {Map<string, (body: Buffer) => Promise<Buffer>>} */
  const servers = new Map();
  const figures = { sent: 0, lost: 0, doubled: 0, late: 0 };

  return { now: () => now, after, run, line, heal, serve, send, figures };

  /** @param {number} ms @param {() => unknown} callback */
  function after(ms, callback) {
    const timer = { at: now + ms, number: count++, callback };
    let place = timers.length;
    while (place > 0 && timers[place - 1].at > timer.at) place--;
    timers.splice(place, 0, timer);
    return () => {
      const at = timers.indexOf(timer);
      if (at >= 0) timers.splice(at, 1);
    };
  }

  /** @param {number} ms */
  async function run(ms) {
    const until = now + ms;
    await settle();
    while (timers.length > 0 && timers[0].at <= until) {
      const [timer] = timers.splice(0, 1);
      now = timer.at;
      timer.callback();
      await settle();
    }
    now = until;
  }

  /** Lets everything go on that was resolved. */
  function settle() {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** @param {string} from @param {string} to @returns {Line} */
  function line(from, to) {
    const name = `${from} ${to}`;
    const found = lines.get(name) ?? newLine();
    lines.set(name, found);
    return found;
  }

  function heal() {
    lines.clear();
  }

  /** @param {string} name @param {((body: Buffer) => Promise<Buffer>) | undefined} receive undefined: its process has ended */
  function serve(name, receive) {
    if (receive) servers.set(name, receive);
    else servers.delete(name);
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {Buffer} body
   * @param {AbortSignal} signal
   * @returns {Promise<Buffer>}
   */
  function send(from, to, body, signal) {
    figures.sent++;
    return new Promise((settle, refuse) => {
      const fail = () => reject(new Error('timed out'));
      const cancel = after(4000, fail);
      const end = () => {
        cancel();
        signal.removeEventListener('abort', fail);
      };
      const resolve = (/** @type {Buffer} */ answer) => (end(), settle(answer));
      const reject = (/** @type {Error} */ error) => (end(), refuse(error));
      signal.addEventListener('abort', fail);
      const { isCut, isSlow, doubles } = line(from, to);
      if (isCut && random() < 0.5) return reject(new Error('refused'));
      after(delayOf(isSlow), () => void deliver());
      if (random() < doubles) {
        figures.doubled++;
        // Long after its sender has gone on.
        after(
          random() * 30_000,
          () =>
            void servers
              .get(to)?.(body)
              .catch(() => {}),
        );
      }

      async function deliver() {
        if (line(from, to).isCut) return void figures.lost++;
        const receive = servers.get(to);
        if (!receive) return reject(new Error('refused'));
        const answer = await receive(body).catch(reject);
        if (!answer) return;
        after(delayOf(line(to, from).isSlow), () => {
          if (line(to, from).isCut) return void figures.lost++;
          resolve(answer);
        });
      }
    });
  }

  /** @param {boolean} isSlow */
  function delayOf(isSlow) {
    if (!isSlow) return 1 + Math.floor(random() * 4);
    figures.late++;
    return Math.floor(random() * 6000);
  }
}

/** @typedef {{ isCut: boolean, isSlow: boolean, doubles: number }} Line  `doubles`: the share of messages that arrive twice */

/** @returns {Line} */
const newLine = () => ({ isCut: false, isSlow: false, doubles: 0 });
