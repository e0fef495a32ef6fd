/** @import { Forecast } from '../../import/forecast.js' */

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
    { label: 'Old addresses', count: forecast.addresses },
    { label: 'Posts without a date', count: forecast.undated },
    {
      label: 'Texts that hide something',
      count: forecast.hiding,
      note: forecast.hiding > 0 ? 'drafts here' : '',
    },
  ].map(({ label, count, note }) => ({
    label,
    text: count.toLocaleString('en') + (note ? ` (${note})` : ''),
  }));

/**
 * @param {Forecast} forecast
 * @returns {string} what it would do with the posts and pages
 */
export const presentOutcome = ({ created, updated, unchanged, kept, warned, refused }) =>
  `${created} new, ${updated} changed, ${unchanged} unchanged, ${kept} kept as they are here; ` +
  `${warned} with warnings, ${refused} refused`;

const NAMES = 5;

/** @param {string[]} names */
const namesOf = (names) =>
  names.slice(0, NAMES).join(', ') + (names.length > NAMES ? ` and ${names.length - NAMES} more` : '');
