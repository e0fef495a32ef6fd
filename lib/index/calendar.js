/**
 * @param {string} timeZone an IANA name
 * @returns {(moment: number) => string} the day of a moment there
 */
export function dayIn(timeZone) {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  return (moment) => format.format(moment);
}

/**
 * @param {string} timeZone an IANA name
 * @returns {(iso: string) => string} the year of a moment there, e.g. '2026'
 */
export function yearIn(timeZone) {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  return (iso) => {
    // Asking Intl costs microseconds; only at the turn of a year can a time zone matter.
    const day = iso.slice(5, 10);
    return day === '12-31' || day === '01-01' ? format.format(new Date(iso)) : iso.slice(0, 4);
  };
}
