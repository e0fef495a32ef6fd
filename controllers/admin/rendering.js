import { presentDifferences } from '../../lib/views/presenters/differences.js';
import { editorPath } from '../../lib/views/presenters/editor.js';
import { counted } from '../../lib/views/presenters/words.js';
import { fieldNames } from '../../lib/content/post-form.js';
import { recordOf } from '../../lib/base/record-of.js';
import { doneWithin, PATIENCE } from './patience.js';
/** @import { TextWork } from '../../lib/markup/text-work.js' */
/** @import { Checked } from '../../lib/content/writing/rendering.js' */
/** @import { SignedInAction } from '../types.js' */

/** Posts of one page that would differ. */
const MOST = 10;

const titles = { left: 'Now', right: 'Afterwards' };

/** `GET /admin/rendering`: which posts would look different if they were saved now, and how. @type {SignedInAction} */
export async function show({ query }, { content, texts, clock }) {
  const work = await content.rerendering();
  const start = clock.now();
  /** @type {Checked | null} */
  let last = null;
  const posts = [];
  for await (const checked of content.checkRenders(query.get('after') ?? '')) {
    last = checked;
    if (checked.post) posts.push(await present(checked, texts));
    if (posts.length === MOST || clock.now() - start > PATIENCE) break;
  }
  const seen = last ? last.place + 1 : 0;
  const isAll = last === null || seen === last.total;
  return {
    view: 'admin/rendering',
    model: {
      said: query.has('done') ? { text: 'All posts are up to date.', link: null } : null,
      work: work && {
        text: work.isOver
          ? `Updating was interrupted after ${counted(work.done, 'post')}. Do it again for the rest.`
          : `Updating posts: ${work.done.toLocaleString('en')} of ${work.total.toLocaleString('en')}.`,
        isBusy: !work.isOver,
      },
      posts,
      none: posts.length === 0 && isAll,
      checked: last && `Checked ${seen.toLocaleString('en')} of ${counted(last.total, 'post')}.`,
      further: isAll ? null : `/admin/rendering?after=${encodeURIComponent(last?.id ?? '')}`,
    },
    page: { title: 'Update older posts' },
  };
}

/** `POST /admin/rendering` @type {SignedInAction} */
export async function update({ author }, { content, clock, log }) {
  const work = content.rerender();
  const isDone = await doneWithin(work, clock);
  log.info({ by: author.id }, 'All posts are rendered again');
  if (isDone) return { redirect: '/admin/rendering?done=1' };
  work.catch((error) => log.error({ err: error }, 'Updating the posts was interrupted'));
  return { redirect: '/admin/rendering' };
}

/** @param {Checked} checked @param {TextWork} texts */
async function present({ post, html }, texts) {
  if (!post) return {};
  const [before, after] = [post.html, html].map((markdown) => ({
    ...recordOf(fieldNames, () => ''),
    markdown,
  }));
  return {
    title: post.title,
    path: editorPath(post),
    differences: await presentDifferences(before, after, titles, texts),
  };
}
