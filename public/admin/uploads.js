import { word } from './words.js';
import { Placeholders } from './placeholders.js';
import { Upload } from './upload.js';

/** Uploads under way at once: more would only wait for the same line. */
const AT_ONCE = 2;

/**
 * Takes files that are dropped, pasted or chosen, and puts them into the text where the cursor stands.
 * @param {HTMLFormElement} form
 */
export function startUploads(form) {
  const text = form.elements.markdown;
  const region = form.querySelector('[data-uploads]');
  const list = region.querySelector('ul');
  const status = form.querySelector('[data-uploads-status]');
  const template = form.querySelector('[data-upload-row]');
  const texts = new Placeholders(text);
  /** @type {Set<Upload>} */
  const open = new Set();
  const waiting = [];
  let running = 0;

  startChoosing(form, add);
  startDropping(form, add);
  form.addEventListener('paste', (event) => {
    const { files, types } = event.clipboardData;
    // An office program copies a text also as a picture of itself.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    add(files);
  });
  form.addEventListener('submit', keepWhole);
  window.addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });

  /** @param {Iterable<File>} files */
  function add(files) {
    const uploads = [...files].map(
      (file) => new Upload(file, { template, texts, say, onClosed: close }),
    );
    if (uploads.length === 0) return;
    texts.insert(uploads.map(({ placeholder }) => placeholder));
    for (const upload of uploads) {
      open.add(upload);
      waiting.push(upload);
      list.append(upload.row);
    }
    region.hidden = false;
    if (uploads.length > 1) say(word('uploadingFiles', { count: uploads.length }));
    work();
  }

  function work() {
    while (running < AT_ONCE && waiting.length > 0) {
      running++;
      waiting
        .shift()
        .run()
        .finally(() => {
          running--;
          work();
        });
    }
  }

  /** @param {Upload} upload */
  function close(upload) {
    open.delete(upload);
    region.hidden = open.size === 0;
    const [next] = open;
    if (next) next.focus();
    else text.focus();
  }

  /** @param {string} sentence */
  function say(sentence) {
    status.textContent = sentence;
  }

  function isBusy() {
    return [...open].some(({ isWaiting }) => isWaiting);
  }

  /** Readers shall not see a text whose pictures are still on their way. */
  function keepWhole(event) {
    const action = event.submitter?.value ?? 'save';
    const isForReaders =
      action === 'publish' || (action === 'save' && form.dataset.state !== 'draft');
    if (!isForReaders || !isBusy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const sentence = word('aFileIsNotIn');
    const note = form.querySelector('[data-status]');
    note.textContent = sentence;
    note.classList.add('alarm');
    region.scrollIntoView({ block: 'nearest' });
  }
}

/** @param {HTMLFormElement} form @param {(files: Iterable<File>) => void} add */
function startChoosing(form, add) {
  const chooser = form.querySelector('[data-upload-files]');
  const button = form.querySelector('[data-upload]');
  button.addEventListener('click', () => chooser.click());
  chooser.addEventListener('change', () => {
    add(chooser.files);
    chooser.value = '';
  });
}

/** Wherever on the page it is let go: a browser would leave the page to show the file. */
function startDropping(form, add) {
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  const mark = (isOver) => form.classList.toggle('dropping', isOver);
  for (const kind of ['dragenter', 'dragover'])
    window.addEventListener(kind, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  window.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(false);
    add(event.dataTransfer.files);
  });
}
