/**
 * @param {string | null | undefined} revision of either store: a number, with or without a hash behind it
 * @returns {number} of two revisions of one record the later has the higher one; 0 when there is none
 */
export const generation = (revision) => (revision ? Number.parseInt(revision, 10) : 0);
