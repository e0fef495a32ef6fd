import { presentDifferences } from '../../lib/views/presenters/differences.js';
import { editorPath } from '../../lib/views/presenters/editor.js';
import { fieldNames } from '../../lib/content/post-form.js';
import { recordOf } from '../../lib/base/record-of.js';
import { doneWithin, PATIENCE } from './patience.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Job } from '../../lib/store/types.js' */
/** @import { AuthorBlog } from '../types.js' */
/** @import { Checked } from '../../lib/content/writing/rendering.js' */
/** @import { SignedInAction } from '../types.js' */

/** Posts of one page that would differ. */
const MOST = 10;

/** `GET /admin/rendering`: which posts would look different if they were saved now, and how. @type {SignedInAction} */
export async function show({ query }, blog) {
  const { content, clock, words } = blog;
  const work = await content.rerendering();
  const start = clock.now();
  /** @type {Checked | null} */
  let last = null;
  const posts = [];
  for await (const checked of content.checkRenders(query.get('after') ?? '')) {
    last = checked;
    if (checked.post) posts.push(await present(checked, blog));
    if (posts.length === MOST || clock.now() - start > PATIENCE) break;
  }
  const seen = last ? last.place + 1 : 0;
  const isAll = last === null || seen === last.total;
  return {
    view: 'admin/rendering',
    model: {
      said: query.has('done') ? { text: words.say('rendering.upToDate'), link: null } : null,
      work: work && presentWork(work, words),
      posts,
      none: posts.length === 0 && isAll,
      checked: last && words.say('rendering.checked', { seen, total: last.total }),
      further: isAll ? null : `/admin/rendering?after=${encodeURIComponent(last?.id ?? '')}`,
    },
    page: { title: words.say('rendering.title') },
  };
}

/** `POST /admin/rendering` @type {SignedInAction} */
export async function update({ author }, { content, clock, log }) {
  const work = content.rerenderAll(author.id);
  const isDone = await doneWithin(work, clock);
  log.info({ by: author.id }, 'All posts are rendered again');
  if (isDone) return { redirect: '/admin/rendering?done=1' };
  return { redirect: '/admin/rendering' };
}

/** @param {Job} work @param {Words} words */
function presentWork({ isOver, problem, done, total }, words) {
  if (!isOver) return { text: words.say('rendering.updating', { done, total }), isBusy: true };
  return problem && { text: words.say('rendering.interrupted', { count: done }), isBusy: false };
}

/** @param {Checked} checked @param {AuthorBlog} blog */
async function present({ post, html }, blog) {
  const { words } = blog;
  const titles = { left: words.say('history.now'), right: words.say('rendering.afterwards') };
  if (!post) return {};
  const [before, after] = [post.html, html].map((markdown) => ({
    ...recordOf(fieldNames, () => ''),
    markdown,
  }));
  return {
    title: post.title,
    path: editorPath(post),
    differences: await presentDifferences(before, after, titles, blog),
  };
}
