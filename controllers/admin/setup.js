import { problemsOfSettings } from '../../lib/content/validate-settings.js';
import { defaultSettings } from '../../lib/changes/index/default-settings.js';
import { translateWelcome } from '../../lib/content/welcome.js';
import { zonesAt } from '../../lib/base/zone-list.js';
import { presentLanguages, presentZones } from '../../lib/views/presenters/places.js';
import { presentFields, presentMistakes } from '../../lib/views/presenters/fields.js';
import { shapes } from '../../lib/content/shapes.js';
import { slugify } from '../../lib/base/slug.js';
import { sayProblems } from '../../lib/views/presenters/errors.js';
import { recordOf } from '../../lib/base/record-of.js';
import { attempt } from './outcome.js';
import { clientOf } from './sessions.js';
/** @import { FieldRow } from '../../lib/views/presenters/fields.js' */
/** @import { AuthorAction, AuthorBlog } from '../types.js' */

const ofTheBlog = /** @type {const} */ (['title', 'tagline', 'language', 'timeZone']);
const fieldNames = /** @type {const} */ ([
  ...ofTheBlog,
  'token',
  'name',
  'id',
  'email',
  'password',
]);

/** @typedef {Record<typeof fieldNames[number], string>} Typed */

/** `GET /admin/setup`: the target of the set-up link. @type {AuthorAction} */
export async function form({ query }, blog) {
  const { accounts, index } = blog;
  const token = query.get('token') ?? '';
  await accounts.setup.check(token);
  const defaults = defaultSettings();
  const known = recordOf(fieldNames, () => '');
  // An import may have brought them.
  for (const name of ofTheBlog)
    if (index.settings[name] !== defaults[name]) known[name] = index.settings[name];
  const { language, timeZone } = index.settings;
  return page({ ...known, language, timeZone, token }, blog);
}

/** `POST /admin/setup`: creates the first user, and names the blog. @type {AuthorAction} */
export async function create(request, blog) {
  const { accounts, content, index } = blog;
  const typed = recordOf(fieldNames, (name) => request.form.get(name) ?? '');
  const { token, name, password } = typed;
  await accounts.setup.check(token);
  const sent = ofTheBlog.filter((field) => request.form.has(field));
  const settings = recordOf(sent, (field) => typed[field].trim());
  const problems = problemsOfSettings({ ...index.settings, ...settings });
  if (Object.keys(problems).length > 0) return page(typed, blog, sayProblems(problems, blog.words));
  return attempt(
    async () => {
      const { stage: _, ...cookies } = await accounts.setUp(
        { token, id: typed.id.trim() || slugify(name), name, email: typed.email, password },
        clientOf(request),
      );
      if (sent.length > 0) await content.saveSettings(settings);
      await translateWelcome(content);
      return { ...cookies, redirect: '/admin' };
    },
    ({ text, error: { field = '' } }) => page(typed, blog, { [field]: text }),
    blog.words,
  );
}

const { settings, user } = shapes;

/** @type {Record<string, FieldRow>} */
const rows = {
  title: { is: 'line', schema: settings.title, attributes: { required: '' } },
  tagline: { is: 'line', note: 'common.optional', schema: settings.tagline },
  language: { is: 'language' },
  timeZone: { is: 'zone' },
  name: {
    is: 'line',
    label: 'setup.yourName',
    note: 'common.shownToReaders',
    schema: user.name,
    attributes: { autocomplete: 'name', required: '' },
  },
  id: {
    is: 'exact',
    label: 'field.signInName',
    hint: 'setup.signInNameHint',
    note: 'common.optional',
    schema: user.id,
    attributes: { autocomplete: 'username' },
  },
  email: { is: 'email', note: 'common.optional', schema: user.email },
  password: { is: 'newPassword', hint: 'password.hint' },
};

/**
 * @param {Typed} typed
 * @param {AuthorBlog} blog
 * @param {Record<string, string>} [errors] a sentence for each field that is wrong
 */
async function page({ password: _, ...typed }, { clock, mailPasswordLink, words }, errors) {
  const field = presentFields(rows, typed, errors ?? {}, words, {
    ...(!errors && { title: { focus: true } }),
    password: { values: { count: user.password.minLength } },
  });
  const now = clock.now();
  return {
    view: 'admin/setup',
    model: {
      token: typed.token,
      field,
      asksForEmail: mailPasswordLink !== null,
      languages: presentLanguages(typed.language),
      zones: presentZones(typed.timeZone, await zonesAt(now), now),
      failed: errors && words.say('setup.checkFields'),
      mistakes: presentMistakes(errors ?? {}, field),
    },
    page: { title: words.say('setup.title') },
    status: errors ? 422 : 200,
  };
}
