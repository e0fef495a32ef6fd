import assert from 'node:assert/strict';
import { friendlyComment, welcomePost } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';

describe('The comments on a post, in CouchDB', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  it('have the one that was just written, though the node that lists them lacks it', async () => {
    const document = { ...friendlyComment, _rev: '1-made' };
    // As usual, the list is empty.
    couch.play(({ path, method, body }) =>
      path === '_all_docs' && method === 'POST'
        ? {
            body: {
              rows: body.keys.map((/** @type {string} */ id) => ({
                id,
                key: id,
                value: { rev: document._rev },
                doc: { ...document, _id: id },
              })),
            },
          }
        : undefined,
    );
    const store = await couch.open();
    await store.write([{ kind: 'comment', record: friendlyComment, revision: null }]);
    const ids = (await store.commentsOf(welcomePost.id)).map(({ id }) => id);
    assert.deepEqual(ids, [friendlyComment.id]);
    assert.deepEqual(await store.commentsOf('another'), []);
  });
});
