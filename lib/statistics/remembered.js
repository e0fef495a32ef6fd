/**
 * Values by name, each of which has a number as well. When there are too many, all are forgotten.
 * @template V
 */
export class Remembered {
  /** By number. @type {V[]} */
  list = [];
  #most;
  #forgotten;
  /** @type {Map<string, number>} */
  #numbers = new Map();

  /** @param {number} most  values @param {() => void} [forgotten]  is called when the numbers do not hold any more */
  constructor(most, forgotten = () => {}) {
    this.#most = most;
    this.#forgotten = forgotten;
  }

  /** @param {string} name @param {(name: string) => V} make  is called for a new one @returns {V} */
  get(name, make) {
    // First the number: it may come with another list.
    const number = this.numberOf(name, make);
    return this.list[number];
  }

  /** @param {string} name @param {(name: string) => V} make  is called for a new one @returns {number} */
  numberOf(name, make) {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.list.length >= this.#most) {
      this.list = [];
      this.#numbers.clear();
      this.#forgotten();
    }
    // A part of a text holds on to the whole of it, here to all that was read.
    const own = Buffer.from(name, 'latin1').toString('latin1');
    const number = this.list.push(make(own)) - 1;
    this.#numbers.set(own, number);
    return number;
  }
}
