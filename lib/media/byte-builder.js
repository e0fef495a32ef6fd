/** Gathers the parts of a file that are kept. It never becomes larger than the file. */
export class ByteBuilder {
  #from;
  #to;
  #length = 0;

  /** @param {Buffer} bytes of the whole file */
  constructor(bytes) {
    this.#from = bytes;
    this.#to = Buffer.allocUnsafeSlow(bytes.length);
  }

  /** @param {number} start @param {number} end not included @returns {number} where the part stands now */
  keep(start, end) {
    const place = this.#length;
    this.#length += this.#from.copy(this.#to, place, start, end);
    return place;
  }

  /** @param {Buffer} part that stands in the place of at least as many bytes @returns {number} where it stands now */
  put(part) {
    const place = this.#length;
    this.#length += part.copy(this.#to, place);
    return place;
  }

  /** @returns {Buffer} */
  done() {
    const isWhole = this.#length === this.#from.length;
    // What is kept for long shall not hold the memory of what is not.
    return isWhole ? this.#to : Buffer.from(this.#to.subarray(0, this.#length));
  }
}
