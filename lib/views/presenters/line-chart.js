import { formatter, percent, roundUp, sayBoth, summaryOf } from './bar-chart.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Point } from './bar-chart.js' */

/** Pixels; the line itself has a box of its own, which is stretched to the width of the chart. */
const HEIGHT = 160;
const WIDTH = 1000;
/** Days between two labels. */
const STEP = 7;

/**
 * Visitors by day, or views where visitors are not known, as a line for an SVG, and a text for each day.
 * @param {Point[]} series  two days at least
 * @param {Words} words
 */
export function presentLine(series, words) {
  const counts = series.map(({ visitors, views }) => visitors ?? views);
  const top = roundUp(Math.max(...counts, 2));
  const [short, long] = [
    // Names of months are wide there, and the labels of a phone stand close together.
    formatter({ day: 'numeric', month: words.language === 'ja' ? 'numeric' : 'short' }, words),
    formatter({ weekday: 'short', day: 'numeric', month: 'short' }, words),
  ];
  const step = WIDTH / (series.length - 1);
  const points = counts.map(
    (count, place) => `${Math.round(place * step)} ${Math.round(HEIGHT * (1 - count / top))}`,
  );
  const line = `M${points.join('L')}`;
  const slot = 100 / (series.length - 1);
  return {
    height: HEIGHT,
    wide: WIDTH,
    base: HEIGHT + 24,
    line,
    area: `${line}V${HEIGHT}H0Z`,
    rules: [1, 0.5, 0].map((part) => ({
      y: HEIGHT * (1 - part) + 0.5,
      text: part > 0 && words.number(top * part),
    })),
    days: series.map(({ from, views, visitors }, place) => ({
      text: `${long(from)}: ${sayBoth(views, visitors, words)}`,
      x: percent(Math.max(0, place - 0.5) * slot),
      width: percent(slot),
      at: percent(place * slot),
      y: HEIGHT * (1 - counts[place] / top),
    })),
    labels: series.flatMap(({ from }, place) =>
      // The last one is today's, and none comes too close to it.
      (series.length - 1 - place) % STEP === 0
        ? { at: percent(place * slot), text: short(from), anchor: anchorOf(place, series.length) }
        : [],
    ),
    summary: summaryOf(series, 'day', long, words),
  };
}

/** @param {number} place @param {number} length */
const anchorOf = (place, length) => {
  if (place === length - 1) return 'end';
  return place === 0 ? 'start' : 'middle';
};
