import pino from 'pino';

/** @typedef {Pick<import('pino').Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>} Log */

/**
 * @param {string} level
 * @returns {import('pino').Logger} one JSON object a line, on stderr: stdout belongs to what a command answers
 */
export const createLog = (level) =>
  pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
