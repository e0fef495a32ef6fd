/** @import { Words } from '../../base/words.js' */
/** @import { Step } from '../../statistics/calendar.js' */
/** @import { Figures } from '../../statistics/open.js' */

/** @typedef {Figures['series'][number]} Point */

/** Pixels. Widths are percentages, so that texts keep their size on every screen. */
const HEIGHT = 180;
/** Labels below the bars that fit on a phone. */
const LABELS_AT_MOST = 7;
/** Part of the room of a bar that it fills, and percent of the chart that it takes at most. */
const FILLED = 0.8;
const WIDEST = 12;

/** @type {Record<Step, { short: Intl.DateTimeFormatOptions, long: Intl.DateTimeFormatOptions }>} */
const styles = {
  hour: { short: { timeStyle: 'short' }, long: { timeStyle: 'short' } },
  day: {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'short', day: 'numeric', month: 'short' },
  },
  week: {
    short: { day: 'numeric', month: 'short' },
    long: { day: 'numeric', month: 'short', year: 'numeric' },
  },
  month: { short: { month: 'short' }, long: { month: 'long', year: 'numeric' } },
  year: { short: { year: 'numeric' }, long: { year: 'numeric' } },
};

/**
 * Views, and visitors where they are known, over time: bars for an SVG, and the rows of a table that says the same.
 * @param {Point[]} series
 * @param {Step} by
 * @param {Words} words
 */
export function presentBars(series, by, words) {
  const isWeek = by === 'day' && series.length <= 7;
  const top = roundUp(Math.max(...series.map(({ views }) => views), 2));
  const hasVisitors = series[0].visitors !== null;
  const slot = 100 / series.length;
  const width = Math.min(FILLED * slot, WIDEST);
  const step = Math.ceil(series.length / LABELS_AT_MOST);
  const [short, long] = [
    formatter(isWeek ? { weekday: 'short' } : styles[by].short, words),
    formatter(styles[by].long, words),
  ];
  const bar = (/** @type {number} */ count) => {
    const height = Math.max(count > 0 ? 2 : 0, Math.round((HEIGHT * count) / top));
    return { y: HEIGHT - height, height };
  };
  return {
    height: HEIGHT,
    base: HEIGHT + 22,
    lines: [1, 0.5, 0].map((part) => ({
      y: HEIGHT * (1 - part) + 0.5,
      text: part > 0 && words.number(top * part),
    })),
    bars: series.map(({ from, views, visitors }, place) => ({
      text: `${long(from)}: ${sayBoth(views, visitors, words)}`,
      x: percent(place * slot),
      width: percent(slot),
      barX: percent((place + 0.5) * slot - width / 2),
      barWidth: percent(width),
      views: bar(views),
      visitors: visitors !== null && bar(visitors),
      label: place % step === 0 && { x: percent((place + 0.5) * slot), text: short(from) },
    })),
    rows: series.map(({ from, views, visitors }) => ({
      from,
      text: long(from),
      views: words.number(views),
      visitors: visitors !== null && words.number(visitors),
    })),
    by,
    unit: words.say(summaries[by].views),
    hasVisitors,
    summary: summaryOf(series, by, long, words),
  };
}

/**
 * @param {Point[]} series
 * @param {Step} by
 * @param {(from: string) => string} name
 * @param {Words} words
 * @returns {string} what it shows, for those who do not see it
 */
export function summaryOf(series, by, name, words) {
  const most = series.reduce((best, each) => (each.views > best.views ? each : best));
  const peak =
    most.views > 0
      ? words.say('stats.chartPeak', {
          figures: sayBoth(most.views, most.visitors, words),
          when: name(most.from),
        })
      : words.say('common.noneYet');
  const { views, both } = summaries[by];
  return `${words.say(most.visitors === null ? views : both)}. ${peak}`;
}

/** @param {number} views @param {number | null} visitors @param {Words} words */
export const sayBoth = (views, visitors, words) =>
  words.say('stats.nViews', { count: views }) +
  (visitors === null ? '' : `, ${words.say('stats.nVisitors', { count: visitors })}`);

/** @type {Record<Step, { views: string, both: string }>} */
const summaries = {
  hour: { views: 'stats.viewsByHour', both: 'stats.viewsAndVisitorsByHour' },
  day: { views: 'stats.viewsByDay', both: 'stats.viewsAndVisitorsByDay' },
  week: { views: 'stats.viewsByWeek', both: 'stats.viewsAndVisitorsByWeek' },
  month: { views: 'stats.viewsByMonth', both: 'stats.viewsAndVisitorsByMonth' },
  year: { views: 'stats.viewsByYear', both: 'stats.viewsAndVisitorsByYear' },
};

/** @param {Intl.DateTimeFormatOptions} style @param {Words} words @returns {(from: string) => string} */
export function formatter(style, { language }) {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...style,
    timeZone: 'UTC',
  });
  return (from) => format.format(Date.parse(from.length > 10 ? `${from}:00Z` : `${from}T00:00Z`));
}

/** @param {number} count @returns {number} an even number of one digit and zeros, so that half of it is whole */
export function roundUp(count) {
  const unit = 10 ** Math.floor(Math.log10(count));
  const steps = [1, 2, 3, 4, 5, 6, 8, 10].map((each) => each * unit);
  return steps.find((each) => each >= count && each % 2 === 0) ?? 10 * unit;
}

/** @param {number} part */
export const percent = (part) => `${Number(part.toFixed(3))}%`;
