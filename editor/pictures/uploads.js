import { isolateHistory } from '@codemirror/commands';
import { Prec, StateEffect } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { word } from '../../public/admin/words.js';
import { focusAlt } from './panel.js';
import { addPlace, behindPictures, insertion, places, removePlace } from './places.js';
import { Upload } from './upload.js';

/** Uploads under way at once: more would only wait for the same line. */
const AT_ONCE = 2;

/** @typedef {{ files: Iterable<File>, pos?: number }} Given */

/**
 * Takes files that are dropped, pasted or chosen. While they are on their way, they stand beside their place in the
 * text; those that came together go into it together.
 * @param {HTMLFormElement} form
 * @param {EditorView} view
 * @returns {(files: Iterable<File>, pos?: number) => void}
 */
export function startUploads(form, view) {
  const status = /** @type {HTMLElement} */ (form.querySelector('[data-uploads-status]'));
  const template = /** @type {HTMLTemplateElement} */ (form.querySelector('[data-upload-row]'));
  /** @type {(() => Promise<void>)[]} */
  const waiting = [];
  let running = 0;
  const note = /** @type {HTMLElement} */ (form.querySelector('[data-status]'));
  /** What was pressed, while it waits for files. @type {HTMLElement | null} */
  let pressed = null;

  // It may hold the form back, so it is asked first.
  form.addEventListener('submit', keepWhole, { capture: true });
  window.addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
  // Before the saver hears of it, and says so.
  const writing = ViewPlugin.define(() => ({
    update({ docChanged, transactions }) {
      if (docChanged && !transactions.some((each) => each.isUserEvent('input.upload'))) cancel();
    },
  }));
  view.dispatch({ effects: StateEffect.appendConfig.of(Prec.highest(writing)) });
  const field = form.elements.namedItem('markdown');
  form.addEventListener('input', ({ target }) => target !== field && cancel(), { capture: true });
  return add;

  /** @param {Iterable<File>} files @param {number} [pos] the cursor, unless given */
  function add(files, pos = behindPictures(view.state)) {
    const before = view.state.selection;
    const dom = Object.assign(document.createElement('ul'), { className: 'uploads' });
    dom.setAttribute('aria-label', word('writing.uploads'));
    /** @type {Upload[]} */
    let uploads = [...files].map((file) => {
      const upload = new Upload(file, template, {
        say,
        again: () => void upload.run().then(settle),
        remove() {
          upload.cancel();
          uploads = uploads.filter((each) => each !== upload);
          settle();
          view.focus();
        },
      });
      return upload;
    });
    if (uploads.length === 0) return;
    dom.append(...uploads.map(({ row }) => row));
    view.dispatch({ effects: addPlace.of({ dom, pos }) });
    if (uploads.length > 1) say(word('writing.uploadingFiles', { count: uploads.length }));
    for (const upload of uploads) waiting.push(() => upload.run().then(settle));
    work();

    /** Once none is on its way any more, those that have arrived go into the text. */
    function settle() {
      if (uploads.some(({ kept, hasFailed }) => !kept && !hasFailed)) return;
      const place = view.state.field(places).find((each) => each.dom === dom);
      const arrived = uploads.flatMap(({ kept }) => kept ?? []);
      uploads = uploads.filter(({ kept }) => !kept);
      if (!place) return;
      const effects = uploads.length === 0 ? [removePlace.of(dom)] : [];
      if (arrived.length === 0) {
        view.dispatch({ effects });
        return goOn();
      }
      const { at, changes } = insertion(view.state, place.pos, arrived);
      const isQuiet =
        before.eq(view.state.selection) &&
        (view.hasFocus || document.activeElement === document.body);
      whenComposed(() => {
        view.dispatch({
          changes,
          effects,
          userEvent: 'input.upload',
          annotations: isolateHistory.of('full'),
          ...(isQuiet && { selection: { anchor: at }, scrollIntoView: true }),
        });
        for (const { row } of uploads) dom.append(row);
        if (isQuiet && arrived[0].type.startsWith('image/')) focusAlt(view);
        goOn();
      });
    }
  }

  /** The words of a Japanese or Chinese author in the making stay whole. @param {() => void} act */
  function whenComposed(act) {
    if (!view.composing) return act();
    view.contentDOM.addEventListener('compositionend', () => setTimeout(() => whenComposed(act)), {
      once: true,
    });
  }

  function work() {
    while (running < AT_ONCE && waiting.length > 0) {
      running++;
      void waiting
        .shift()?.()
        .finally(() => {
          running--;
          work();
        });
    }
  }

  /** @param {string} sentence */
  function say(sentence) {
    status.textContent = sentence;
  }

  function isBusy() {
    return view.state.field(places).length > 0;
  }

  /** Readers shall not see a text whose pictures are still on their way. @param {SubmitEvent} event */
  function keepWhole(event) {
    const { value: action = 'save' } = /** @type {HTMLButtonElement} */ (event.submitter) ?? {};
    const isForReaders =
      action === 'publish' || (action === 'save' && form.dataset.state !== 'draft');
    if (!isForReaders || !isBusy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = event.submitter ?? form.querySelector('[data-main=save]');
    form.dataset.waiting = '';
    note.textContent = word('writing.whenUploaded', { action: pressed?.textContent ?? '' });
    note.classList.remove('alarm');
    goOn();
  }

  /** Does what was pressed when the last file is in the text. One that failed is for the author to decide. */
  function goOn() {
    const failed = view.state
      .field(places)
      .find(({ dom }) => dom.querySelector('[data-again]:not([hidden])'));
    if (!pressed || (isBusy() && !failed)) return;
    const submitter = pressed;
    cancel();
    if (!failed) return form.requestSubmit(submitter);
    note.textContent = word('writing.fileNotInText');
    note.classList.add('alarm');
    view.dispatch({ effects: EditorView.scrollIntoView(failed.pos) });
  }

  function cancel() {
    pressed = null;
    delete form.dataset.waiting;
  }
}
