import { mayChooseAuthors } from '../../people/rights.js';
import { postFieldsThat } from '../../store/fields.js';
import { sayProblems } from './errors.js';
import { shapes } from '../../content/shapes.js';
import { presentFields } from './fields.js';
import { urlOf } from './posts.js';
import { WORDS_PER_MINUTE } from '../../changes/index/blog-index.js';
import { sayTime } from '../../base/time-zones.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { FieldRow } from './fields.js' */
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
  draft: 'state.draft',
  scheduled: 'state.scheduled',
  public: 'state.published',
};

/** Of a new one, and of one that there is. */
const headings = {
  post: ['editor.newPost', 'editor.editPost'],
  page: ['editor.newPage', 'editor.editPage'],
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
  const zone = timeZone.replaceAll('_', ' ');
  const address = type === 'page' ? `${baseUrl}/` : `${baseUrl}/post/`;
  const isFresh = post === null && count === 0;
  const field = presentFields(rows, fields, sayProblems(problems, words), words, {
    title: { placeholder: words.say('field.title'), ...(isFresh && { focus: true }) },
    markdown: { placeholder: words.say('editor.writeInMarkdown') },
    date: { hint: `${words.say('common.inTimeZone', { zone })} ${words.say('field.dateHint')}` },
    slug: { values: { address } },
  });
  // Where there is nobody else, there is nothing to choose.
  const hasAuthors = type === 'post' && mayChooseAuthors(author) && index.users.size > 1;
  const shown = [
    ...['tags', ...(hasAuthors ? ['authors'] : []), 'date'],
    ...(type === 'post' ? ['cover', 'coverAlt'] : []),
    ...['slug', 'excerpt', ...further.map(([name]) => name)],
    ...(type === 'post' ? ['commentsClosed'] : []),
  ].map((name) => field[name]);
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
    state: { code: state, name: post ? words.say(stateNames[state]) : words.say('state.new') },
    when:
      summary?.publishedAt && !isDraft
        ? sayTime(summary.publishedAt, timeZone, words.language)
        : null,
    saved: presentSaved(post, copied, timeZone, words),
    field,
    details: shown.filter(({ isTick }) => !isTick),
    ticks: shown.filter(({ isTick }) => isTick),
    problems: count > 0 && {
      text: words.say('saving.invalid'),
    },
    timeZone,
    wordsPerMinute: WORDS_PER_MINUTE,
    publishLabel: isLater ? words.say('writing.schedule') : words.say('writing.publish'),
    publicUrl: post && state === 'public' ? urlOf(post) : null,
    secretUrl:
      post && secret ? `${baseUrl}/admin/preview/${secret}.${encodeURIComponent(post.id)}` : null,
    versions: history &&
      history.versions.length > 0 && {
        text: words.say('editor.versions', { count: history.versions.length }),
      },
    people: hasAuthors ? [...index.users.values()].map(({ id, name }) => ({ id, name })) : [],
    listPath: listPath(type),
    listName: type === 'page' ? words.say('nav.pages') : words.say('nav.posts'),
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
    names.length > 0 && words.say('editor.othersHere', { names: list, count: names.length }),
    ids.includes(author.id) && words.say('editor.openInAnotherWindow'),
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
  if (copied) return words.say('editor.draftSaved', { when: say(copied) });
  return post
    ? words.say('editor.savedAt', { when: say(post.updatedAt) })
    : words.say('editor.notSavedYet');
}

const further = postFieldsThat(({ hasControl }) => hasControl);

/** @type {Record<string, FieldRow>} */
const rows = {
  title: { is: 'line', attributes: { class: 'big', rows: 1, autocomplete: 'off' } },
  markdown: { is: 'text', attributes: { rows: 20, spellcheck: 'true' } },
  tags: { is: 'line', attributes: { autocomplete: 'off' } },
  authors: { is: 'exact', attributes: { list: 'people' } },
  date: { is: 'date' },
  cover: { is: 'upload' },
  coverAlt: { is: 'line', schema: shapes.media.alt, attributes: { autocomplete: 'off' } },
  slug: { is: 'exact' },
  excerpt: { is: 'lines' },
  commentsClosed: { is: 'tick' },
  ...Object.fromEntries(
    further.map(([name, { is }]) => [
      name,
      /** @type {FieldRow} */ ({ is: is === 'line' ? 'lines' : is }),
    ]),
  ),
};
