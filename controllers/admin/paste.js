import { saveUploads } from '../../lib/content/media/library.js';
import { pastedWithPictures } from '../../lib/exchange/import/html/pasted.js';
import { presentSavedUpload } from '../../lib/views/presenters/media.js';
/** @import { SignedInAction } from '../types.js' */

/** `POST /admin/markdown`: what was pasted into the editor, as Markdown. @type {SignedInAction} */
export async function convert({ form, author }, { content, words }) {
  const html = form.get('html') ?? '';
  const markdown = await pastedWithPictures(html, async ({ type, bytes }) => {
    const name = `picture.${type.slice('image/'.length)}`;
    const [kept] = await saveUploads([{ name, bytes }], author.id, content, () => false);
    return presentSavedUpload(kept, words).url ?? null;
  });
  return { json: { markdown } };
}
