import { ViewPlugin } from '@codemirror/view';
/** @import { ViewUpdate } from '@codemirror/view' */

/** Characters beyond which the form hears of it in a pause: to compare so much for each key would be felt. */
const LARGE = 100_000;
const PAUSE = 400;

const native = /** @type {Required<PropertyDescriptor>} */ (
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
);

/**
 * Keeps the text of the form's field the same as the editor's, both ways. All that saves, previews and sends reads the
 * field. A browser takes long to put a large text into it, so that waits until somebody reads it, or until there is
 * nothing else to do.
 * @param {HTMLTextAreaElement} field
 */
export const mirror = (field) =>
  ViewPlugin.define((view) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isTelling = false;
    let isBehind = false;
    Object.defineProperty(field, 'value', {
      configurable: true,
      get() {
        write();
        return native.get.call(field);
      },
      set(text) {
        isBehind = false;
        native.set.call(field, text);
      },
    });
    field.form?.addEventListener('formdata', ({ formData }) =>
      formData.set(field.name, field.value),
    );
    document.addEventListener('visibilitychange', flush);
    field.addEventListener('input', take);
    return {
      /** @param {ViewUpdate} update */
      update({ docChanged, selectionSet, state }) {
        if (docChanged && !isTelling) {
          isBehind = true;
          clearTimeout(timer);
          timer = setTimeout(tell, PAUSE);
          if (state.doc.length < LARGE) tell();
          else whenIdle(write);
        } else if (selectionSet && !isBehind) choose();
      },
      destroy() {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', flush);
      },
    };

    function write() {
      if (!isBehind) return;
      isBehind = false;
      native.set.call(field, view.state.doc.toString());
      choose();
    }

    function choose() {
      const { from, to } = view.state.selection.main;
      field.setSelectionRange(from, to);
    }

    function tell() {
      clearTimeout(timer);
      timer = undefined;
      write();
      isTelling = true;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      isTelling = false;
    }

    function flush() {
      if (timer) tell();
    }

    /** Somebody else has changed the field: a draft is brought back. */
    function take() {
      const text = view.state.doc.toString();
      if (!isTelling && field.value !== text)
        view.dispatch({ changes: difference(text, field.value) });
    }
  });

/** @param {() => void} work */
const whenIdle = (work) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, PAUSE);

/** @param {string} before @param {string} after @returns {{ from: number, to: number, insert: string }} what differs */
function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
