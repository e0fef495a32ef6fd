import assert from 'node:assert/strict';
import { differences, isRolledBack } from '../../lib/changes/replay.js';

const nothing = { posts: [], comments: [], users: [], pictures: [], settings: null };
const kinds = { post: 'posts', comment: 'comments', user: 'users' };

/** @param {string} list @param {string} revision */
const held = (list, revision) =>
  /** @type {any} */ ({ ...nothing, [list]: [{ id: 'one', revision }] });

describe('The comparison with the last run, at the start,', () => {
  for (const [kind, list] of Object.entries(kinds)) {
    it(`finds a ${kind} that was added, changed or removed while the server was down`, () => {
      const [old, young] = [held(list, '4'), held(list, '9')];
      const told = { kind, id: 'one' };
      assert.deepEqual(differences(nothing, old), [{ ...told, revision: '4' }]);
      assert.deepEqual(differences(old, young), [{ ...told, revision: '9' }]);
      assert.deepEqual(differences(old, nothing), [{ ...told, revision: undefined }]);
      assert.deepEqual(differences(old, old), []);
    });

    it(`finds an older database by a single ${kind}`, () => {
      assert.ok(isRolledBack(held(list, '9'), held(list, '4')));
      assert.ok(!isRolledBack(held(list, '9'), held(list, '10')));
    });
  }

  it('finds settings that were saved or reset', () => {
    const saved = /** @type {any} */ ({ ...nothing, settings: { id: 'site', revision: '3' } });
    assert.deepEqual(differences(nothing, saved), [
      { kind: 'settings', id: 'site', revision: '3' },
    ]);
    assert.deepEqual(differences(saved, nothing), [
      { kind: 'settings', id: 'site', revision: undefined },
    ]);
  });
});
