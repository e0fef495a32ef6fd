import { deepEqual } from 'node:assert/strict';
import { createPresence } from '../../lib/content/presence.js';
import { createClock } from '../support/clock.js';

describe('Who has a post open', () => {
  const start = () => {
    const clock = createClock('2026-11-28T10:00:00Z');
    return { clock, presence: createPresence({ clock }) };
  };
  const seen = (/** @type {string} */ author, page = '1') => ({ author, page, isSeen: true });

  it('is everybody else who said so, each once, and oneself on another page', () => {
    const { presence } = start();
    deepEqual(presence.stay('jam', seen('ada')), []);
    deepEqual(presence.stay('jam', seen('emil')), ['ada']);
    presence.stay('jam', seen('emil', '2'));
    deepEqual(presence.stay('jam', seen('ada')), ['emil']);
    deepEqual(presence.stay('jam', seen('ada', '2')), ['emil', 'ada']);
    deepEqual(presence.stay('rye', seen('anna')), []);
  });

  it('is nobody who has left, and nobody else can say that they have', () => {
    const { presence } = start();
    presence.stay('jam', seen('ada'));
    presence.leave('jam', { author: 'emil', page: '1' });
    deepEqual(presence.stay('jam', seen('emil')), ['ada']);
    presence.leave('jam', { author: 'ada', page: '1' });
    deepEqual(presence.stay('jam', seen('emil')), []);
  });

  it('is nobody who said nothing for a minute, or for half an hour where the page is behind others', async () => {
    const { clock, presence } = start();
    presence.stay('jam', seen('ada'));
    presence.stay('jam', { author: 'emil', page: '1', isSeen: false });
    await clock.tick(60_000);
    deepEqual(presence.stay('jam', seen('anna')), ['ada', 'emil']);
    await clock.tick(1);
    deepEqual(presence.stay('jam', seen('anna')), ['emil']);
    await clock.tick(29 * 60_000);
    deepEqual(presence.stay('jam', seen('anna')), []);
  });

  it('is forgotten for the oldest posts and pages, however many there are', () => {
    const { presence } = start();
    for (let page = 0; page < 60; page++) presence.stay('jam', seen(`author${page}`));
    deepEqual(presence.stay('jam', seen('ada')).length, 50);
    presence.stay('rye', seen('emil'));
    for (let post = 0; post < 999; post++) presence.stay(`post${post}`, seen('emil'));
    deepEqual(presence.stay('rye', seen('ada')), ['emil']);
    deepEqual(presence.stay('jam', seen('anna')), []);
  });
});
