import pino from 'pino';
/** @import { Logger } from 'pino' */

/** @typedef {Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>} Log */
/** @typedef {{ isTTY?: boolean, hasColors?: () => boolean, write: (text: string) => boolean }} Terminal */

/** Escape sequences of a terminal. @type {Record<string, string>} */
const colours = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31m' };
const PLAIN = '\x1b[0m';

/** Characters that could move the cursor of a terminal, or reverse the direction of text. */
const unseen = /[^\P{C}\n]/gu;

/**
 * @param {string} level
 * @param {Terminal} [stderr] may be a terminal
 * @returns {Logger} writes one line per entry to stderr, since stdout is for the output of commands: readable text on
 * a terminal, else JSON
 */
export function createLog(level, stderr) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (/** @type {string} */ name) => ({ level: name }) },
  };
  if (!stderr?.isTTY) return pino(options, pino.destination({ dest: 2, sync: true }));
  const hasColors = stderr.hasColors?.() ?? false;
  return pino(options, { write: (line) => void stderr.write(readable(line, hasColors)) });
}

/** @param {string} line of JSON @param {boolean} hasColors @returns {string} the same as readable text */
function readable(line, hasColors) {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const stack = err ? `\n${err.stack ?? JSON.stringify(err)}`.replaceAll('\n', '\n  ') : '';
  const text = [msg, fields.join(' ')].filter(Boolean).join('  ') + stack;
  const colour = hasColors ? colours[level] : undefined;
  const name = colour ? `${colour}${level}${PLAIN}` : level;
  const gap = ' '.repeat(6 - level.length);
  return `${new Date(time).toLocaleTimeString('en-GB')} ${name}${gap}${text.replace(unseen, escape)}\n`;
}

/** @param {string} character @returns {string} its JSON escape sequence */
const escape = (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
