import { formatSize } from '../../base/sizes.js';
import { counted } from './words.js';
/** @import { Forecast } from '../../exchange/import/forecast.js' */
/** @import { ImportState } from '../../exchange/jobs/imports.js' */

/**
 * @param {Forecast} forecast
 * @returns {{ label: string, text: string }[]} what an import would lead to, for the terminal and the admin page
 */
export const presentForecast = (forecast) =>
  [
    { label: 'Posts', count: forecast.posts },
    { label: 'Pages', count: forecast.pages },
    { label: 'Drafts', count: forecast.drafts },
    { label: 'Scheduled', count: forecast.scheduled },
    { label: 'Authors', count: forecast.authors.length, note: namesOf(forecast.authors) },
    { label: 'Tags', count: forecast.tags },
    { label: 'New pictures and files', count: forecast.pictures },
    { label: 'New comments', count: forecast.comments },
    { label: 'Old URLs', count: forecast.addresses },
    { label: 'Posts without a date', count: forecast.undated },
    {
      label: 'Posts with hidden content',
      count: forecast.hiding,
      note: forecast.hiding > 0 ? 'imported as drafts' : '',
    },
  ].map(({ label, count, note }) => ({
    label,
    text: count.toLocaleString('en') + (note ? ` (${note})` : ''),
  }));

/**
 * @param {Pick<Forecast, 'created' | 'updated' | 'unchanged' | 'kept' | 'warned' | 'refused'>} counts
 * @returns {string} what an import does, or would do, with the posts and pages
 */
export const presentOutcome = ({ created, updated, unchanged, kept, warned, refused }) =>
  `${created} new, ${updated} changed, ${unchanged} unchanged, ${kept} skipped (edited here); ` +
  `${warned} with warnings, ${refused} refused`;

const NAMES = 5;

/** @param {string[]} names */
const namesOf = (names) =>
  names.slice(0, NAMES).join(', ') +
  (names.length > NAMES ? ` and ${names.length - NAMES} more` : '');

/** @type {Record<ImportState['stage'], string>} */
const TITLES = {
  none: '',
  uploading: 'Uploading',
  checking: 'Checking',
  ready: 'Ready to import',
  importing: 'Importing',
  done: 'Imported',
  failed: 'Import failed',
  cancelled: 'Import cancelled',
  interrupted: 'Import interrupted',
};

/** @type {Partial<Record<ImportState['stage'], string>>} */
const TEXTS = {
  cancelled:
    'Everything imported so far stays. To continue, upload the file again: nothing is imported twice.',
  interrupted:
    'The server was stopped during the last import. Everything imported so far stays. To continue, upload the file again: nothing is imported twice.',
};

/**
 * @param {ImportState} state
 * @param {{ limit: number, isBusy: boolean }} imports
 * @param {{ permalink: string, error: string }} [typed]  addresses that cannot be used
 * @returns {object} the model of the admin page
 */
export function presentImport(state, { limit, isBusy }, typed) {
  const { stage, name, progress, forecast, counts, problem, notes, moreNotes } = state;
  const isReady = stage === 'ready' && forecast !== null;
  const shown = isReady ? forecast : counts;
  return {
    ...{ isBusy, isReady, problem },
    heading: name ? `${TITLES[stage]}: ${name}` : TITLES[stage],
    explanation: TEXTS[stage] ?? '',
    mayCancel: stage === 'checking' || stage === 'importing',
    mayUpload: !isBusy && !isReady,
    uploadLabel: stage === 'none' ? 'Blog to import' : 'Another file',
    limit: formatSize(limit),
    progress: progress && { ...progress, text: sayProgress(progress) },
    outcome: shown && `Posts and pages: ${presentOutcome({ kept: 0, ...shown })}.`,
    taken: counts?.taken && sayTaken(counts.taken),
    hints: shown?.hints ?? [],
    permalink: isReady &&
      (forecast.hints.some((hint) => hint.includes('--permalink')) || state.permalink !== '') && {
        ...{ value: state.permalink, error: '' },
        ...(typed && { value: typed.permalink, error: typed.error }),
      },
    rows: isReady ? presentForecast(forecast) : [],
    examples: isReady ? forecast.examples : [],
    hasExamples: isReady && forecast.examples.length > 0,
    notes: notes.length > 0 && {
      title: counted(notes.length + moreNotes, 'message'),
      isShort: notes.length <= SHORT,
      // What was refused is looked for first.
      list: notes.toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused)),
      more: moreNotes > 0 && `and ${moreNotes.toLocaleString('en')} more`,
    },
  };
}

/** So many messages are shown without being asked for. */
const SHORT = 20;

/** @param {NonNullable<ImportState['progress']>} progress */
const sayProgress = ({ what, done, total }) =>
  `${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;

/** @param {{ comments: number, images: number }} taken */
const sayTaken = ({ comments, images }) =>
  `${counted(comments, 'comment')} and ${counted(images, 'file')} imported.`;
