import assert from 'node:assert/strict';
import { createLog } from '../../lib/base/log.js';

describe('The server log', () => {
  /** @param {string} level @param {boolean} hasColors */
  const onTerminal = (level, hasColors) => {
    const said = { text: '' };
    const write = (/** @type {string} */ chunk) => (said.text += chunk) !== '';
    const terminal = { isTTY: true, hasColors: () => hasColors, write };
    return { log: createLog(level, terminal), said };
  };

  it('is readable on a terminal: time, level, message, fields', () => {
    const { log, said } = onTerminal('info', false);
    log.info('Stopping');
    log.warn({ path: '/a b', entries: 7 }, 'A request was turned away');
    log.debug('Not said');
    const time = String.raw`\d\d:\d\d:\d\d`;
    assert.match(
      said.text,
      new RegExp(
        `^${time} info {2}Stopping\n${time} warn {2}A request was turned away {2}path="/a b" entries=7\n$`,
      ),
    );
  });

  it('shows an error with its stack and cause on a terminal', () => {
    const { log, said } = onTerminal('info', false);
    log.error({ err: new Error('No jar', { cause: new Error('No shelf') }) }, 'A request failed');
    assert.match(
      said.text,
      / error A request failed\n {2}Error: No jar\n {6}at [^]*caused by: Error: No shelf/,
    );
  });

  it('says of a full disk in one line what fails, and the same again after ten minutes', () => {
    let now = 0;
    const lines = /** @type {string[]} */ ([]);
    const write = (/** @type {string} */ line) => lines.push(line) > 0;
    const log = createLog('info', { isTTY: true, write }, () => now);
    const full = Object.assign(new Error('disk is full'), { code: 'SQLITE_FULL' });
    const err = new Error('The database cannot grow', { cause: full });
    for (; now < 1_200_000; now += 1000) log.warn({ err }, 'Statistics could not be written');
    log.error({ err }, 'A request failed');
    log.error({ err: new Error('No jar') }, 'A request failed');
    assert.deepEqual(
      lines.map((line) => line.slice('00:00:00 '.length).split('\n', 2)[0]),
      [
        ...Array(2).fill(
          'warn  Statistics could not be written  reason="The database cannot grow"',
        ),
        'error A request failed  reason="The database cannot grow"',
        'error A request failed',
      ],
    );
    assert.equal(lines.slice(0, 3).join('').match(/\n/g)?.length, 3, 'no stack');
  });

  it('is coloured on a terminal with colours', () => {
    const { log, said } = onTerminal('warn', true);
    log.warn('Slow');
    assert.ok(said.text.endsWith(' \x1b[33mwarn\x1b[0m  Slow\n'));
  });

  it('escapes control characters in what clients send', () => {
    const { log, said } = onTerminal('info', false);
    log.info({ path: '/\x1b[2J\x9b2J\u202e', err: new Error('\x1b]0;mine\x07\rGone') }, 'Odd');
    assert.doesNotMatch(said.text, /[^\P{Cc}\n]|\u202e/u);
    assert.match(said.text, /\\u001b\[2J/);
  });
});
