import { mayRemoveMedia } from '../../lib/people/rights.js';
import { newestFirst } from '../../lib/content/media/library.js';
import { countUses } from '../../lib/content/media/usage.js';
import { digestOf, readSelection } from '../../lib/views/presenters/choosing.js';
import { findFiles, presentRemoval } from '../../lib/views/presenters/media.js';
import { doneWithin } from './patience.js';
/** @import { SignedInAction } from '../types.js' */

/** Files that are named one by one. */
const MOST = 100;

/**
 * `POST /admin/media/selected`: deletes the files that are named, or all that a list shows, after saying which and
 * where they are used.
 * @type {SignedInAction}
 */
export async function removeSelected({ author, form }, blog) {
  const { store, content, clock } = blog;
  const isSure = form.get('action') === 'delete';
  const list = new URLSearchParams(form.get('list') ?? '');
  const uses = isSure && !form.has('all') ? new Map() : await countUses(blog);
  const find = async () => findFiles(await newestFirst(store), list, uses);
  const { ids, all, isOther } = await readSelection(form, find);
  const asked = all ? ids : ids.slice(0, MOST);
  const found = all ?? (await store.getMany('media', asked, ['bytes'])).filter(Boolean);
  const files = found.filter((media) => mayRemoveMedia(author, media));
  if (!isSure || isOther || files.length === 0) {
    const whole = all !== null && { digest: digestOf(found), list: String(list), isOther };
    const model = presentRemoval(files, { asked: asked.length, whole }, uses, blog);
    const status = isOther || files.length === 0 ? 422 : 200;
    return {
      view: 'admin/remove-files',
      model,
      page: { title: blog.words.say('media.deleteFiles') },
      status,
    };
  }
  const started = await content.removeManyMedia(files, author.id);
  if (started && !(await doneWithin(started.ended, clock))) return { redirect: '/admin/media' };
  const deleted = started?.job.deleted ?? 0;
  return { redirect: `/admin/media?deleted=${deleted}&kept=${asked.length - deleted}` };
}
