import assert from 'node:assert/strict';
import { publishingToken } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';

describe('A record made again in CouchDB, where it was removed before,', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  const path = `token:${publishingToken.id}`;
  const write = async () => {
    const store = await couch.open();
    return store.write([{ kind: 'token', record: publishingToken, revision: null }]);
  };

  it('is there, though another process has taken it for a late one and withdrawn it', async () => {
    const withdrawal = `${'f'.repeat(24)}${'0'.repeat(8)}`;
    const ids = [withdrawal, 'marked', 'removed', 'first'];
    const leaf = { _rev: `4-${withdrawal}`, _deleted: true, _revisions: { start: 4, ids } };
    const made = (/** @type {string} */ rev) => ({ status: 201, body: { ok: true, rev } });
    couch.play((request) => {
      if (request.path !== path) return undefined;
      if (request.method === 'GET') return { body: [{ ok: { _id: path, ...leaf } }] };
      const { _rev: base, isFirst } = request.body;
      if (base === undefined) return made(isFirst ? '3-marked' : '5-anew');
      return { status: 409, body: { error: 'conflict' } };
    });
    assert.deepEqual(await write(), ['5-anew']);
  });

  const theirs = { _rev: '4-theirs', _revisions: { start: 4, ids: ['theirs', 'marked'] } };
  const withdrawn = `${'f'.repeat(24)}${'0'.repeat(8)}`;
  const end = {
    _rev: `4-${withdrawn}`,
    _deleted: true,
    _revisions: { start: 4, ids: [withdrawn, 'marked'] },
  };
  for (const [when, leaves] of /** @type {[string, object[]][]} */ ([
    ['', [theirs]],
    [', and withdrawn it, too', [end, theirs]],
  ]))
    it(`is a conflict when somebody else has made it meanwhile${when}`, async () => {
      couch.play((request) => {
        if (request.path !== path) return undefined;
        if (request.method === 'GET')
          return { body: leaves.map((leaf) => ({ ok: { _id: path, ...leaf } })) };
        return request.body._rev === undefined
          ? { status: 201, body: { ok: true, rev: '3-marked' } }
          : { status: 409, body: { error: 'conflict' } };
      });
      await assert.rejects(write(), { code: 'conflict' });
      const puts = couch.requests.filter(({ method, path: to }) => method === 'PUT' && to === path);
      assert.equal(puts.filter(({ body }) => body._rev === undefined).length, 1);
    });
});
