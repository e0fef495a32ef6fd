import { word } from './words.js';
import { send } from './send.js';
import { shrink } from './shrink.js';

/**
 * Makes pictures small before they are uploaded, and smaller sizes of those that have none yet.
 * @param {HTMLFormElement} form of the media page
 */
export function startMedia(form) {
  const status = form.querySelector('[data-media-status]');
  const offer = form.querySelector('[data-without-sizes]');
  if (offer) {
    offer.hidden = false;
    offer.querySelector('button').addEventListener('click', () => work(makeMissingSizes));
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    work(uploadAll);
  });

  /** One after the other: each takes much of the browser. @param {() => Promise<void>} task */
  async function work(task) {
    const buttons = form.querySelectorAll('button');
    for (const button of buttons) button.disabled = true;
    await task().catch(() => show([word('upload.noConnection')]));
    for (const button of buttons) button.disabled = false;
  }

  async function uploadAll() {
    const { files } = form.elements.files;
    const problems = await forEach([...files], word('upload.uploading'), async (file) => {
      const { note } = await send(await shrink(file));
      if (note) throw new Error(`${word('upload.uploaded')}. ${note}.`);
    });
    if (problems.length === 0) return location.assign(`/admin/media?added=${files.length}`);
    show(problems);
  }

  async function makeMissingSizes() {
    const answer = await fetch('/admin/pictures/without-sizes');
    const { items } = answer.ok && !answer.redirected ? await answer.json() : { items: [] };
    const problems = await forEach(items, word('upload.makingSizes'), makeSizes);
    if (problems.length === 0) return location.reload();
    show(problems);
  }

  /**
   * @template {{ name: string }} T
   * @param {T[]} items
   * @param {string} what
   * @param {(item: T) => Promise<void>} task
   * @returns {Promise<string[]>} a sentence about each that failed
   */
  async function forEach(items, what, task) {
    const problems = [];
    for (const [place, item] of items.entries()) {
      status.textContent = `${what}: ${word('progress.amountOf', { amount: place + 1, whole: items.length })}`;
      await task(item).catch((error) => problems.push(`${item.name}: ${error.message}`));
    }
    return problems;
  }

  /** @param {string[]} problems */
  function show(problems) {
    status.replaceChildren(
      ...problems.flatMap((problem) => [problem, document.createElement('br')]),
    );
  }
}

/** @param {{ id: string, name: string, url: string }} picture @throws {Error} with a sentence for the author */
async function makeSizes({ id, name, url }) {
  const answer = await fetch(url);
  const blob = await answer.blob();
  const { sizes } = await shrink(new File([blob], name, { type: blob.type }));
  if (sizes.length === 0) throw new Error(word('upload.noSizes'));
  const body = new FormData();
  for (const size of sizes) body.append('files', size, name);
  const path = `/admin/pictures/${encodeURIComponent(id)}/sizes`;
  const { ok } = await fetch(path, { method: 'POST', body });
  if (!ok) throw new Error(word('upload.sizesRefused'));
}
