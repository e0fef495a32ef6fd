import { isTimeZone, sayTime } from '../../base/time-zones.js';
import { isLanguage } from '../../content/validate-settings.js';
import { isWritten, textFields, formOfSettings } from '../../content/settings-form.js';
import { usualLinks } from '../../changes/index/menu.js';
import { ownPictures, ownPicturesOf } from '../../changes/index/own-pictures.js';
import { recordOf } from '../../base/record-of.js';
import { nearest, readerWords } from '../../base/words.js';
import { settingsThat } from '../../store/settings-fields.js';
import { textsOfPictures } from './own-pictures.js';
import { presentOwnerWords } from './owner-words.js';
import { sayProblems } from './errors.js';
import { presentFields, presentMistakes } from './fields.js';
import { shapes } from '../../content/shapes.js';
import { nameOf, presentLanguages, presentZones } from './places.js';
import { urlOf } from './posts.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Zone } from '../../base/zone-list.js' */
/** @import { FieldRow, ShownField } from './fields.js' */
/** @import { SettingPart } from '../../store/settings-fields.js' */
/** @import { SettingsForm } from '../../content/settings-form.js' */
/** @import { Problems } from '../../content/validate-settings.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { OwnPicture } from '../../changes/index/own-pictures.js' */
/** @import { Settings } from '../../store/types.js' */

/** Rows for links to come that stand ready. */
const EMPTY_ROWS = 2;

/** Those of rows that are on the page. */
const ofRows = settingsThat(({ control }) => control);

const { title, tagline } = shapes.settings;

/** @type {Record<string, FieldRow>} */
const rows = {
  title: { is: 'line', schema: title, attributes: { required: '' } },
  tagline: { is: 'line', schema: tagline },
  language: { is: 'language', attributes: { class: 'medium' } },
  timeZone: { is: 'zone', attributes: { class: 'medium' } },
  comments: { is: 'choice' },
  ...Object.fromEntries(
    ofRows.map(([name, { is, schema, control }]) => [name, { is, schema, ...control }]),
  ),
};

const waysOfComments = [
  ['held', 'settings.commentsHeld'],
  ['shown', 'settings.commentsShown'],
  ['off', 'settings.commentsOff'],
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
  const theirsOf = (/** @type {typeof textFields[number]} */ name) =>
    meanwhile && meanwhile[name] !== typed[name] ? meanwhile[name] : undefined;
  const said = sayProblems(problems, words);
  const field = presentFields(rows, typed, said, words, {
    ...recordOf(textFields, (name) => ({ theirs: theirsOf(name) })),
    language: {
      hint: sayUntranslated(typed.language, words) || words.say('settings.languageHint'),
      theirs: theirsOf('language'),
    },
    timeZone: {
      hint: isTimeZone(zone)
        ? words.say('zone.timeThere', { time: sayTime(now, zone, words.language) })
        : words.say('settings.timeZoneHint'),
      theirs: theirsOf('timeZone'),
    },
  });
  const links = typed.links.filter(isWritten);
  return {
    revision,
    field,
    part: presentParts(field),
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
    linksProblem: said.navigation ? { text: said.navigation } : null,
    linksFocus: first === 'navigation',
    theirLinks: meanwhile && !isSame(meanwhile.links, links) ? { links: meanwhile.links } : null,
    pages: presentPages(links, index),
    pictures: presentPictures(index.settings, wrongPicture, words),
    hiding: presentHiding(index, words),
    languages: presentLanguages(typed.language),
    ownerWords: presentOwnerWords(index.settings, words, wrongWords),
    zones: presentZones(typed.timeZone, zones, clock.now()),
    mistakes: presentMistakes(said, { ...field, navigation: { label: words.say('nav.menu') } }),
  };
}

/**
 * The fields of rows, in the parts of the page.
 * @param {Record<string, ShownField>} field
 * @returns {Partial<Record<SettingPart, ShownField[]>>}
 */
const presentParts = (field) =>
  ofRows.reduce((parts, [name, { control }]) => {
    const part = /** @type {SettingPart} */ (control?.part);
    return { ...parts, [part]: [...(parts[part] ?? []), field[name]] };
  }, /** @type {Partial<Record<SettingPart, ShownField[]>>} */ ({}));

/**
 * @param {string} typed
 * @param {Words} words
 * @returns {string} what readers do not see in this language; '' when they see all in it
 */
const sayUntranslated = (typed, words) =>
  isLanguage(typed.trim()) && !nearest(typed.trim(), readerWords.languages)
    ? words.say('settings.untranslated', { language: nameOf(typed.trim()) })
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
const hidden = { subscribe: 'settings.pageAboutFeeds', rss: 'settings.redirectToRss' };

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
  for (const [name, { saved = () => 'common.changesSaved' }] of rest)
    sentences.push(words.say(saved(/** @type {never} */ (settings[name]))));
  return sentences.length > 0 ? sentences.join(' ') : words.say('common.noChangesToSave');
}

/** @param {OwnPicture} name @returns {(settings: Settings, words: Words) => string} */
const sayPicture = (name) => (settings, words) => {
  const { saved, removed } = textsOfPictures[name];
  return words.say(ownPicturesOf(settings)[name] ? saved : removed);
};

/** @type {Record<string, (settings: Settings, words: Words) => string>} */
const meanings = {
  title: (_, words) => words.say('settings.titleSaved'),
  tagline: (_, words) => words.say('settings.taglineSaved'),
  language: ({ language }, words) =>
    words.say('settings.languageChanged', { language: nameOf(language) }),
  timeZone: ({ timeZone }, words) => words.say('settings.timeZoneChanged', { zone: timeZone }),
  postsPerPage: ({ postsPerPage: count }, words) =>
    words.say('settings.postsPerPageChanged', { count }),
  comments: ({ comments }, words) =>
    ({
      held: words.say('settings.commentsNowHeld'),
      shown: words.say('settings.commentsNowShown'),
      off: words.say('settings.commentsNowOff'),
    })[comments],
  commentsCloseAfterDays: ({ commentsCloseAfterDays: count }, words) =>
    count === 0
      ? words.say('settings.commentsNowStayOpen')
      : words.say('settings.commentsNowClose', { count }),
  navigation: (_, words) => words.say('settings.menuSaved'),
  words: (_, words) => words.say('settings.wordsSaved'),
  ...recordOf(ownPictures, sayPicture),
};
