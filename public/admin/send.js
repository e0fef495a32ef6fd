import { word } from './words.js';
/** Bytes that the server takes. */
const LARGEST = 20 * 1024 * 1024;

/**
 * Sends one file, with smaller sizes of it.
 * @param {{ blob: Blob, name: string, sizes: Blob[] }} file
 * @param {{ onProgress?: (share: number) => void, signal?: AbortSignal }} [means] `share` from 0 to 1
 * @returns {Promise<any>} what the server says of it
 * @throws {Error} with a sentence for the author
 */
export function send({ blob, name, sizes }, { onProgress = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ sentence) => reject(new Error(sentence));
    if (blob.size > LARGEST) return fail(word('upload.largerThanLimit'));
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('files', blob, name);
    for (const size of sizes) form.append('sizes', size, name);
    request.open('POST', '/admin/media');
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const [item] = request.response?.items ?? [];
      if (item && !item.problem) resolve(item);
      else fail(item ? `${item.problem}.` : sentenceOf(request.status));
    });
    request.addEventListener('error', () => fail(word('upload.noConnection')));
    signal?.addEventListener('abort', () => {
      request.abort();
      fail(word('upload.cancelled'));
    });
    request.send(form);
  });
}

/**
 * Tells the server what a picture shows, for the next time it is used. The text has it in any case.
 * @param {string} name
 * @param {string} alt
 */
export function describe(name, alt) {
  const body = new URLSearchParams({ action: 'describe', alt });
  const headers = { accept: 'application/json' };
  const path = `/admin/media/${encodeURIComponent(name)}`;
  fetch(path, { method: 'POST', body, headers, keepalive: true }).catch(() => {});
}

/** @param {number} status */
function sentenceOf(status) {
  if (status === 401 || status === 403) return word('upload.signedOut');
  if (status === 413) return word('upload.tooLarge');
  return word('upload.refused');
}
