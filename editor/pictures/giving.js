import { EditorView } from '@codemirror/view';

/**
 * Files that are dropped on the page, pasted into the text, or chosen.
 * @param {HTMLFormElement} form
 * @param {EditorView} view
 * @param {(files: Iterable<File>, pos?: number) => void} add
 */
export function startGiving(form, view, add) {
  const chooser = /** @type {HTMLInputElement} */ (form.querySelector('[data-upload-files]'));
  chooser.addEventListener('change', () => {
    add(chooser.files ?? []);
    chooser.value = '';
  });
  form.querySelector('[data-upload]')?.addEventListener('click', () => chooser.click());
  view.contentDOM.addEventListener('paste', (event) => {
    const { files, types } = event.clipboardData ?? new DataTransfer();
    // An office program copies a text also as a picture of itself.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    add(files);
  });
  // Wherever on the page it is let go: a browser would leave the page to show the file.
  const mark = (/** @type {boolean} */ isOver) => form.classList.toggle('dropping', isOver);
  for (const kind of /** @type {const} */ (['dragenter', 'dragover']))
    window.addEventListener(kind, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
  window.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false);
  });
  window.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(false);
    add(
      event.dataTransfer?.files ?? [],
      view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined,
    );
  });
}

/** CodeMirror would put the text of files into this one. */
export const dropNoText = EditorView.domEventHandlers({ drop: (event) => hasFiles(event) });

/** @param {DragEvent} event @returns {boolean} */
const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') ?? false;
