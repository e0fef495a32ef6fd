/** Collects the parts of a file that are kept. The result is never larger than the file. */
export class ByteBuilder {
  #from;
  #to;
  #length = 0;
  /** What is to be copied next: parts in a row are one. */
  #row = { start: 0, end: 0 };

  /** @param {Buffer} bytes of the whole file */
  constructor(bytes) {
    this.#from = bytes;
    this.#to = Buffer.allocUnsafeSlow(bytes.length);
  }

  /** @param {number} start @param {number} end not included @returns {number} the new offset of the part */
  keep(start, end) {
    if (start !== this.#row.end) {
      this.#copyRow();
      this.#row = { start, end: start };
    }
    const last = Math.max(start, Math.min(end, this.#from.length));
    const place = this.#length + start - this.#row.start;
    this.#row.end = last;
    return place;
  }

  #copyRow() {
    const { start, end } = this.#row;
    this.#length += this.#from.copy(this.#to, this.#length, start, end);
    this.#row = { start: end, end };
  }

  /** @param {Buffer} part replaces at least as many bytes @returns {number} its new offset */
  put(part) {
    this.#copyRow();
    const place = this.#length;
    this.#length += part.copy(this.#to, place);
    return place;
  }

  /** @returns {Buffer} */
  done() {
    this.#copyRow();
    const isWhole = this.#length === this.#from.length;
    // A copy, so that the unused rest does not stay in memory.
    return isWhole ? this.#to : Buffer.from(this.#to.subarray(0, this.#length));
  }
}
