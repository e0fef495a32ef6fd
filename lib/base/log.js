import pino from 'pino';
import { stopwatch } from './clock.js';
import { messageOf } from './errors.js';
import { isFullDisk } from './system-errors.js';
/** @import { Logger, LoggerOptions } from 'pino' */

/** @typedef {Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>} Log */
/** @typedef {{ isTTY?: boolean, hasColors?: () => boolean, write: (text: string) => boolean }} Terminal */

/** Escape sequences of a terminal. @type {Record<string, string>} */
const colours = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31m' };
const PLAIN = '\x1b[0m';

/** Milliseconds until the same is said again of a full disk, on which whatever is tried again each second fails. */
const FULL_AGAIN = 10 * 60_000;

/** Characters that could move the cursor of a terminal, or reverse the direction of text. */
const unseen = /[^\P{C}\n]/gu;

/**
 * @param {string} level
 * @param {Terminal} [stderr] may be a terminal
 * @param {() => number} [now]  milliseconds
 * @returns {Logger} writes one line per entry to stderr, since stdout is for the output of commands: readable text on
 * a terminal, else JSON
 */
export function createLog(level, stderr, now = stopwatch) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (/** @type {string} */ name) => ({ level: name }) },
    hooks: { logMethod: onceIfFull(now) },
  };
  if (!stderr?.isTTY) return pino(options, pino.destination({ dest: 2, sync: true }));
  const hasColors = stderr.hasColors?.() ?? false;
  return pino(options, { write: (line) => void stderr.write(readable(line, hasColors)) });
}

/**
 * Of a full disk one line tells all: where in the program it was met says nothing.
 * @param {() => number} now
 * @returns {NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>}
 */
function onceIfFull(now) {
  /** @type {Map<string, number>} */
  const saidAt = new Map();
  return function (args, method) {
    const [fields, message = ''] = /** @type {any[]} */ (args);
    if (!isFullDisk(fields?.err)) return method.apply(this, args);
    const { err, ...rest } = fields;
    const last = saidAt.get(message) ?? -Infinity;
    if (now() - last < FULL_AGAIN) return;
    saidAt.set(message, now());
    method.apply(this, [{ reason: messageOf(err), ...rest }, message]);
  };
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
