import { wordsOf } from '../../lib/base/words.js';
import { defaultSettings } from '../../lib/changes/index/default-settings.js';
import { problemsOfSettings } from '../../lib/content/validate-settings.js';
import { describe, isError, LarderError } from '../../lib/base/errors.js';
import {
  reordered,
  settingsOf,
  readSettingsForm,
  formOfSettings,
} from '../../lib/content/settings-form.js';
import { isUsual, menuOf, storedMenu, usualLinks } from '../../lib/changes/index/menu.js';
import { withOwnPicture } from '../../lib/changes/index/own-pictures.js';
import { isPicture } from '../../lib/content/media/types.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { again } from '../../lib/content/writing/writer.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { equal } from '../../lib/base/equal.js';
import { zonesAt } from '../../lib/base/zone-list.js';
import { cut } from '../../lib/base/unicode.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
import { mergeChanges } from '../../lib/content/merge-changes.js';
import { readOwnerWords } from '../../lib/views/presenters/owner-words.js';
import { sayError } from '../../lib/views/presenters/errors.js';
import { problemOfWord } from '../../lib/content/validate-words.js';
import { presentSettings, sayChanged } from '../../lib/views/presenters/settings.js';
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { OwnPicture } from '../../lib/changes/index/own-pictures.js' */
/** @import { Content } from '../../lib/content/content.js' */
/** @import { SentFile } from '../../lib/content/media/multipart.js' */
/** @import { MenuLink } from '../../lib/changes/index/menu.js' */
/** @import { SettingsForm } from '../../lib/content/settings-form.js' */
/** @import { Settings } from '../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** Bytes: every page shows it. */
const LARGEST_PICTURE = 500_000;

/** `GET /admin/settings` @type {SignedInAction} */
export async function show({ query }, blog) {
  const settings = await read(blog);
  const saved = query.get('saved');
  const said =
    saved === null
      ? null
      : { text: sayChanged(saved.split(','), settings, blog.words), link: null };
  return page({ typed: formOfSettings(settings), revision: settings.revision ?? '' }, blog, {
    said,
  });
}

/** `POST /admin/settings`: saves, or reorders the rows of links. @type {SignedInAction} */
export async function save({ form, author }, blog) {
  const typed = readSettingsForm(form);
  const revision = form.get('revision') ?? '';
  const moved = reordered(typed, form.get('action') ?? '');
  if (moved) {
    const text = blog.words.say('settings.linksNotSaved');
    return page({ typed: moved, revision }, blog, { said: { text, link: null } });
  }
  const before = await read(blog);
  const changes = settingsOf(typed, wordsOf(before));
  const wanted = { ...before, ...changes };
  const problems = problemsOfSettings(wanted);
  if (Object.keys(problems).length > 0)
    return page({ typed, revision, problems }, blog, { status: 422 });
  try {
    const after = await blog.content.saveSettings(changes, { revision: revision || null });
    const changed = changesBetween(before, after);
    if (changed.length > 0) blog.log.info({ by: author.id, changed }, 'The settings were changed');
    return { redirect: `/admin/settings?saved=${changed.join(',')}` };
  } catch (error) {
    if (!isError(error, 'conflict')) throw error;
    return showConflict(typed, blog);
  }
}

/** `POST /admin/settings/navigation`: adds a page, or one of the usual links. @type {SignedInAction} */
export async function addPage({ form, author }, { index, content, store, log }) {
  const link = linkTo(form.get('page') ?? '', index);
  if (!link) return null;
  const settings = await read({ store });
  const words = wordsOf(settings);
  const links = menuOf(settings, words);
  const isThere = links.some(({ url }) => url === link.url);
  if (!isThere) {
    const menu = storedMenu(withLink(link, links), words);
    await content.saveSettings(menu, { revision: settings.revision ?? null });
    log.info({ by: author.id, changed: ['navigation'] }, 'The settings were changed');
  }
  return { redirect: `/admin/settings?saved=${isThere ? '' : 'navigation'}#navigation` };
}

/** @param {string} page  its id, or the URL of a usual link @param {BlogIndex} index @returns {MenuLink | undefined} */
function linkTo(page, index) {
  const post = index.post(page);
  if (post?.type !== 'page' || !index.isPublic(post))
    return usualLinks(index.words).find(({ url }) => url === page);
  return { title: cut(post.title, 99), url: urlOf(post) };
}

/** @param {MenuLink} link @param {MenuLink[]} links @returns {MenuLink[]} a page comes before the usual last ones */
function withLink(link, links) {
  const place = links.findIndex(({ url, footer }) => footer || url === '/subscribe');
  return isUsual(link.url) || place < 0 ? [...links, link] : links.toSpliced(place, 0, link);
}

/** `POST /admin/settings/words`: what the owner says otherwise. @type {SignedInAction} */
export async function changeWords({ form, author }, blog) {
  const settings = await read(blog);
  const typed = readOwnerWords(form, settings);
  const { values, conflicts } = mergeChanges(form.get('marks') ?? '', typed, settings.words);
  const isWrong = Object.entries(typed).some(([name, text]) => problemOfWord(name, text) !== null);
  if (isWrong || conflicts.length > 0) {
    const work = { typed: formOfSettings(settings), revision: settings.revision ?? '' };
    const status = isWrong ? 422 : 409;
    return page({ ...work, wrongWords: { typed, conflicts } }, blog, { status });
  }
  const words = /** @type {Settings['words']} */ (values);
  await blog.content.saveSettings({ words }, { revision: settings.revision ?? null });
  blog.log.info({ by: author.id, changed: ['words'] }, 'The settings were changed');
  return { redirect: '/admin/settings?saved=words#words' };
}

/**
 * `POST /admin/settings/logo` and the like: uploads a picture, or removes it.
 * @param {OwnPicture} name
 * @returns {SignedInAction}
 */
export const changePicture =
  (name) =>
  async ({ form, files: [file], author }, blog) => {
    try {
      const isRemoved = form.get('action') === 'remove';
      const picture = isRemoved ? '' : await savePicture(file, author.id, blog.content);
      await again(async () => {
        const before = await read(blog);
        const changed = withOwnPicture(name, picture, before);
        await blog.content.saveSettings(changed, { revision: before.revision ?? null });
      });
    } catch (error) {
      if (!(error instanceof LarderError) || describe(error).status >= 500) throw error;
      const settings = await read(blog);
      const work = { typed: formOfSettings(settings), revision: settings.revision ?? '' };
      const wrongPicture = { name, problem: sayError(error, blog.words) };
      return page({ ...work, wrongPicture }, blog, { status: 422 });
    }
    blog.log.info({ by: author.id, changed: [name] }, 'The settings were changed');
    return { redirect: `/admin/settings?saved=${name}#pictures` };
  };

/**
 * @param {SentFile | undefined} file
 * @param {string} by a user's id
 * @param {Content} content
 * @returns {Promise<string>} its path
 * @throws {LarderError} when it is no small picture
 */
async function savePicture(file, by, content) {
  if (!file)
    throw new LarderError('invalid', 'No file selected.', { word: ['common.noFileSelected'] });
  const { name, bytes } = file;
  if (bytes === null || bytes.length > LARGEST_PICTURE)
    throw new LarderError('invalid', `Use an image of at most ${LARGEST_PICTURE / 1000} kB.`);
  if (!isPicture((await content.inspectMedia(bytes, name)).type))
    throw new LarderError('invalid', 'This file is not an image.');
  return mediaUrl((await saveUpload({ name, bytes }, by, content)).id);
}

/** @param {Pick<AuthorBlog, 'store'>} blog @returns {Promise<Settings>} */
const read = async ({ store }) => ({
  ...defaultSettings(),
  ...(await store.get('settings', 'site')),
});

/** Shows a conflict: somebody else has saved meanwhile. @param {SettingsForm} typed @param {AuthorBlog} blog */
async function showConflict(typed, blog) {
  const theirs = await read(blog);
  return page({ typed, revision: theirs.revision ?? '', theirs }, blog, { status: 409 });
}

/**
 * @param {Omit<Parameters<typeof presentSettings>[0], 'zones'>} work
 * @param {AuthorBlog} blog
 * @param {{ status?: number, said?: object | null }} [more]
 */
const page = async (work, blog, { status = 200, said = null } = {}) => ({
  view: 'admin/settings',
  model: {
    ...presentSettings({ ...work, zones: await zonesAt(blog.clock.now()) }, blog),
    said,
    failed: status === 422 && blog.words.say('common.nothingSavedCheck'),
    conflict: work.theirs !== undefined,
  },
  page: { title: blog.words.say(status === 200 ? 'nav.settings' : 'common.notSaved') },
  status,
});

/** @param {Settings} before @param {Settings} after @returns {string[]} */
function changesBetween(before, after) {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => !equal(was.get(name), value));
  return changed.map(([name]) => name).filter((name) => name !== 'revision');
}
