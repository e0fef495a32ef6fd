import { word } from './words.js';
import { describe, send } from './send.js';
import { shrink } from './shrink.js';

/** Pixels of the small picture beside each upload. */
const THUMBNAIL = 96;

/** One file on its way into the text: what is shown of it, and what can be done about it. */
export class Upload {
  #file;
  #texts;
  #say;
  #onClosed;
  #parts;
  #placeholder;
  /** What stands in the text, once it is there. */
  #markdown = '';
  #kept = null;
  #ending = new AbortController();

  /**
   * @param {File} file
   * @param {{ template: HTMLTemplateElement, texts: import('./placeholders.js').Placeholders, say: (sentence: string) => void, onClosed: () => void }} means
   */
  constructor(file, { template, texts, say, onClosed }) {
    this.#file = file;
    this.#texts = texts;
    this.#say = say;
    this.#onClosed = onClosed;
    const label = file.name.replace(/[[\]()\\\n]/g, ' ').slice(0, 60);
    this.#placeholder = `[Uploading ${label} …](#${Math.random().toString(36).slice(2, 10)})`;
    const row = template.content.firstElementChild.cloneNode(true);
    const part = (name) => row.querySelector(`[data-${name}]`);
    this.#parts = {
      row,
      ...{ thumbnail: part('thumbnail'), name: part('name'), state: part('state') },
      ...{ bar: part('bar'), alt: part('alt'), altField: part('alt-field'), hint: part('hint') },
      ...{ again: part('again'), insert: part('insert'), close: part('close') },
    };
    this.#listen();
  }

  get row() {
    return this.#parts.row;
  }

  get placeholder() {
    return this.#placeholder;
  }

  /** Whether the text still waits for it. */
  get isWaiting() {
    return this.#texts.has(this.#placeholder);
  }

  focus() {
    this.#parts.alt.focus();
  }

  /** @returns {Promise<void>} when it has arrived, or failed */
  async run() {
    if (this.#ending.signal.aborted) return;
    const { bar, again } = this.#parts;
    again.hidden = true;
    bar.hidden = false;
    bar.removeAttribute('value');
    try {
      this.#tell(word('preparing'));
      const file = await shrink(this.#file, (picture) => this.#show(picture));
      if (this.#ending.signal.aborted) return;
      this.#say(word('uploadingFile', { name: this.#file.name }));
      this.#tell(word('importUploading'));
      this.#kept = await send(file, {
        onProgress: (share) => this.#progress(share),
        signal: this.#ending.signal,
      });
      await this.#arrive();
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#fail(error.message);
    }
  }

  #listen() {
    const { row, name, alt, altField, again, insert, close } = this.#parts;
    const id = `alt-${Math.random().toString(36).slice(2, 10)}`;
    name.textContent = this.#file.name;
    row.querySelector('label').htmlFor = id;
    alt.id = id;
    altField.hidden = !this.#file.type.startsWith('image/');
    for (const button of [again, insert, close]) button.append(hidden(`: ${this.#file.name}`));
    alt.addEventListener('change', () => this.#describe());
    alt.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      this.#describe().then(() => this.#kept && this.#close());
    });
    again.addEventListener('click', () => this.run());
    insert.addEventListener('click', () => {
      this.#texts.insert([this.#markdown]);
      this.#close();
    });
    close.addEventListener('click', () => this.#close());
  }

  /** @param {ImageBitmap} picture */
  #show(picture) {
    const { thumbnail } = this.#parts;
    const scale = THUMBNAIL / Math.max(picture.width, picture.height);
    thumbnail.width = Math.max(1, Math.round(picture.width * scale));
    thumbnail.height = Math.max(1, Math.round(picture.height * scale));
    thumbnail.getContext('2d').drawImage(picture, 0, 0, thumbnail.width, thumbnail.height);
    this.#parts.altField.hidden = false;
  }

  /** @param {number} share */
  #progress(share) {
    this.#parts.bar.value = share * 100;
    this.#tell(share < 1 ? `${Math.round(share * 100)} %` : word('processing'));
  }

  async #arrive() {
    const { bar, insert, close, alt, altField, hint } = this.#parts;
    bar.hidden = true;
    altField.hidden = !this.#kept.type.startsWith('image/');
    alt.value ||= this.#kept.alt;
    this.#markdown = this.#withAlt();
    const isThere = await this.#texts.replace(this.#placeholder, this.#markdown);
    insert.hidden = isThere;
    hint.hidden = altField.hidden || alt.value !== '';
    close.firstChild.textContent = word('doneUploading');
    const place = isThere ? word('inserted') : word('uploadedButItsPlaceIn');
    const sentence = [place, this.#kept.note].filter(Boolean).join('. ');
    this.#tell(sentence);
    this.#say(`${this.#file.name}: ${sentence}`);
    if (alt.value !== this.#kept.alt) describe(this.#kept.name, alt.value);
    if (isThere && altField.hidden) this.#close();
  }

  /** What it shows, as it is typed, also before it has arrived. */
  async #describe() {
    const { alt, hint } = this.#parts;
    if (!this.#kept) return;
    const next = this.#withAlt();
    hint.hidden = alt.value.trim() !== '';
    if (next === this.#markdown) return;
    await this.#texts.replace(this.#markdown, next);
    this.#markdown = next;
    describe(this.#kept.name, alt.value.trim());
  }

  /** @returns {string} the Markdown */
  #withAlt() {
    const { type, url, markdown } = this.#kept;
    if (!type.startsWith('image/')) return markdown;
    const alt = this.#parts.alt.value.trim().replace(/\s+/g, ' ');
    return `![${alt.replace(/[\\[\]`*_<>&!]/g, '\\$&')}](${url})`;
  }

  /** @param {string} sentence */
  #fail(sentence) {
    const { bar, again, state } = this.#parts;
    bar.hidden = true;
    again.hidden = false;
    this.#tell(sentence);
    state.classList.add('problem');
    this.#say(`${word('notUploaded', { name: this.#file.name })} ${sentence}`);
  }

  /** @param {string} sentence */
  #tell(sentence) {
    this.#parts.state.classList.remove('problem');
    this.#parts.state.textContent = sentence;
  }

  #close() {
    this.#ending.abort();
    this.#texts.replace(`${this.#placeholder}\n\n`, '').then(async (isGone) => {
      if (!isGone) await this.#texts.replace(this.#placeholder, '');
    });
    this.#parts.row.remove();
    this.#onClosed(this);
  }
}

/** @param {string} text for screen readers alone */
function hidden(text) {
  return Object.assign(document.createElement('span'), { className: 'hidden', textContent: text });
}
