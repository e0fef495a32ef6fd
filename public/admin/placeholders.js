/**
 * Puts text into the editor's text where something stands that is waited for, and leaves the author's place, choice and
 * words as they are.
 */
export class Placeholders {
  #text;
  #isComposing = false;

  /** @param {HTMLTextAreaElement} text */
  constructor(text) {
    this.#text = text;
    text.addEventListener('compositionstart', () => (this.#isComposing = true));
    text.addEventListener('compositionend', () => (this.#isComposing = false));
  }

  /**
   * Puts paragraphs where the cursor stands.
   * @param {string[]} paragraphs
   */
  insert(paragraphs) {
    const text = this.#text;
    const { selectionStart: start, selectionEnd: end, value } = text;
    const before = gap(value.slice(0, start).match(/\n{0,2}$/)[0].length, start === 0);
    const after = gap(value.slice(end).match(/^\n*/)[0].length, false);
    const put = before + paragraphs.join('\n\n') + after;
    text.focus();
    // The one way that the browser's own undo takes back.
    if (!document.execCommand('insertText', false, put)) {
      text.setRangeText(put, start, end, 'end');
      this.#tell();
    }
  }

  /**
   * @param {string} present what stands in the text
   * @param {string} next what takes its place
   * @returns {Promise<boolean>} false: it does not stand there any more
   */
  async replace(present, next) {
    while (this.#isComposing)
      await new Promise((resolve) =>
        this.#text.addEventListener('compositionend', () => setTimeout(resolve), { once: true }),
      );
    const place = this.#text.value.indexOf(present);
    if (place < 0) return false;
    if (present === next) return true;
    this.#text.setRangeText(next, place, place + present.length, 'preserve');
    this.#tell();
    return true;
  }

  /** @param {string} present */
  has(present) {
    return this.#text.value.includes(present);
  }

  #tell() {
    this.#text.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** @param {number} breaks that are there @param {boolean} isEdge of the text */
const gap = (breaks, isEdge) => (isEdge ? '' : '\n'.repeat(Math.max(0, 2 - breaks)));
