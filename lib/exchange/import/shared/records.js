/** @param {unknown} value @returns {value is Record<string, unknown>} whether it has names and values */
export const isRecord = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

/** @param {unknown} value @returns {Record<string, unknown>[]} what is such in a list */
export const recordsOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** @param {unknown} value @returns {Record<string, unknown>} `{}` when it is none */
export const recordIn = (value) => (isRecord(value) ? value : {});
