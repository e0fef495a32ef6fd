import { mayChooseAuthors } from '../../people/rights.js';
import { postFieldsThat } from '../../store/fields.js';
import { presentControls } from './controls.js';
import { sayProblems } from './errors.js';
import { lookUp } from '../../base/look-up.js';
import { urlOf } from './posts.js';
import { WORDS_PER_MINUTE } from '../../changes/index/blog-index.js';
import { sayTime } from '../../base/time-zones.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Words } from '../../base/words.js' */
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

/** Keys of words/admin/en.json. @type {Record<'draft' | 'scheduled' | 'public', string>} */
export const stateNames = {
  draft: 'stateDraft',
  scheduled: 'stateScheduled',
  public: 'statePublished',
};

/** Of a new one, and of one that there is. */
const headings = {
  post: ['newPost', 'editPost'],
  page: ['newPage', 'editPage'],
};

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
 * @param {{ index: BlogIndex, baseUrl: string, clock: Clock, words: Words }} blog
 */
export function presentEditor(
  { type, id, revision, post, history, fields, author, problems = {}, copied = '' },
  blog,
) {
  const { index, baseUrl, clock, words } = blog;
  const { timeZone } = index.settings;
  const summary = index.post(id);
  const state = summary ? index.stateOf(summary) : 'draft';
  const path = post ? editorPath(post) : `/admin/${type}s/new`;
  const secret = history?.secret ?? '';
  const isDraft = state === 'draft';
  const isLater = isDraft && post?.publishedAt && Date.parse(post.publishedAt) > clock.now();
  const count = Object.keys(problems).length;
  const field = presentFields(fields, sayProblems(problems, words), post === null);
  return {
    id,
    revision,
    seen: post?.revision ?? '',
    path,
    type,
    heading: words.say(headings[type][post ? 1 : 0]),
    isNew: post === null,
    isDraft,
    kept: copied && { text: sayTime(copied, timeZone, words.language), isOld: false },
    state: { code: state, name: post ? words.say(stateNames[state]) : words.say('stateNew') },
    when:
      summary?.publishedAt && !isDraft
        ? sayTime(summary.publishedAt, timeZone, words.language)
        : null,
    saved: presentSaved(post, copied, timeZone, words),
    field,
    furtherFields: presentFurther(field, words),
    problems: count > 0 && {
      text: words.say('notSavedPleaseCheckThe'),
    },
    timeZone,
    wordsPerMinute: WORDS_PER_MINUTE,
    zone: timeZone.replaceAll('_', ' '),
    addressStart: type === 'page' ? `${baseUrl}/` : `${baseUrl}/post/`,
    publishLabel: isLater ? words.say('schedulePost') : words.say('publishPost'),
    publicUrl: post && state === 'public' ? urlOf(post) : null,
    secretUrl:
      post && secret ? `${baseUrl}/admin/preview/${secret}.${encodeURIComponent(post.id)}` : null,
    versions: history &&
      history.versions.length > 0 && {
        text: words.say('nEarlierVersions', { count: history.versions.length }),
      },
    takesComments: type === 'post',
    // Where there is nobody else, there is nothing to choose.
    people:
      type === 'post' && mayChooseAuthors(author) && index.users.size > 1
        ? [...index.users.values()].map(({ id, name }) => ({ id, name }))
        : [],
    listPath: listPath(type),
    listName: type === 'page' ? words.say('pages') : words.say('posts'),
  };
}

/**
 * @param {string[]} ids  of who else has the text open
 * @param {Author} author  who reads it; among them, when it is open twice
 * @param {{ index: Pick<BlogIndex, 'users'>, words: Words }} blog
 * @returns {string} a sentence or two, '' when there is nobody
 */
export function sayOthers(ids, author, { index, words }) {
  const names = ids.flatMap((id) => (id === author.id ? [] : (index.users.get(id)?.name ?? [])));
  const joints = words.joints(names.length);
  const list = names.map((name, at) => name + (joints[at] ?? '')).join('');
  const sentences = [
    names.length > 0 && words.say('othersHaveThisOpen', { names: list, count: names.length }),
    ids.includes(author.id) && words.say('youHaveThisOpenInAnother'),
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * @param {Post | null} post
 * @param {string} copied when its unpublished changes were saved, or ''
 * @param {string} timeZone
 * @param {Words} words
 */
function presentSaved(post, copied, timeZone, words) {
  const say = (/** @type {string} */ iso) => sayTime(iso, timeZone, words.language);
  if (copied) return words.say('draftSaved', { when: say(copied) });
  return post ? words.say('savedAt', { when: say(post.updatedAt) }) : words.say('notSavedYet');
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

/**
 * The controls of further fields, for `views/admin/field.mustache`: those to type in, and then those to tick.
 * @param {Record<string, object>} field  what is presented of each, by name
 * @param {Words} words
 */
function presentFurther(field, words) {
  const all = presentControls(postFieldsThat(), (name) => field[name], words);
  return { typed: all.filter(({ isTick }) => !isTick), ticked: all.filter(({ isTick }) => isTick) };
}
