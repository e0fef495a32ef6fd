import { foldCase } from '../../lib/base/unicode.js';
import {
  offeredTags,
  presentRetagging,
  presentTag,
  presentTags,
  tagAdminPath,
} from '../../lib/views/presenters/tags.js';
import { shapes } from '../../lib/content/shapes.js';
import { presentFields } from '../../lib/views/presenters/fields.js';
import { marksOf, mergeChanges } from '../../lib/content/merge-changes.js';
import { attempt, sayDone } from './outcome.js';
import { doneWithin } from './patience.js';
/** @import { AuthorBlog, AuthorResult, SignedInAction, SignedInRequest } from '../types.js' */

/** @type {Record<string, string>} */
const flashes = {
  renamed: 'tags.renamed',
  removed: 'tags.removed',
  described: 'tags.descriptionSaved',
};

/** `GET /admin/tags` @type {SignedInAction} */
export const list = async ({ query }, { index, content, words }) => ({
  view: 'admin/tags',
  model: {
    said: sayDone(flashes, query.get('said'), words),
    work: presentRetagging(await content.retagging(), words),
    ...presentTags(query, { index, words }),
  },
  page: { title: words.say('field.tags') },
});

/** `GET /admin/tags/:tag` @type {SignedInAction} */
export const show = ({ params, query }, blog) =>
  tagPage(params.tag, blog, { said: sayDone(flashes, query.get('said'), blog.words) });

/** `POST /admin/tags/:tag`: renames, describes or removes it. @type {SignedInAction} */
export async function change(request, blog) {
  const { params, form } = request;
  const { tag } = params;
  const found = blog.index.tagNames.find(tag);
  if (!found) return null;
  return attempt(
    async () => {
      const action = form.get('action');
      if (action === 'describe') return describe(found.name, request, blog);
      if (action === 'remove') return retag(found.name, '', request, blog);
      return rename(found.name, request, blog);
    },
    ({ field, text, error }) => {
      if (field !== 'tag' && field !== 'tagDescriptions') throw error;
      return tagPage(tag, blog, { form, problems: { [field]: text } });
    },
    blog.words,
  );
}

/** `GET /admin/tag-names?start=`: for the editor's script. @type {SignedInAction} */
export const complete = ({ query }, { index }) => ({
  json: offeredTags(query.get('start') ?? '', index),
  headers: ['Cache-Control', 'no-store'],
});

/** @param {string} tag @param {SignedInRequest} request @param {AuthorBlog} blog */
async function describe(tag, { form }, blog) {
  const { content, index, words } = blog;
  const text = form.get('description') ?? '';
  const theirs = index.description(tag);
  const mine = { text: text.replace(/\r\n?/g, '\n').trim() };
  const { conflicts } = mergeChanges(form.get('marks') ?? '', mine, { text: theirs });
  if (conflicts.length > 0) {
    const problems = { tagDescriptions: `${words.say('common.savedInTheMeantime')}: ${theirs}` };
    return tagPage(tag, blog, { form, problems, status: 409 });
  }
  await content.describeTag(tag, text);
  return { redirect: `${tagAdminPath(tag)}?said=described` };
}

/**
 * Into a tag that is there, only after it was said what will happen.
 * @param {string} tag
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 */
async function rename(tag, request, blog) {
  const { form } = request;
  const to = blog.content.tagNameOf(form.get('name') ?? '', tag);
  const target = foldCase(to) === foldCase(tag) ? undefined : blog.index.tagNames.find(to);
  if (target && form.get('merge') !== target.name) {
    const merge = {
      name: target.name,
      count: blog.words.say('common.nPosts', { count: target.count }),
      losesDescription:
        blog.index.description(tag) !== '' && blog.index.description(target.name) !== '',
    };
    return tagPage(tag, blog, { form, merge });
  }
  return retag(tag, to, request, blog);
}

/**
 * @param {string} from
 * @param {string} to
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
async function retag(from, to, { author }, { content, clock, log }) {
  const work = content.retag(from, to, author.id);
  const isDone = await doneWithin(work, clock);
  log.info({ by: author.id, from, to }, 'A tag was changed in all posts');
  if (isDone) return { redirect: `/admin/tags?said=${to ? 'renamed' : 'removed'}` };
  return { redirect: '/admin/tags' };
}

/**
 * @param {string} tag
 * @param {AuthorBlog} blog
 * @param {{ said?: object | null, form?: URLSearchParams, problems?: Record<string, string>, merge?: object, status?:
 *   number }} [more]
 * @returns {AuthorResult | null} null: there is no such tag
 */
function tagPage(tag, { index, words }, { said = null, form, problems = {}, merge, status } = {}) {
  const found = index.tagNames.find(tag);
  if (!found) return null;
  const presented = presentTag(found, index, words);
  const { items } = shapes.post.tags;
  const { text } = shapes.settings.tagDescriptions.items.properties;
  const attributes = { autocomplete: 'off', required: '' };
  const field = presentFields(
    {
      name: { is: 'line', hint: 'tags.renameHint', schema: items, attributes },
      description: { is: 'paragraphs', hint: 'tags.descriptionHint', schema: text },
    },
    { name: found.name, description: presented.description, ...(form && Object.fromEntries(form)) },
    { name: problems.tag, description: problems.tagDescriptions },
    words,
  );
  return {
    view: 'admin/tag',
    model: {
      said,
      tag: presented,
      field,
      marks: marksOf({ text: presented.description }),
      merge: merge ?? null,
    },
    page: { title: found.name },
    status: status ?? (Object.keys(problems).length > 0 ? 422 : 200),
  };
}
