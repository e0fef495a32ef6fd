import { sayMessage } from '../../base/messages.js';
import { saySize } from './plain-text.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Forecast } from '../../exchange/import/forecast.js' */
/** @import { ImportState } from '../../exchange/jobs/imports.js' */

/**
 * @param {Forecast} forecast
 * @param {Words} words
 * @returns {{ label: string, text: string }[]} what an import would lead to, for the terminal and the admin page
 */
export const presentForecast = (forecast, words) =>
  [
    { label: words.say('nav.posts'), count: forecast.posts },
    { label: words.say('nav.pages'), count: forecast.pages },
    { label: words.say('posts.drafts'), count: forecast.drafts },
    { label: words.say('posts.scheduled'), count: forecast.scheduled },
    {
      label: words.say('field.authors'),
      count: forecast.authors.length,
      note: namesOf(forecast.authors, words),
    },
    { label: words.say('field.tags'), count: forecast.tags },
    { label: words.say('imports.newFiles'), count: forecast.pictures },
    { label: words.say('field.comments'), count: forecast.comments },
    { label: words.say('imports.oldUrls'), count: forecast.addresses },
    { label: words.say('imports.undated'), count: forecast.undated },
    {
      label: words.say('imports.hiddenContent'),
      count: forecast.hiding,
      note: forecast.hiding > 0 ? words.say('imports.asDrafts') : '',
    },
  ].map(({ label, count, note }) => ({
    label,
    text: words.number(count) + (note ? ` (${note})` : ''),
  }));

/**
 * @param {Pick<Forecast, 'created' | 'updated' | 'unchanged' | 'kept' | 'warned' | 'refused'>} counts
 * @param {Words} words
 * @returns {string} what an import does, or would do, with the posts and pages
 */
export const presentOutcome = ({ created, updated, unchanged, kept, warned, refused }, words) =>
  words.say('imports.outcome', {
    created,
    updated,
    unchanged,
    kept,
    warned,
    refused,
  });

const NAMES = 5;

/** @param {string[]} names @param {Words} words */
const namesOf = (names, words) =>
  names.slice(0, NAMES).join(', ') +
  (names.length > NAMES ? ` ${words.say('common.andMore', { count: names.length - NAMES })}` : '');

/** @type {Record<ImportState['stage'], string>} */
const TITLES = {
  none: '',
  uploading: 'upload.uploading',
  checking: 'imports.checking',
  ready: 'imports.ready',
  importing: 'imports.importing',
  done: 'imports.done',
  failed: 'imports.failed',
  cancelled: 'imports.cancelled',
  interrupted: 'imports.interrupted',
};

/** @type {Partial<Record<ImportState['stage'], string>>} */
const TEXTS = {
  cancelled: 'imports.soFarStays',
  interrupted: 'imports.stopped',
};

/**
 * @param {ImportState} state
 * @param {{ limit: number, isBusy: boolean, words: Words }} imports
 * @param {{ permalink: string, error: string }} [typed]  addresses that cannot be used
 * @returns {object} the model of the admin page
 */
export function presentImport(state, { limit, isBusy, words }, typed) {
  const { stage, name, progress, forecast, counts, problem, notes, moreNotes } = state;
  const isReady = stage === 'ready' && forecast !== null;
  const shown = isReady ? forecast : counts;
  const explanation = TEXTS[stage];
  return {
    isBusy,
    isReady,
    problem: sayMessage(problem, words),
    heading: stage === 'none' ? '' : words.say(TITLES[stage]) + (name && `: ${name}`),
    explanation: explanation ? words.say(explanation) : '',
    mayCancel: stage === 'checking' || stage === 'importing',
    mayUpload: !isBusy && !isReady,
    uploadLabel:
      stage === 'none' ? words.say('imports.blogToImport') : words.say('imports.anotherFile'),
    limit: saySize(limit, words, 1024),
    progress: progress && { ...progress, text: sayProgress(progress, words) },
    outcome:
      shown &&
      `${words.say('imports.postsAndPages')}: ${presentOutcome({ kept: 0, ...shown }, words)}.`,
    taken: counts?.taken && sayTaken(counts.taken, words),
    hints: (shown?.hints ?? []).map((hint) => sayHint(hint, { isReady, words })),
    permalink: isReady &&
      (forecast.hints.some((hint) => hint.includes('--permalink')) || state.permalink !== '') && {
        value: state.permalink,
        error: '',
        ...(typed && { value: typed.permalink, error: typed.error }),
      },
    rows: isReady ? presentForecast(forecast, words) : [],
    examples: isReady ? forecast.examples : [],
    hasExamples: isReady && forecast.examples.length > 0,
    notes: notes.length > 0 && {
      title: words.say('imports.nMessages', { count: notes.length + moreNotes }),
      isShort: notes.length <= SHORT,
      // What was refused is looked for first.
      list: notes
        .toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused))
        .map((note) => ({ ...note, text: sayMessage(note.text, words) })),
      more: moreNotes > 0 && words.say('common.andMore', { count: moreNotes }),
    },
  };
}

/** As lib/exchange/import/hints.js says it for the terminal. */
const UNPLACED =
  /^The old URLs of some posts are unknown \((?<count>\d+)\): (?<names>.*)\. If (?<file>.*) was at (?<url>.*), import again with --permalink '(?<pattern>.*)'$/s;

/**
 * @param {string} hint
 * @param {{ isReady: boolean, words: Words }} page
 * @returns {string} what can be done on this page, instead of a command
 */
function sayHint(hint, { isReady, words }) {
  const found = UNPLACED.exec(hint)?.groups;
  if (!found) return sayMessage(hint, words);
  const key = isReady ? 'imports.oldUrlsUnknown' : 'imports.oldUrlsUnknownImported';
  return words.say(key, { ...found, count: Number(found.count) });
}

/** So many messages are shown without being asked for. */
const SHORT = 20;

/** @param {NonNullable<ImportState['progress']>} progress @param {Words} words */
const sayProgress = ({ what, done, total }, words) =>
  `${words.say(what)}: ${words.say('progress.amountOf', { amount: done, whole: total })}`;

/** @param {{ comments: number, images: number }} taken @param {Words} words */
const sayTaken = ({ comments, images }, words) =>
  words.say('imports.taken', {
    comments: words.say('common.nComments', { count: comments }),
    files: words.say('common.nFiles', { count: images }),
  });
