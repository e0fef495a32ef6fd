/** Collects the parts of a file that are kept. The result is never larger than the file. */
export class ByteBuilder {
  #from;
  #to;
  #length = 0;

  /** @param {Buffer} bytes of the whole file */
  constructor(bytes) {
    this.#from = bytes;
    this.#to = Buffer.allocUnsafeSlow(bytes.length);
  }

  /** @param {number} start @param {number} end not included @returns {number} the new offset of the part */
  keep(start, end) {
    const place = this.#length;
    this.#length += this.#from.copy(this.#to, place, start, end);
    return place;
  }

  /** @param {Buffer} part replaces at least as many bytes @returns {number} its new offset */
  put(part) {
    const place = this.#length;
    this.#length += part.copy(this.#to, place);
    return place;
  }

  /** @returns {Buffer} */
  done() {
    const isWhole = this.#length === this.#from.length;
    // A copy, so that the unused rest does not stay in memory.
    return isWhole ? this.#to : Buffer.from(this.#to.subarray(0, this.#length));
  }
}
