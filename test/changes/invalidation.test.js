import assert from 'node:assert/strict';
import { invalidatedBy } from '../../lib/changes/invalidation.js';
import { etagOf } from '../../lib/responses/entry.js';

describe('A file that was changed in the console of the database', () => {
  const bytes = Buffer.from('a jar');
  const kept = { etag: etagOf(bytes), contentType: 'image/png' };
  /** @param {{ bytes: Buffer, type: string }} file */
  const isCleared = (file) => {
    const effect = { id: 'jar.png', mayDiffer: true, file, shown: [], cameOrWent: false };
    const { keys, spares } = invalidatedBy(/** @type {any} */ ({ of: 'media', effect }));
    return !spares?.([...keys][0], /** @type {any} */ (kept));
  };

  it('stays in the cache when it has the same bytes and type, as after a new description', () =>
    assert.equal(isCleared({ bytes, type: 'image/png' }), false));

  it('is cleared when its bytes or its type differ', () => {
    assert.equal(isCleared({ bytes: Buffer.from('a lid'), type: 'image/png' }), true);
    assert.equal(isCleared({ bytes, type: 'image/gif' }), true);
  });
});
