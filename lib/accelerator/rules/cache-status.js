/** Cache-Status (RFC 9211). */

export const NAME = 'larder-accelerator';

/**
 * Why a request went to the origin (section 2.2).
 * @typedef {'uri-miss' | 'vary-miss' | 'stale' | 'request' | 'method' | 'bypass'} Forwarding
 */

/** @param {number} ttl seconds for which it is still fresh; negative: since when it is not @returns {string} */
export const hitStatus = (ttl) => `${NAME}; hit; ttl=${ttl}`;

/** Why it is not stored. */
export const TOO_LARGE = 'too-large';

/** A hit by what the origin reported: it has no ttl. */
export const REPORTED_HIT = `${NAME}; hit; detail=told`;

/**
 * @param {Forwarding} forwarding
 * @param {{ status?: number, isStored?: boolean, isCollapsed?: boolean, detail?: string }} [result]  `status`: of the
 *   origin's response
 * @returns {string}
 */
export const forwardStatus = (
  forwarding,
  { status, isStored = false, isCollapsed = false, detail } = {},
) =>
  [
    `${NAME}; fwd=${forwarding}`,
    ...(status === undefined ? [] : [`fwd-status=${status}`]),
    ...(isStored ? ['stored'] : []),
    ...(isCollapsed ? ['collapsed'] : []),
    ...(detail === undefined ? [] : [`detail=${detail}`]),
  ].join('; ');
