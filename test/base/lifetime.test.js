import assert from 'node:assert/strict';
import { Lifetime } from '../../lib/base/lifetime.js';

describe('A lifetime', () => {
  /** @param {(string | Error)[]} parts  an error: it fails to close @returns what closes them, and which were closed so far */
  function open(...parts) {
    const closed = /** @type {string[]} */ ([]);
    /** @type {Lifetime<string>} */
    const lifetime = new Lifetime();
    for (const part of parts)
      lifetime.add(part, async (each, how) => {
        await null;
        if (each instanceof Error) throw each;
        closed.push(`${each} ${how}`);
      });
    return { lifetime, closed };
  }

  it('closes what was opened last first, one after the other', async () => {
    const { lifetime, closed } = open('store', 'server');
    await lifetime.close('now');
    assert.deepEqual(closed, ['server now', 'store now']);
  });

  it('closes each part once, however often it is asked to', async () => {
    const { lifetime, closed } = open('store');
    await Promise.all([lifetime.close('now'), lifetime.close('later')]);
    assert.deepEqual(closed, ['store now']);
  });

  it('closes the others when one cannot be closed, and then says why', async () => {
    const { lifetime, closed } = open('store', new Error('stuck'), 'server');
    await assert.rejects(lifetime.close('now'), { message: 'stuck' });
    assert.deepEqual(closed, ['server now', 'store now']);
  });
});
