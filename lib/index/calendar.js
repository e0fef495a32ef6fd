/**
 * @param {string} timeZone an IANA name
 * @returns {(moment: number) => string} the date of a time in that zone
 */
export function dayIn(timeZone) {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  return (moment) => format.format(moment);
}

/**
 * @param {string} timeZone an IANA name
 * @returns {(iso: string) => string} the year of a time in that zone, such as '2026'
 */
export function yearIn(timeZone) {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  return (iso) => {
    // Intl takes microseconds, and the time zone matters only around New Year.
    const day = iso.slice(5, 10);
    return day === '12-31' || day === '01-01' ? format.format(new Date(iso)) : iso.slice(0, 4);
  };
}
