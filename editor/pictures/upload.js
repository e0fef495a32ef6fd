import { send } from '../../public/admin/send.js';
import { shrink } from '../../public/admin/shrink.js';
import { word } from '../../public/admin/words.js';

/** Pixels of the small picture beside each upload. */
const THUMBNAIL = 96;

/**
 * @typedef {{ url: string, name: string, alt: string, type: string, markdown: string, note?: string }} Kept  What the
 *   server says of a file.
 */

/** One file on its way into the text: what is shown of it, and what can be done about it. */
export class Upload {
  #file;
  #say;
  #parts;
  #ending = new AbortController();
  /** @type {Kept | null} once it has arrived */
  kept = null;
  hasFailed = false;

  /**
   * @param {File} file
   * @param {HTMLTemplateElement} template of its row
   * @param {{ say: (sentence: string) => void, again: () => void, remove: () => void }} means
   */
  constructor(file, template, { say, again, remove }) {
    this.#file = file;
    this.#say = say;
    const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    const part = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (row.querySelector(`[data-${name}]`));
    this.#parts = {
      row,
      thumbnail: /** @type {HTMLCanvasElement} */ (part('thumbnail')),
      bar: /** @type {HTMLProgressElement} */ (part('bar')),
      state: part('state'),
      again: part('again'),
    };
    part('name').textContent = file.name;
    for (const [name, act] of Object.entries({ again, close: remove })) {
      const text = `: ${file.name}`;
      part(name).append(
        Object.assign(document.createElement('span'), { className: 'hidden', textContent: text }),
      );
      part(name).addEventListener('click', act);
    }
  }

  get row() {
    return this.#parts.row;
  }

  /** @returns {Promise<void>} when it has arrived, or failed */
  async run() {
    const { bar, again } = this.#parts;
    const { signal } = this.#ending;
    const { name } = this.#file;
    if (signal.aborted) return;
    this.hasFailed = false;
    again.hidden = true;
    bar.hidden = false;
    bar.removeAttribute('value');
    try {
      this.#tell(word('writing.preparing'));
      const file = await shrink(this.#file, (picture) => this.#show(picture));
      if (signal.aborted) return;
      this.#say(word('upload.uploadingFile', { name }));
      this.#tell(word('upload.uploading'));
      this.kept = await send(file, { onProgress: (share) => this.#progress(share), signal });
      this.#tell(word('upload.uploaded'));
      bar.value = 100;
      this.#say(
        [`${name}: ${word('upload.uploaded')}`, this.kept?.note].filter(Boolean).join('. '),
      );
    } catch (error) {
      if (!signal.aborted) this.#fail(/** @type {Error} */ (error).message);
    }
  }

  cancel() {
    this.#ending.abort();
    this.row.remove();
  }

  /** @param {ImageBitmap} picture */
  #show(picture) {
    const { thumbnail } = this.#parts;
    const scale = THUMBNAIL / Math.max(picture.width, picture.height);
    thumbnail.width = Math.max(1, Math.round(picture.width * scale));
    thumbnail.height = Math.max(1, Math.round(picture.height * scale));
    thumbnail.getContext('2d')?.drawImage(picture, 0, 0, thumbnail.width, thumbnail.height);
  }

  /** @param {number} share */
  #progress(share) {
    this.#parts.bar.value = share * 100;
    this.#tell(share < 1 ? `${Math.round(share * 100)} %` : word('writing.processing'));
  }

  /** @param {string} sentence */
  #fail(sentence) {
    const { bar, again, state } = this.#parts;
    this.hasFailed = true;
    bar.hidden = true;
    again.hidden = false;
    this.#tell(sentence);
    state.classList.add('problem');
    this.#say(`${word('writing.notUploaded', { name: this.#file.name })} ${sentence}`);
  }

  /** @param {string} sentence */
  #tell(sentence) {
    this.#parts.state.classList.remove('problem');
    this.#parts.state.textContent = sentence;
  }
}
