import { isTimeZone, sayTime } from '../../base/time-zones.js';
import { isLanguage } from '../../content/validate-settings.js';
import { isWritten, textFields, formOfSettings } from '../../content/settings-form.js';
import { usualLinks } from '../../changes/index/menu.js';
import { ownPictures, ownPicturesOf } from '../../changes/index/own-pictures.js';
import { recordOf } from '../../base/record-of.js';
import { nearest, readerWords } from '../../base/words.js';
import { settingsThat } from '../../store/settings-fields.js';
import { presentControls } from './controls.js';
import { textsOfPictures } from './own-pictures.js';
import { presentOwnerWords } from './owner-words.js';
import { sayMessage } from '../../base/messages.js';
import { nameOf, presentLanguages, presentZones } from './places.js';
import { urlOf } from './posts.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Zone } from '../../base/zone-list.js' */
/** @import { SettingPart } from '../../store/settings-fields.js' */
/** @import { SettingsForm } from '../../content/settings-form.js' */
/** @import { Problems } from '../../content/validate-settings.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { OwnPicture } from '../../changes/index/own-pictures.js' */
/** @import { Settings } from '../../store/types.js' */

/** Rows for links to come that stand ready. */
const EMPTY_ROWS = 2;

/** Those of rows that are on the page. */
const rows = settingsThat(({ control }) => control);

/** As on the page. @type {Record<string, string>} */
const labels = {
  title: 'title',
  tagline: 'tagline',
  language: 'language',
  timeZone: 'timeZone2',
  comments: 'newComments',
  navigation: 'menu',
  ...Object.fromEntries(rows.map(([name, { control }]) => [name, control?.label])),
};

const waysOfComments = [
  ['held', 'holdForApproval'],
  ['shown', 'publishAtOnce'],
  ['off', 'doNotAcceptComments'],
];

/**
 * The page of settings.
 * @param {object} work
 * @param {SettingsForm} work.typed
 * @param {string} work.revision that is to be replaced; '' when there was none
 * @param {Problems} [work.problems]
 * @param {Settings} [work.theirs] what somebody else has saved meanwhile
 * @param {{ name: string, problem: string }} [work.wrongPicture] that was refused
 * @param {Parameters<typeof presentOwnerWords>[2]} [work.wrongWords]  that were refused
 * @param {Zone[]} work.zones
 * @param {{ index: BlogIndex, clock: Clock, words: Words }} blog
 */
export function presentSettings(
  { typed, revision, problems = {}, theirs, wrongPicture, wrongWords, zones },
  { index, clock, words },
) {
  const now = new Date(clock.now()).toISOString();
  const zone = typed.timeZone.trim();
  const meanwhile = theirs && formOfSettings(theirs);
  const first = Object.keys(problems)[0];
  const fields = textFields.map((name) => {
    const problem = problems[name] ? { text: sayMessage(problems[name], words) } : null;
    const theirs = meanwhile && meanwhile[name] !== typed[name] ? { text: meanwhile[name] } : null;
    const notes = [problem && `${name}-problem`, theirs && `${name}-theirs`];
    const described = notes.filter(Boolean).join(' ');
    return [name, { name, value: typed[name], problem, focus: name === first, theirs, described }];
  });
  const field = Object.fromEntries(fields);
  const links = typed.links.filter(isWritten);
  return {
    revision,
    field,
    part: presentParts(field, words),
    ways: waysOfComments.map(([value, key]) => ({
      value,
      text: words.say(key),
      checked: value === typed.comments,
    })),
    rows: [...links, ...Array(EMPTY_ROWS).fill({ title: '', url: '' })].map((link, row) => ({
      footer: false,
      ...link,
      row,
      number: row + 1,
    })),
    linksProblem: problems.navigation ? { text: sayMessage(problems.navigation, words) } : null,
    linksFocus: first === 'navigation',
    theirLinks: meanwhile && !isSame(meanwhile.links, links) ? { links: meanwhile.links } : null,
    pages: presentPages(links, index),
    pictures: presentPictures(index.settings, wrongPicture, words),
    hiding: presentHiding(index, words),
    languages: presentLanguages(typed.language),
    languageNote: sayUntranslated(typed.language, words),
    ownerWords: presentOwnerWords(index.settings, words, wrongWords),
    zones: presentZones(typed.timeZone, zones, clock.now()),
    mistakes: Object.entries(problems).map(([name, text]) => ({
      name,
      text: `${labels[name] ? words.say(labels[name]) : name}: ${sayMessage(text, words)}`,
    })),
    clock: isTimeZone(zone) ? { text: sayTime(now, zone, words.language) } : null,
  };
}

/**
 * The controls of rows, for `views/admin/setting.mustache`.
 * @param {Record<string, object>} field  what is presented of each, by name
 * @param {Words} words
 * @returns {Partial<Record<SettingPart, object[]>>}
 */
function presentParts(field, words) {
  /** @type {Partial<Record<SettingPart, object[]>>} */
  const parts = {};
  for (const control of presentControls(rows, (name) => field[name], words))
    (parts[/** @type {SettingPart} */ (control.part)] ??= []).push(control);
  return parts;
}

/**
 * @param {string} typed
 * @param {Words} words
 * @returns {string} what readers do not see in this language; '' when they see all in it
 */
const sayUntranslated = (typed, words) =>
  isLanguage(typed.trim()) && !nearest(typed.trim(), readerWords.languages)
    ? words.say('untranslated', { language: nameOf(typed.trim()) })
    : '';

/**
 * @param {Readonly<Settings>} settings as they are
 * @param {{ name: string, problem: string } | undefined} wrong
 * @param {Words} words
 */
const presentPictures = (settings, wrong, words) =>
  ownPictures.map((name) => ({
    name,
    title: words.say(textsOfPictures[name].title),
    hint: words.say(textsOfPictures[name].hint),
    url: ownPicturesOf(settings)[name],
    problem: wrong?.name === name ? wrong.problem : null,
  }));

/** @param {Settings['navigation']} links @param {BlogIndex} index */
function presentPages(links, index) {
  const pages = [...index.posts()].filter((post) => post.type === 'page' && index.isPublic(post));
  const all = pages.map((page) => ({ id: page.id, title: page.title, url: urlOf(page) }));
  const usual = usualLinks(index.words).map(({ title, url }) => ({ id: url, title, url }));
  const others = [...usual, ...all].filter(
    ({ url }) => !links.some((link) => link.url.trim() === url),
  );
  return { all, others, any: others.length > 0 };
}

/**
 * @param {BlogIndex} index
 * @param {Words} words
 * @returns {{ title: string, url: string, what: string }[]} pages that take the place of something of ours
 */
const presentHiding = (index, words) =>
  Object.entries(hidden).flatMap(([slug, key]) => {
    const page = index.find('page', slug);
    return page && index.isPublic(page)
      ? [{ title: page.title, url: urlOf(page), what: words.say(key) }]
      : [];
  });

/** What pages at these addresses hide: see `YIELDING` in lib/base/slug.js. */
const hidden = { subscribe: 'thePageAboutFeeds', rss: 'theRedirectToTheRss' };

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What a save means for readers.
 * @param {string[]} changed names of settings
 * @param {Settings} settings as they are now
 * @param {Words} words
 * @returns {string}
 */
export function sayChanged(changed, settings, words) {
  const sentences = Object.entries(meanings)
    .filter(([name]) => changed.includes(name))
    .map(([, say]) => say(settings, words));
  const rest = settingsThat((_, name) => changed.includes(name) && !Object.hasOwn(meanings, name));
  for (const [name, { saved = () => 'changesSaved' }] of rest)
    sentences.push(words.say(saved(/** @type {never} */ (settings[name]))));
  return sentences.length > 0 ? sentences.join(' ') : words.say('noChangesToSave');
}

/** @param {OwnPicture} name @returns {(settings: Settings, words: Words) => string} */
const sayPicture = (name) => (settings, words) => {
  const { saved, removed } = textsOfPictures[name];
  return words.say(ownPicturesOf(settings)[name] ? saved : removed);
};

/** @type {Record<string, (settings: Settings, words: Words) => string>} */
const meanings = {
  title: (_, words) => words.say('titleSaved'),
  tagline: (_, words) => words.say('taglineSaved'),
  language: ({ language }, words) => words.say('languageChanged', { language: nameOf(language) }),
  timeZone: ({ timeZone }, words) => words.say('timeZoneChanged', { zone: timeZone }),
  postsPerPage: ({ postsPerPage: count }, words) => words.say('postsPerPageChanged', { count }),
  comments: ({ comments }, words) =>
    ({
      held: words.say('newCommentsAreNowHeld'),
      shown: words.say('newCommentsAreNowPublished'),
      off: words.say('commentsAreNowClosedExisting'),
    })[comments],
  commentsCloseAfterDays: ({ commentsCloseAfterDays: count }, words) =>
    count === 0 ? words.say('postsNowStayOpenFor') : words.say('commentsCloseAfter', { count }),
  navigation: (_, words) => words.say('menuSaved'),
  words: (_, words) => words.say('wordsSaved'),
  ...recordOf(ownPictures, sayPicture),
};
