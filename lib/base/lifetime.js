/**
 * What was opened, and has to be closed: in reverse order, each part once. A start that fails halfway closes what it
 * had opened.
 * @template [How=void]  what each part is told about the end
 */
export class Lifetime {
  /** @type {((how: How) => unknown)[]} */
  #closers = [];
  /** @type {Promise<void> | undefined} */
  #closing;

  /**
   * @template T
   * @param {T} part
   * @param {(part: T, how: How) => unknown} close
   * @returns {T}
   */
  add(part, close) {
    this.#closers.push((how) => close(part, how));
    return part;
  }

  /**
   * @param {How} how
   * @returns {Promise<void>} rejects with the first error of a part, after the others were closed too
   */
  close(how) {
    return (this.#closing ??= this.#closeAll(how));
  }

  /** @param {How} how */
  async #closeAll(how) {
    /** @type {unknown[]} */
    const errors = [];
    for (const close of this.#closers.reverse())
      try {
        const ending = close(how);
        // What ends at once does not put off the next.
        if (ending !== undefined) await ending;
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
}
