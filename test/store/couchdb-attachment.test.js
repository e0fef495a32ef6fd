import assert from 'node:assert/strict';
import { jamPhoto } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';

describe('A file whose attachment was deleted in CouchDB', () => {
  it('is an empty one, so that it can be read, listed, and kept in a backup', async () => {
    const couch = await scriptedCouch();
    const { id, bytes: _, ...fields } = jamPhoto;
    const document = { _id: `media:${id}`, _rev: '2-a', ...fields };
    couch.play(({ path }) => {
      if (path === `media:${id}`) return { body: document };
      if (path === '_all_docs') return { body: { rows: [{ id: document._id, doc: document }] } };
    });
    const store = await couch.open();
    const empty = { id, ...fields, size: 0, bytes: Buffer.alloc(0), revision: '2-a' };
    assert.deepEqual(await store.get('media', id), empty);
    for await (const file of store.all('media')) assert.deepEqual(file, empty);
    await couch.close();
  });
});
