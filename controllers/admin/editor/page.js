import { sayError } from '../../../lib/views/presenters/errors.js';
import { presentEditor } from '../../../lib/views/presenters/editor.js';
import { calloutTitles } from '../../../lib/views/presenters/own-labels.js';
import { presentByline, urlOf } from '../../../lib/views/presenters/posts.js';
import { sayMessage } from '../../../lib/base/messages.js';
import { LarderError } from '../../../lib/base/errors.js';
import { textContext } from '../../../lib/content/text-context.js';
import { fieldsOfPost } from '../../../lib/content/post-form.js';
import { sayTime } from '../../../lib/base/time-zones.js';
import { maySeeStatistics, maySendMail } from '../../../lib/people/rights.js';
import { statisticsPath } from '../../../lib/views/presenters/periods.js';
import { countPostViews } from '../readers.js';
import { mailingPath, sayState } from '../../../lib/views/presenters/mailings.js';
import { say } from './flash.js';
/** @import { Author } from '../../../lib/people/rights.js' */
/** @import { Post } from '../../../lib/store/types.js' */
/** @import { AuthorBlog, AuthorResult } from '../../types.js' */
/** @import { Flash } from './flash.js' */

/** Characters. */
const LONG = 200_000;

/**
 * The editor of a post, with this author's unpublished changes.
 * @param {Post} post
 * @param {Author} author
 * @param {string | null} done a key of the messages in `flash.js`
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function showPost(post, author, done, blog) {
  const { store, content, index } = blog;
  const { timeZone } = index.settings;
  const [history, copy, viewsOf] = await Promise.all([
    content.history(post.id, post.revision),
    store.get('autosave', `${post.id}:${author.id}`),
    countPostViews(blog),
  ]);
  const revision = copy?.base ?? post.revision ?? '';
  // A copy saved by an earlier version of Larder may have fewer fields.
  const fields = { ...fieldsOfPost(post, timeZone), ...copy?.fields };
  const submission = {
    type: post.type,
    author,
    id: post.id,
    revision,
    post,
    history,
    fields,
    copied: copy?.savedAt,
  };
  // After a reload, “Published.” would be wrong about the unpublished changes.
  const isPast = copy !== null && ['published', 'updated'].includes(done ?? '');
  const views = viewsOf(post.id);
  const readers = views && {
    views,
    url: maySeeStatistics(author) && statisticsPath({ name: 'month' }, urlOf(post)),
  };
  const notes = await notesOn(fields, blog);
  return page(submission, blog, {
    said: isPast ? null : flashFor(done, post, blog),
    readers,
    notes,
  });
}

/**
 * @param {{ markdown: string, excerpt: string }} fields
 * @param {AuthorBlog} blog
 * @returns {Promise<string[]>} what the author is told of the text
 */
async function notesOn({ markdown, excerpt }, { texts, index, words }) {
  // Nobody waits for the editor until a book is rendered; its preview tells.
  if (markdown.length > LONG) return [];
  const source = { markdown, excerpt, ...textContext(markdown, index) };
  try {
    const { notes } = await texts.review(source);
    return notes.map((note) => sayMessage(note, words));
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    return [sayError(error, words)];
  }
}

/**
 * @param {string | null} done a key of the messages in `flash.js`
 * @param {Post} post
 * @param {AuthorBlog} blog
 * @returns {Flash | null}
 */
export function flashFor(done, post, { index, words }) {
  const summary = index.post(post.id);
  const isPublic = summary !== undefined && index.isPublic(summary);
  const date = post.publishedAt
    ? sayTime(post.publishedAt, index.settings.timeZone, words.language)
    : '';
  return say(done, { type: post.type, url: urlOf(post), isPublic, date }, words);
}

/**
 * The editor with a form in it.
 * @param {Parameters<typeof presentEditor>[0] & { sendByEmail?: boolean }} submission
 * @param {AuthorBlog} blog
 * @param {{ status?: number, said?: object | null, readers?: object | '' | null, notes?: string[], conflict?: object,
 *   sent?: 'decide' | 'mend' }} [more] `sent`: the form is shown again, because the author has to decide on a conflict
 *   or to correct a field
 * @returns {Promise<AuthorResult>}
 */
export async function page(submission, blog, { status, ...more } = {}) {
  const editor = presentEditor(submission, blog);
  const mailing = await presentMailing(submission, blog);
  const title = submission.fields.title || editor.heading;
  return {
    view: 'admin/editor',
    model: {
      editor,
      ofPage: lookOf(submission, blog),
      mailing,
      said: null,
      readers: null,
      notes: [],
      conflict: null,
      sent: null,
      ...more,
    },
    page: { title },
    status,
  };
}

/**
 * @param {Pick<Parameters<typeof page>[0], 'type' | 'post' | 'author'>} submission
 * @param {AuthorBlog} blog
 * @returns what its page looks like; with a theme of others, as the journal's. `byline`: HTML, '' of what has none
 */
function lookOf({ type, post, author }, { themes, index, clock }) {
  const own = themes.builtIn().find(({ name }) => name === index.settings.theme);
  const theme = own?.theme ?? themes.base;
  const { styleUrl, scheme } = theme.look(index.style);
  const switches = theme.switches(index.switches()).values;
  const classes = theme.views.render('look', { site: { switches } }).body.toString().trim();
  const words = theme.words(index.looks);
  const now = new Date(clock.now()).toISOString();
  const written = { author: author.id, words: 0, ...post, publishedAt: post?.publishedAt ?? now };
  const said = { draft: false, updated: null, ...presentByline(written, index) };
  const byline = theme.views.render('byline', { words: words.texts, ...said }).body.toString();
  return {
    styleUrl,
    scheme,
    language: index.settings.language,
    direction: words.direction,
    classes,
    titles: JSON.stringify(calloutTitles(words)),
    byline: type === 'post' ? byline : '',
  };
}

/**
 * The box that sends a post by e-mail, or what became of that.
 * @param {Pick<Parameters<typeof page>[0], 'type' | 'id' | 'author' | 'sendByEmail' | 'problems'>} submission
 * @param {AuthorBlog} blog
 */
async function presentMailing({ type, id, author, sendByEmail, problems }, blog) {
  const { mail, subscribers, index, words } = blog;
  if (!mail || type === 'page' || !maySendMail(author)) return null;
  const found = await mail.mailings.find(id);
  if (found) {
    const text = words.say('editor.byEmail', { state: sayState(found, blog) });
    return { link: { url: mailingPath(id), text } };
  }
  if (!index.settings.postalAddress)
    return { link: { url: '/admin/mailings', text: words.say('editor.byEmailAddressFirst') } };
  const count = await subscribers.count(index.post(id)?.tags);
  const problem = problems?.sendByEmail ?? '';
  return {
    box: { count: words.say('editor.subscribers', { count }), isTicked: sendByEmail, problem },
  };
}
