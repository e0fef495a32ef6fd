import { mayRemoveMedia } from '../../lib/auth/rights.js';
import { LarderError } from '../../lib/errors.js';
import { countUses } from '../../lib/media/usage.js';
import { presentRemoval } from '../../lib/views/presenters/media.js';
/** @import { SignedInAction } from '../types.js' */

const MOST = 100;

/** `POST /admin/media/selected`: deletes several files, after saying which and where they are used. @type {SignedInAction} */
export async function removeSelected({ author, form }, blog) {
  const { store, content } = blog;
  const ids = [...new Set(form.getAll('id'))].slice(0, MOST);
  const known = await store.getMany('media', ids, ['bytes']);
  const files = known.filter((media) => media && mayRemoveMedia(author, media));
  if (form.get('action') !== 'delete' || files.length === 0) {
    const model = presentRemoval(files, ids.length, await countUses(blog), blog);
    const page = { title: 'Delete files' };
    return { view: 'admin/remove-files', model, page, status: files.length > 0 ? 200 : 422 };
  }
  let deleted = 0;
  for (const { id, revision } of files)
    try {
      await content.removeMedia(id, revision);
      deleted++;
    } catch (error) {
      if (!(error instanceof LarderError) || error.code === 'unavailable') throw error;
    }
  return { redirect: `/admin/media?deleted=${deleted}&kept=${ids.length - deleted}` };
}
