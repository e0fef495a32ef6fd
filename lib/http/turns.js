/**
 * Connections whose turn comes again in one turn of the event loop, which accepts one new connection. A request that
 * node:http reads costs as much as all of these.
 */
const TURNS_AT_ONCE = 4;

/** Has connections go on in turn. */
export function createTurns() {
  /** What goes on, and how many turns it counts for. @type {{ goOn: () => void, cost: number }[]} */
  const waiting = [];
  return {
    waiting,
    /** @param {() => void} goOn */
    take: (goOn) => add(goOn, 1),
    /** @param {() => void} goOn */
    takeWhole: (goOn) => add(goOn, TURNS_AT_ONCE),
  };

  /** @param {() => void} goOn @param {number} cost */
  function add(goOn, cost) {
    if (waiting.push({ goOn, cost }) === 1) setImmediate(resumeSome);
  }

  function resumeSome() {
    let [taken, spent] = [0, 0];
    for (; taken < waiting.length && spent < TURNS_AT_ONCE; taken++) {
      spent += waiting[taken].cost;
      waiting[taken].goOn();
    }
    waiting.splice(0, taken);
    if (waiting.length > 0) setImmediate(resumeSome);
  }
}
