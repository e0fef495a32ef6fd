import assert from 'node:assert/strict';
import { createLog } from '../lib/log.js';

describe('The server log', () => {
  /** @param {string} level @param {boolean} hasColors */
  const onTerminal = (level, hasColors) => {
    const said = { text: '' };
    const write = (/** @type {string} */ chunk) => (said.text += chunk) !== '';
    const terminal = { isTTY: true, hasColors: () => hasColors, write };
    return { log: createLog(level, terminal), said };
  };

  it('is for people on a terminal: the time of day, the level by its name, the sentence, and the rest', () => {
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

  it('has the whole of an error there, with its cause', () => {
    const { log, said } = onTerminal('info', false);
    log.error({ err: new Error('No jar', { cause: new Error('No shelf') }) }, 'A request failed');
    assert.match(
      said.text,
      / error A request failed\n {2}Error: No jar\n {6}at [^]*caused by: Error: No shelf/,
    );
  });

  it('is coloured where that can be seen', () => {
    const { log, said } = onTerminal('warn', true);
    log.warn('Slow');
    assert.ok(said.text.endsWith(' \x1b[33mwarn\x1b[0m  Slow\n'));
  });

  it('lets nothing that a stranger sends move the cursor of who reads it', () => {
    const { log, said } = onTerminal('info', false);
    log.info({ path: '/\x1b[2J\x9b2J\u202e', err: new Error('\x1b]0;mine\x07\rGone') }, 'Odd');
    assert.doesNotMatch(said.text, /[^\P{Cc}\n]|\u202e/u);
    assert.match(said.text, /\\u001b\[2J/);
  });
});
