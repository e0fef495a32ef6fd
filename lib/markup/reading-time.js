/** Words a minute: the mean of adults who read silently (Brysbaert 2019, doi:10.1016/j.jml.2019.104047). */
const WORDS_A_MINUTE = 238;

/** @param {number} words @returns {number} whole minutes, at least one */
export const readingMinutes = (words) => Math.max(1, Math.round(words / WORDS_A_MINUTE));
