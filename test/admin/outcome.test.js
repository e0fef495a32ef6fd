import assert from 'node:assert/strict';
import { LarderError, withOutcome } from '../../lib/base/errors.js';
import { withAuthors } from '../support/authors.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { Store } from '../../lib/store/types.js' */

describe('An author whose save the store fails', () => {
  /** @type {unknown} */
  let failure = null;
  const double = createStoreDouble();
  const { ada } = withAuthors(['ada'], {
    wrapStore: (/** @type {Store} */ store) => {
      const wrapped = double.wrap(store);
      return {
        ...wrapped,
        write: (writes) => (failure ? Promise.reject(failure) : wrapped.write(writes)),
      };
    },
  });
  afterEach(() => {
    failure = null;
    double.comeBack();
  });
  const away = new LarderError('unavailable', 'The database is away');
  const save = { action: 'publish', title: 'Plum jam', markdown: 'Plums.', revision: '' };

  for (const [outcome, sentence] of /** @type {const} */ ([
    ['notSaved', 'What you sent was not saved.'],
    ['open', 'What you sent may still appear.'],
    ['saved', 'What you sent was saved.'],
    [
      'unsettled',
      'What you sent was not saved, because the database has two texts of it. If that stays so, the owner finds at “System” what to do.',
    ],
  ]))
    it(`is told: ${sentence}`, async () => {
      failure = withOutcome(away, outcome);
      const { text } = await ada.send('/admin/posts/new', save).expect(503);
      assert.ok(text.includes(sentence), text);
      const { body } = await ada.sendJson('/admin/posts/new', save).expect(503);
      assert.equal(body.detail, sentence);
    });

  it('is told that nothing was saved when it was not even tried', async () => {
    double.goDown();
    const { body } = await ada.sendJson('/admin/posts/new', save).expect(503);
    assert.equal(body.detail, 'What you sent was not saved.');
  });

  it('is told nothing of the kind when they only look', async () => {
    double.goDown();
    const { text, status } = await ada.get('/admin/posts/quince-jam');
    assert.equal(status, 503);
    assert.doesNotMatch(text, /What you sent/);
  });
});
