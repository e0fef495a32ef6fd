import { mayChooseAuthors } from '../../people/rights.js';
import { counted } from './words.js';
import { lookUp } from '../../base/look-up.js';
import { urlOf } from './posts.js';
import { sayTime } from '../../base/time-zones.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Fields, Problems } from '../../content/post-form.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { PostHistory, Post } from '../../store/types.js' */

/** @param {'post' | 'page'} type @returns {string} where its kind is listed */
export const listPath = (type) => (type === 'page' ? '/admin/pages' : '/admin/posts');

/**
 * @param {{ id: string, type: 'post' | 'page', slug: string }} post
 * @returns {string} its editor; one whose slug is the name of another admin page goes by its id
 */
export const editorPath = ({ id, type, slug }) =>
  `/admin/${type}s/${slug === 'new' ? `~${id}` : encodeURIComponent(slug)}`;

/** @type {Record<'draft' | 'scheduled' | 'public', string>} */
export const stateNames = { draft: 'Draft', scheduled: 'Scheduled', public: 'Published' };

/**
 * All that the editor shows.
 * @param {object} work
 * @param {'post' | 'page'} work.type
 * @param {string} work.id
 * @param {string} work.revision that is to be replaced; '' for a new post
 * @param {Post | null} work.post as it stands
 * @param {PostHistory | null} work.history
 * @param {Fields} work.fields
 * @param {Author} work.author  who edits it
 * @param {Problems} [work.problems]
 * @param {string} [work.copied] when the author's unpublished changes were kept; '' when there are none
 * @param {{ index: BlogIndex, baseUrl: string, clock: Clock }} blog
 */
export function presentEditor(
  { type, id, revision, post, history, fields, author, problems = {}, copied = '' },
  blog,
) {
  const { index, baseUrl, clock } = blog;
  const { timeZone } = index.settings;
  const summary = index.post(id);
  const state = summary ? index.stateOf(summary) : 'draft';
  const path = post ? editorPath(post) : `/admin/${type}s/new`;
  const secret = history?.secret ?? '';
  const isDraft = state === 'draft';
  const isLater = isDraft && post?.publishedAt && Date.parse(post.publishedAt) > clock.now();
  const count = Object.keys(problems).length;
  return {
    id,
    revision,
    seen: post?.revision ?? '',
    path,
    type,
    heading: `${post ? 'Edit' : 'New'} ${type}`,
    isNew: post === null,
    isDraft,
    kept: copied && { text: sayTime(copied, timeZone), isOld: false },
    state: { code: state, name: post ? stateNames[state] : 'New' },
    when: summary?.publishedAt && !isDraft ? sayTime(summary.publishedAt, timeZone) : null,
    saved: presentSaved(post, copied, timeZone),
    field: presentFields(fields, problems, post === null),
    problems: count > 0 && {
      text: 'Not saved. Please check the marked fields.',
    },
    timeZone,
    zone: timeZone.replaceAll('_', ' '),
    addressStart: type === 'page' ? `${baseUrl}/` : `${baseUrl}/post/`,
    publishLabel: isLater ? 'Schedule' : 'Publish',
    publicUrl: post && state === 'public' ? urlOf(post) : null,
    secretUrl:
      post && secret ? `${baseUrl}/admin/preview/${secret}.${encodeURIComponent(post.id)}` : null,
    versions: history &&
      history.versions.length > 0 && { text: counted(history.versions.length, 'earlier version') },
    takesComments: type === 'post',
    // Where there is nobody else, there is nothing to choose.
    people:
      type === 'post' && mayChooseAuthors(author) && index.users.size > 1
        ? [...index.users.values()].map(({ id, name }) => ({ id, name }))
        : [],
    listPath: listPath(type),
    listName: type === 'page' ? 'Pages' : 'Posts',
  };
}

/**
 * @param {Post | null} post
 * @param {string} copied when its unpublished changes were saved, or ''
 * @param {string} timeZone
 */
function presentSaved(post, copied, timeZone) {
  if (copied) return `Draft saved ${sayTime(copied, timeZone)}, not yet published`;
  return post ? `Saved ${sayTime(post.updatedAt, timeZone)}` : 'Not saved yet';
}

/**
 * @param {Fields} fields
 * @param {Problems} problems
 * @param {boolean} isNew a new post begins with its title
 */
function presentFields(fields, problems, isNew) {
  const first = Object.keys(fields).find((name) => name in problems) ?? (isNew ? 'title' : '');
  const pairs = Object.entries(fields).map(([name, value]) => {
    const text = lookUp(problems, name);
    return [name, { value, problem: text ? { text } : null, focus: name === first }];
  });
  return Object.fromEntries(pairs);
}
