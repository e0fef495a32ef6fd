import { sayError, sayProblems } from '../../lib/views/presenters/errors.js';
import {
  appearanceOf,
  defaultAppearance,
  differencesOf,
  styleOf,
} from '../../lib/changes/index/appearance.js';
import { ownPicturesOf, withOwnPicture } from '../../lib/changes/index/own-pictures.js';
import { defaultSettings } from '../../lib/changes/index/default-settings.js';
import { readAppearanceForm, readVerification } from '../../lib/content/appearance/form.js';
import { validateAppearance } from '../../lib/content/appearance/validate.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { marksOf, mergeChanges } from '../../lib/content/merge-changes.js';
import { collectProblems } from '../../lib/content/validate.js';
import { again } from '../../lib/content/writing/writer.js';
import { checkTheme } from '../../lib/content/validate-settings.js';
import { digest } from '../../lib/base/digest.js';
import { equal } from '../../lib/base/equal.js';
import { describe, isError, LarderError } from '../../lib/base/errors.js';
import { palettes } from '../../lib/views/appearance/palette.js';
import { presentAppearance } from '../../lib/views/presenters/appearance.js';
import { sayDone } from './outcome.js';
/** @import { Chosen } from '../../lib/content/appearance/form.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Values } from '../../lib/content/merge-changes.js' */
/** @import { Appearance, Autosave, Settings } from '../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** What is not saved yet is stored as an author's unpublished changes are, under this name instead of a post's id. */
const DRAFT = 'appearance';
/** And what was there before the last save, under nobody's name. */
const BEFORE = '';

/** `GET /admin/appearance` @type {SignedInAction} */
export async function show({ author, query }, blog) {
  const saved = await read(blog);
  const draft = await draftOf(author.id, blog);
  const said = flashFor(query.get('done'), blog.words);
  if (!draft)
    return page({ chosen: saved, marks: marksOf(valuesOf(saved)), hasDraft: false, said }, blog);
  const { values, marks } = mergeChanges(draft.marks, valuesOf(draft), valuesOf(saved));
  return page({ chosen: chosenOf(values), marks, hasDraft: true, said }, blog);
}

/** @type {Record<string, string>} */
const messages = {
  saved: 'look.saved',
  undone: 'look.undone',
  discarded: 'look.changesDiscarded',
  uploaded: 'look.themeUploaded',
};

/** @param {string | null} done @param {Words} words */
function flashFor(done, words) {
  const link = done === 'saved' ? { url: '/', title: words.say('nav.viewBlog') } : null;
  const said = sayDone(messages, done, words);
  return said && { ...said, link };
}

/** `POST /admin/appearance`: keeps what was chosen for the preview, or saves it. @type {SignedInAction} */
export async function save({ form, author, headers }, blog) {
  const action = form.get('action') ?? 'save';
  if (action === 'discard') return discard(author.id, blog);
  const marks = form.get('marks') ?? '';
  if (action === 'undo') return undo(author.id, marks, blog);
  const { chosen, problems, verification } = await check(form, blog);
  const wantsJson = headers.accept === 'application/json';
  if (Object.keys(problems).length > 0)
    return wantsJson
      ? { json: { problems }, status: 422 }
      : page({ chosen, marks, problems, verification, hasDraft: true, status: 422 }, blog);
  if (action === 'draft') {
    await blog.content.saveAutosave(DRAFT, author.id, { base: marks, fields: fieldsOf(chosen) });
    return wantsJson ? { json: { problems } } : { redirect: '/admin/appearance' };
  }
  const theirs = await again(() => saveChanges(chosen, marks, blog));
  if (theirs) return showConflict(chosen, theirs, blog);
  await blog.content.removeAutosave(DRAFT, author.id);
  blog.log.info({ by: author.id, changed: ['theme', 'appearance'] }, 'The settings were changed');
  return { redirect: '/admin/appearance?done=saved' };
}

/**
 * Saves what was changed, and nothing else.
 * @param {Chosen} chosen
 * @param {string} marks  of what the form was based on
 * @param {AuthorBlog} blog
 * @returns {Promise<Chosen | null>} what somebody else has saved meanwhile, where both have changed the same
 */
async function saveChanges(chosen, marks, blog) {
  const before = await read(blog);
  const { values, conflicts } = mergeChanges(marks, valuesOf(chosen), valuesOf(before));
  if (conflicts.length > 0) return before;
  const after = chosenOf(values);
  await blog.content.saveSettings(after, { revision: before.revision ?? null });
  if (!equal(fieldsOf(before), fieldsOf(after)))
    await blog.content.saveAutosave(DRAFT, BEFORE, { base: '', fields: fieldsOf(before) });
  return null;
}

/**
 * @param {Chosen} mine
 * @param {Chosen} theirs
 * @param {AuthorBlog} blog
 */
const showConflict = (mine, theirs, blog) =>
  page(
    { chosen: mine, marks: marksOf(valuesOf(theirs)), theirs, hasDraft: true, status: 409 },
    blog,
  );

/** @param {string} by @param {AuthorBlog} blog */
async function discard(by, { content }) {
  await content.removeAutosave(DRAFT, by);
  return { redirect: '/admin/appearance?done=discarded' };
}

/**
 * Back to what was there before the last save, but for the pictures, which the page of settings changes; once more, and
 * it is there again.
 * @param {string} by
 * @param {string} marks  of what the form was based on
 * @param {AuthorBlog} blog
 */
async function undo(by, marks, blog) {
  const earlier = await draftOf(BEFORE, blog);
  if (!earlier) return { redirect: '/admin/appearance' };
  const now = await read(blog);
  // It would undo what somebody else has saved since.
  if (marks !== '' && marks !== marksOf(valuesOf(now))) return showConflict(now, now, blog);
  const { logoDark } = ownPicturesOf(now);
  const changed = { theme: earlier.theme, ...withOwnPicture('logoDark', logoDark, earlier) };
  await blog.content.saveSettings(changed, { revision: now.revision ?? null });
  await blog.content.saveAutosave(DRAFT, BEFORE, { base: '', fields: fieldsOf(now) });
  await blog.content.removeAutosave(DRAFT, by);
  blog.log.info({ by, changed: ['theme', 'appearance'] }, 'The settings were changed');
  return { redirect: '/admin/appearance?done=undone' };
}

/** `POST /admin/appearance/theme`: uploads a theme, and shows it in the preview. @type {SignedInAction} */
export async function upload({ files: [file], author }, blog) {
  const saved = await read(blog);
  const draft = await draftOf(author.id, blog);
  const { marks, ...chosen } = draft ?? { ...saved, marks: marksOf(valuesOf(saved)) };
  try {
    if (!file?.bytes)
      throw new LarderError('invalid', 'No file selected.', { word: ['common.noFileSelected'] });
    await blog.themes.check(file.bytes);
    const { id } = await saveUpload(
      { name: file.name, bytes: file.bytes },
      author.id,
      blog.content,
    );
    const theme = checkTheme(mediaUrl(id));
    const fields = fieldsOf({ ...chosen, theme });
    await blog.content.saveAutosave(DRAFT, author.id, { base: marks, fields });
  } catch (error) {
    if (!(error instanceof LarderError) || describe(error).status >= 500) throw error;
    const problems = { upload: sayError(error, blog.words) };
    return page({ chosen, marks, problems, hasDraft: true, status: 422 }, blog);
  }
  return { redirect: '/admin/appearance?done=uploaded' };
}

/** `GET /admin/appearance/preview?path=…`: a page of the blog, as it would look. @type {SignedInAction} */
export async function preview({ query, author }, blog) {
  const settings = await draftSettings(author.id, blog);
  const styleUrl = `/admin/appearance/style?${digest(styleOf(settings))}`;
  const shown = await blog.showAs(query.get('path') ?? '/', { settings, styleUrl });
  return shown && { bytes: shown.body, contentType: shown.contentType, framed: true };
}

/** `GET /admin/appearance/style`: the style sheet of the preview. @type {SignedInAction} */
export async function style({ author }, blog) {
  const settings = await draftSettings(author.id, blog);
  const theme = await blog.themes.open(settings.theme);
  return theme.sheet(styleOf(settings));
}

/**
 * @param {URLSearchParams} form
 * @param {AuthorBlog} blog
 * @returns {Promise<{ chosen: Chosen, problems: Record<string, string>, verification: string }>} `chosen` is valid
 *   where there are no problems
 */
async function check(form, { themes, words }) {
  const { manifest } = await themes.open(form.get('theme') ?? '');
  const typed = readAppearanceForm(form, { palettes, switchesOf: () => manifest.switches });
  const verification = form.get('verification') ?? '';
  const meta = attempt(() => readVerification(verification), words);
  const { theme, appearance } = typed;
  const known = attempt(() => checkTheme(theme), words);
  const { valid, problems } = collectProblems(validateAppearance, appearance, defaultAppearance);
  const all = {
    ...sayProblems(problems, words),
    ...(meta.problem && { verification: meta.problem }),
    ...(known.problem && { theme: known.problem }),
  };
  if (Object.keys(all).length > 0) return { chosen: typed, problems: all, verification };
  const whole = attempt(() => validateAppearance({ ...valid, verification: meta.value }), words);
  return whole.value
    ? { chosen: { theme, appearance: whole.value }, problems: {}, verification }
    : { chosen: typed, problems: { verification: whole.problem }, verification };
}

/**
 * @template T
 * @param {() => T} run
 * @param {Words} words
 * @returns {{ value?: T, problem: string }} '' unless it is invalid
 */
function attempt(run, words) {
  try {
    return { value: run(), problem: '' };
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return { problem: sayError(error, words) };
  }
}

/** @param {Pick<AuthorBlog, 'store'>} blog @returns {Promise<Settings>} */
const read = async ({ store }) => ({
  ...defaultSettings(),
  ...(await store.get('settings', 'site')),
});

/** @param {string} by @param {AuthorBlog} blog @returns {Promise<Chosen & { marks: string } | null>} */
async function draftOf(by, { store }) {
  /** @type {Autosave | null} */
  const draft = await store.get('autosave', `${DRAFT}:${by}`);
  if (!draft) return null;
  const { theme, appearance } = draft.fields;
  return { theme, appearance: JSON.parse(appearance), marks: draft.base };
}

/** @param {string} by @param {AuthorBlog} blog @returns {Promise<Settings>} */
async function draftSettings(by, blog) {
  const saved = await read(blog);
  const draft = await draftOf(by, blog);
  if (!draft) return saved;
  const { values } = mergeChanges(draft.marks, valuesOf(draft), valuesOf(saved));
  return { ...saved, ...chosenOf(values) };
}

/** @param {Chosen} chosen @returns {Values} */
const valuesOf = ({ theme, appearance }) => ({ theme, ...appearanceOf({ appearance }) });

/** @param {Values} values @returns {{ theme: string, appearance: Partial<Appearance> }} */
function chosenOf({ theme, ...appearance }) {
  return { theme: String(theme), appearance: differencesOf(appearance) };
}

/** @param {Chosen} chosen */
const fieldsOf = ({ theme, appearance }) => ({ theme, appearance: JSON.stringify(appearance) });

/**
 * @param {object} work
 * @param {Chosen} work.chosen
 * @param {string} work.marks  of what it is based on
 * @param {Chosen} [work.theirs]  what somebody else has saved meanwhile
 * @param {boolean} work.hasDraft
 * @param {string} [work.verification]  as typed
 * @param {Record<string, string>} [work.problems]
 * @param {object | null} [work.said]
 * @param {number} [work.status]
 * @param {AuthorBlog} blog
 */
async function page({ chosen, verification, said = null, status = 200, ...shown }, blog) {
  const { index, store, themes } = blog;
  const current = index.settings.theme;
  const uploaded = [...new Set([current, chosen.theme])].filter((name) =>
    name.startsWith('/media/'),
  );
  const all = themes.builtIn();
  for (const name of uploaded) all.push({ name, theme: await themes.open(name) });
  const canUndo = (await store.get('autosave', `${DRAFT}:${BEFORE}`)) !== null;
  const typed = verification ?? metaOf(chosen);
  const work = { ...shown, chosen, verification: typed, themes: all, canUndo };
  return {
    view: 'admin/appearance',
    model: { ...presentAppearance(work, blog), said },
    page: { title: blog.words.say('nav.appearance') },
    status,
  };
}

/** @param {Chosen} chosen @returns {string} as it was pasted */
const metaOf = (chosen) =>
  appearanceOf(chosen)
    .verification.map(
      ({ name, content }) => `<meta name="${name}" content="${content.replaceAll('"', '&quot;')}">`,
    )
    .join('\n');
