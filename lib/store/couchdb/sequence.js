/**
 * The `Store` port's sequence: the epoch in which it is valid, and CouchDB's own sequence, which is opaque.
 *
 * @param {{ epoch: string, since: string | number }} place
 * @returns {string}
 */
export const toSequence = ({ epoch, since }) => `${epoch}:${since}`;

/**
 * @param {string} sequence
 * @returns {{ epoch: string, since: string }}
 */
export function fromSequence(sequence) {
  const colon = sequence.indexOf(':');
  return { epoch: sequence.slice(0, colon), since: sequence.slice(colon + 1) };
}
