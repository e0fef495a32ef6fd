import { ViewPlugin } from '@codemirror/view';
/** @import { ViewUpdate } from '@codemirror/view' */

/** Characters beyond which the field follows in a pause: to copy and compare so much for each key would be felt. */
const LARGE = 100_000;
const PAUSE = 400;

/**
 * Keeps the text of the form's field the same as the editor's, both ways. All that saves, previews and sends reads the
 * field.
 * @param {HTMLTextAreaElement} field
 */
export const mirror = (field) =>
  ViewPlugin.define((view) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isTelling = false;
    const { form } = field;
    const flush = () => {
      if (timer) tell();
    };
    // Whoever saves by a key or a button gets all of it.
    form?.addEventListener('submit', flush, { capture: true });
    form?.addEventListener('formdata', flush);
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('keydown', flushOnShortcut, { capture: true });
    field.addEventListener('input', take);
    return {
      /** @param {ViewUpdate} update */
      update({ docChanged, selectionSet, state }) {
        const { anchor, head } = state.selection.main;
        if (selectionSet && !timer)
          field.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head));
        if (!docChanged || isTelling) return;
        clearTimeout(timer);
        timer = setTimeout(tell, state.doc.length < LARGE ? 0 : PAUSE);
        if (state.doc.length < LARGE) tell();
      },
      destroy() {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', flush);
        window.removeEventListener('keydown', flushOnShortcut, { capture: true });
      },
    };

    function tell() {
      clearTimeout(timer);
      timer = undefined;
      field.value = view.state.doc.toString();
      const { from, to } = view.state.selection.main;
      field.setSelectionRange(from, to);
      isTelling = true;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      isTelling = false;
    }

    function flushOnShortcut(/** @type {KeyboardEvent} */ { ctrlKey, metaKey }) {
      if (ctrlKey || metaKey) flush();
    }

    /** Somebody else has changed the field: a draft is brought back. */
    function take() {
      if (isTelling || field.value === view.state.doc.toString()) return;
      view.dispatch({ changes: difference(view.state.doc.toString(), field.value) });
    }
  });

/** @param {string} before @param {string} after @returns {{ from: number, to: number, insert: string }} what differs */
function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
