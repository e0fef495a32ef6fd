import { isTimeZone, sayTime } from '../../base/time-zones.js';
import { isLanguage } from '../../content/validate-settings.js';
import { isWritten, textFields, formOfSettings } from '../../content/settings-form.js';
import { YIELDING } from '../../base/slug.js';
import { usualLinks } from '../../changes/index/menu.js';
import { nearest, readerWords } from '../../base/words.js';
import { presentOwnerWords } from './owner-words.js';
import { nameOf, presentLanguages, presentZones } from './places.js';
import { urlOf } from './posts.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Zone } from '../../base/zone-list.js' */
/** @import { SettingsForm } from '../../content/settings-form.js' */
/** @import { Problems } from '../../content/validate-settings.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Settings } from '../../store/types.js' */

/** Rows for links to come that stand ready. */
const EMPTY_ROWS = 2;

/** As on the page. @type {Record<string, string>} */
const labels = {
  title: 'Title',
  tagline: 'Tagline',
  language: 'Language',
  timeZone: 'Time zone',
  postsPerPage: 'Posts per page',
  comments: 'New comments',
  commentsCloseAfterDays: 'Close comments after',
  navigation: 'Navigation',
  llmsText: 'llms.txt',
  securityText: 'security.txt',
};

const waysOfComments = [
  ['held', 'Hold for approval'],
  ['shown', 'Publish at once'],
  ['off', 'Do not accept comments'],
];

/**
 * The page of settings.
 * @param {object} work
 * @param {SettingsForm} work.typed
 * @param {string} work.revision that is to be replaced; '' when there was none
 * @param {Problems} [work.problems]
 * @param {Settings} [work.theirs] what somebody else has saved meanwhile
 * @param {{ name: string, problem: string }} [work.wrongPicture] that was refused
 * @param {Settings['words']} [work.wrongWords]  that were refused
 * @param {Zone[]} work.zones
 * @param {{ index: BlogIndex, clock: Clock }} blog
 */
export function presentSettings(
  { typed, revision, problems = {}, theirs, wrongPicture, wrongWords, zones },
  { index, clock },
) {
  const now = new Date(clock.now()).toISOString();
  const zone = typed.timeZone.trim();
  const meanwhile = theirs && formOfSettings(theirs);
  const first = Object.keys(problems)[0];
  const fields = textFields.map((name) => {
    const problem = problems[name] ? { text: problems[name] } : null;
    const theirs = meanwhile && meanwhile[name] !== typed[name] ? { text: meanwhile[name] } : null;
    const notes = [problem && `${name}-problem`, theirs && `${name}-theirs`];
    const described = notes.filter(Boolean).join(' ');
    return [name, { name, value: typed[name], problem, focus: name === first, theirs, described }];
  });
  const links = typed.links.filter(isWritten);
  return {
    revision,
    field: Object.fromEntries(fields),
    ways: waysOfComments.map(([value, text]) => ({
      value,
      text,
      checked: value === typed.comments,
    })),
    rows: [...links, ...Array(EMPTY_ROWS).fill({ title: '', url: '' })].map((link, row) => ({
      footer: false,
      ...link,
      row,
      number: row + 1,
    })),
    linksProblem: problems.navigation ? { text: problems.navigation } : null,
    linksFocus: first === 'navigation',
    theirLinks: meanwhile && !isSame(meanwhile.links, links) ? { links: meanwhile.links } : null,
    pages: presentPages(links, index),
    pictures: presentPictures(index.settings, wrongPicture),
    hiding: presentHiding(index),
    languages: presentLanguages(typed.language),
    languageNote: sayUntranslated(typed.language),
    ownerWords: presentOwnerWords(index.settings, wrongWords),
    zones: presentZones(typed.timeZone, zones, clock.now()),
    mistakes: Object.entries(problems).map(([name, text]) => ({
      name,
      text: `${labels[name] ?? name}: ${text}`,
    })),
    clock: isTimeZone(zone) ? { text: sayTime(now, zone) } : null,
  };
}

/** @param {string} typed @returns {string} what readers do not see in this language; '' when they see all in it */
const sayUntranslated = (typed) =>
  isLanguage(typed.trim()) && !nearest(typed.trim(), readerWords.languages)
    ? `Dates and numbers are in ${nameOf(typed.trim())}. Its words are not translated yet: readers see English ones.`
    : '';

/** @type {{ name: 'logo' | 'icon', title: string, hint: string }[]} */
const pictures = [
  {
    name: 'logo',
    title: 'Logo',
    hint: 'Instead of the title at the top, 40 pixels high. At most 500 kB.',
  },
  {
    name: 'icon',
    title: 'Icon',
    hint: 'For tabs, home screens and feeds. Square, at most 500 kB.',
  },
];

/** @param {Readonly<Settings>} settings as they are @param {{ name: string, problem: string }} [wrong] */
const presentPictures = (settings, wrong) =>
  pictures.map((picture) => ({
    ...picture,
    url: settings[picture.name],
    problem: wrong?.name === picture.name ? wrong.problem : null,
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
 * @returns {{ title: string, url: string, what: string }[]} pages that take the place of something of ours
 */
const presentHiding = (index) =>
  [...YIELDING].flatMap(([slug, what]) => {
    const page = index.find('page', slug);
    return page && index.isPublic(page) ? [{ title: page.title, url: urlOf(page), what }] : [];
  });

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What a save means for readers.
 * @param {string[]} changed names of settings
 * @param {Settings} settings as they are now
 * @returns {string}
 */
export function sayChanged(changed, settings) {
  const sentences = Object.entries(meanings)
    .filter(([name]) => changed.includes(name))
    .map(([, say]) => say(settings));
  return sentences.length > 0 ? sentences.join(' ') : 'No changes to save.';
}

/** @type {Record<string, (settings: Settings) => string>} */
const meanings = {
  title: () => 'Title changed.',
  tagline: () => 'Tagline changed.',
  language: ({ language }) => `Language changed to ${nameOf(language)}.`,
  timeZone: ({ timeZone }) => `Time zone changed to ${timeZone}.`,
  postsPerPage: ({ postsPerPage }) => `Posts per page changed to ${postsPerPage}.`,
  comments: ({ comments }) =>
    ({
      held: 'New comments are now held for approval.',
      shown: 'New comments are now published at once.',
      off: 'Comments are now closed. Existing ones stay.',
    })[comments],
  commentsCloseAfterDays: ({ commentsCloseAfterDays: days }) =>
    days === 0
      ? 'Posts now stay open for comments.'
      : `Comments now close after ${days === 1 ? 'one day' : `${days} days`}.`,
  navigation: () => 'Navigation changed.',
  words: () => 'Words changed.',
  logo: ({ logo }) => (logo ? 'Logo changed.' : 'Logo removed.'),
  icon: ({ icon }) => (icon ? 'Icon changed.' : 'Icon removed.'),
  poweredBy: ({ poweredBy }) =>
    poweredBy ? 'The menu names Larder.' : 'The menu no longer names Larder.',
  llmsText: ({ llmsText }) => (llmsText ? 'llms.txt changed.' : 'llms.txt removed.'),
  securityText: ({ securityText }) =>
    securityText ? 'security.txt changed.' : 'security.txt removed.',
};
