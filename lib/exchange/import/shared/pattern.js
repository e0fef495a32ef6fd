/**
 * @typedef {object} Pattern
 * @property {(name: string) => string | undefined} valueOf  of a variable; undefined when the post has none
 */

/**
 * @param {string} pattern such as '/:year/:title/'
 * @param {Pattern['valueOf']} valueOf
 * @param {RegExp} [variable] its first group is the name
 * @returns {string | null} null when a variable has no value
 */
export function fillPattern(pattern, valueOf, variable = /:([a-z_]\w*)/gi) {
  let isFilled = true;
  const path = pattern.replace(variable, (_, name) => {
    const value = valueOf(name);
    isFilled &&= value !== undefined;
    return value ?? '';
  });
  return isFilled ? path : null;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const DAY = 86_400_000;

/**
 * @param {Date | null} at its UTC fields are the local time
 * @returns {Record<string, string>} the variables of Hexo, Jekyll and Hugo; none without a date
 */
export function dateVariables(at) {
  if (!at) return {};
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const [monthName, dayName] = [MONTH.format(at), WEEKDAY.format(at)];
  const yearDay = Math.floor((at.getTime() - Date.UTC(year, 0)) / DAY) + 1;
  const weekDay = at.getUTCDay() || 7;
  // The week belongs to the year of its Thursday (ISO 8601).
  const thursday = new Date(at.getTime() + (4 - weekDay) * DAY);
  const weekYear = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(weekYear, 0)) / DAY / 7) + 1;
  return {
    year: String(year),
    short_year: two(year % 100),
    w_year: String(weekYear),
    month: two(month + 1),
    i_month: String(month + 1),
    monthname: monthName,
    long_month: monthName,
    short_month: monthName.slice(0, 3),
    week: two(week),
    day: two(day),
    i_day: String(day),
    y_day: String(yearDay).padStart(3, '0'),
    yearday: String(yearDay),
    weekday: String(at.getUTCDay()),
    w_day: String(weekDay),
    weekdayname: dayName,
    long_day: dayName,
    short_day: dayName.slice(0, 3),
    hour: two(at.getUTCHours()),
    minute: two(at.getUTCMinutes()),
    second: two(at.getUTCSeconds()),
  };
}
