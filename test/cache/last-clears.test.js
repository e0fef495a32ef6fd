import assert from 'node:assert/strict';
import { LastClears } from '../../lib/cache/last-clears.js';
import { createClock } from '../support/clock.js';

describe('The last clears', () => {
  it('are kept, the newest first, and no more than a screen shows', async () => {
    const clock = createClock();
    const last = new LastClears({ clock });
    for (let number = 1; number <= 25; number++)
      last.record({ cause: 'editPost', about: `Shelf ${number}`, entries: number });
    const list = last.list();
    assert.equal(list.length, 20);
    assert.deepEqual(list[0], {
      at: clock.now(),
      cause: 'editPost',
      about: 'Shelf 25',
      entries: 25,
      count: 1,
    });
    assert.equal(list[19].about, 'Shelf 6');
  });

  it('are one line for one action, such as the removal of a post with its comments', async () => {
    const clock = createClock();
    const last = new LastClears({ clock });
    const note = () => last.record({ cause: 'comment', about: 'Rye bread', entries: 2 });
    for (let comment = 0; comment < 3; comment++) note();
    await clock.tick(1000);
    note();
    assert.deepEqual(
      last.list().map(({ count, entries }) => [count, entries]),
      [
        [1, 2],
        [3, 6],
      ],
    );
  });
});
