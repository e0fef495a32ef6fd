import { saveUploads } from '../../lib/content/media/library.js';
import { LARGEST_FILE } from '../../lib/content/media/types.js';
import { pastedWithPictures } from '../../lib/exchange/import/html/pasted-pictures.js';
import { presentSavedUpload } from '../../lib/views/presenters/media.js';
/** @import { SignedInAction } from '../types.js' */

/** Milliseconds for all pictures of other sites, while the author waits: those that are late stay links. */
const PATIENCE = 8000;

/** `POST /admin/markdown`: what was pasted into the editor, as Markdown. @type {SignedInAction} */
export async function convert({ form, author }, blog) {
  const { baseUrl, clock, content, fetchPublic, texts, words } = blog;
  const late = new AbortController();
  const cancel = clock.after(PATIENCE, () => late.abort(new Error('It did not answer in time')));
  /** @param {{ type: string, bytes: Buffer }} picture */
  const save = async ({ type, bytes }) => {
    const name = `picture.${/^image\/(\w+)/.exec(type)?.[1] ?? 'png'}`;
    const [kept] = await saveUploads([{ name, bytes }], author.id, content, () => false);
    return presentSavedUpload(kept, words).url ?? null;
  };
  /** @param {string} address */
  const fetch = async (address) => {
    if (address.startsWith(`${baseUrl}/`)) return null;
    const options = { atMost: LARGEST_FILE, signal: late.signal, owner: author.id };
    try {
      return await save(await fetchPublic(address, options));
    } catch {
      return null;
    }
  };
  try {
    const html = form.get('html') ?? '';
    return { json: { markdown: await pastedWithPictures(html, { texts, save, fetch }) } };
  } finally {
    cancel();
  }
}
