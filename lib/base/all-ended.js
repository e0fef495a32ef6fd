/**
 * @param {(Promise<unknown> | null)[]} works
 * @returns {Promise<void>} when all have ended, also when one has failed
 * @throws what the first of them throws
 */
export async function allEnded(works) {
  const ended = await Promise.allSettled(works);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
