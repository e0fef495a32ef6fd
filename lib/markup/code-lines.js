import { BLOCKS, PARENTS, VOID_ELEMENTS, WRAPPERS } from './elements.js';
/** @import { Token } from './tree.js' */

/** They are beside each other in a line. */
const CELL = /^t[dh]$/;

/**
 * Blocks inside of `pre` are its lines, as highlighters write them and browsers show them.
 * @param {Iterable<Token>} tokens of a sanitised text
 * @returns {Iterable<Token>} the same, with line breaks in the places of such blocks
 */
export function* codeLines(tokens) {
  /** @type {Lines | null} */
  let lines = null;
  for (const token of tokens) {
    if (lines) yield* lines.read(token);
    else yield token;
    if (!lines && token.open === 'pre') lines = new Lines();
    else if (lines?.isClosed) lines = null;
  }
}

/** The content of a `pre`. */
class Lines {
  /** `at`: what was written before it. @type {{ tag: string, at: number }[]} */
  #open = [{ tag: 'pre', at: 0 }];
  #written = 0;
  /** Nothing is in the line so far. */
  #isFresh = true;
  /** A block ended the line. */
  #isOver = false;
  isClosed = false;

  /** @param {Token} token @returns {Token[]} */
  read(token) {
    const { open: tag = '', text } = token;
    if (token.close !== undefined) return this.#close(token);
    if (text !== undefined) return this.#text(token, text);
    if (isPart(tag)) return this.#part(tag);
    const before = this.#isOver ? this.#newLine() : [];
    if (VOID_ELEMENTS.has(tag)) return [...before, this.#put(token, tag === 'br')];
    this.#open.push({ tag, at: this.#written });
    return [...before, token];
  }

  /** @param {string} tag @returns {Token[]} */
  #part(tag) {
    const isBeside = CELL.test(tag) && !this.#isOver;
    const before = !isBeside ? this.#newLine() : this.#isFresh ? [] : [this.#put(TAB, false)];
    if (!VOID_ELEMENTS.has(tag)) this.#open.push({ tag, at: this.#written });
    return before;
  }

  /** @param {Token} token @returns {Token[]} */
  #close(token) {
    const last = this.#open.at(-1);
    if (!last || last.tag !== token.close) return [];
    this.#open.pop();
    this.isClosed = this.#open.length === 0;
    if (this.isClosed || !isPart(last.tag)) return [token];
    if (CELL.test(last.tag)) return [];
    if (last.at === this.#written && !WRAPPERS.has(last.tag)) return [this.#put(BREAK, true)];
    this.#isOver = !this.#isFresh;
    return [];
  }

  /** @param {Token} token @param {string} text @returns {Token[]} */
  #text(token, text) {
    const isBetween = WRAPPERS.has(this.#open.at(-1)?.tag ?? '');
    if (isBetween && !text.trim()) return [];
    const before = this.#isOver && !text.startsWith('\n') ? this.#newLine() : [];
    this.#isOver = false;
    return [...before, this.#put(token, text.endsWith('\n'))];
  }

  /** @returns {Token[]} */
  #newLine() {
    this.#isOver = false;
    return this.#isFresh ? [] : [this.#put(BREAK, true)];
  }

  /** @param {Token} token @param {boolean} isFresh */
  #put(token, isFresh) {
    this.#written += 1;
    this.#isFresh = isFresh;
    return token;
  }
}

const BREAK = { text: '\n' };
const TAB = { text: '\t' };

/** @param {string} tag */
const isPart = (tag) => BLOCKS.has(tag) || PARENTS.has(tag);
