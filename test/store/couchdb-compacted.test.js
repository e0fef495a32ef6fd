import assert from 'node:assert/strict';
import { withdraw } from '../../lib/store/couchdb/settle.js';

const base = '2-before';
const refused = { _id: 'post:bread', _rev: '3-refused', writeId: 'w' };
const _revisions = { start: 3, ids: ['refused', 'before', 'first'] };
const write = /** @type {any} */ ({ kind: 'post', id: 'bread', base, writeId: 'w' });
const missing = { status: 404, body: { error: 'not_found', reason: 'missing' } };

describe('A refused write whose base compaction has taken', () => {
  it('stays, since nothing else is left', async () => {
    const { client, saved } = createClient({ isComplete: true });
    await withdraw(client, write);
    assert.deepEqual(saved, []);
  });

  it('is not given up while a node cannot be asked, which may have the base', async () => {
    const { client, saved } = createClient({ isComplete: false });
    await assert.rejects(withdraw(client, write), { code: 'unavailable' });
    assert.deepEqual(saved, []);
  });

  it('is withdrawn when another node has the base', async () => {
    const before = { _id: 'post:bread', _rev: base, title: 'Before', writeId: 'b' };
    const found = { ...before, _revisions: { start: 2, ids: ['before', 'first'] } };
    const { client, saved } = createClient({ isComplete: true, elsewhere: found });
    await withdraw(client, write);
    assert.ok(saved.some(({ title }) => title === 'Before'));
    assert.ok(saved.some(({ _deleted }) => _deleted));
  });
});

/** @param {{ isComplete: boolean, elsewhere?: any }} cluster `elsewhere`: the base, as another node has it */
function createClient({ isComplete, elsewhere }) {
  /** @type {any[]} */
  const saved = [];
  const leaves = () => {
    const restored = saved.find(({ _deleted }) => !_deleted);
    return [{ ok: restored ?? { ...refused, _revisions } }];
  };
  /** @param {any} request */
  async function request({ method, query, body }) {
    if (method === 'POST') {
      saved.push(...body.docs);
      return { status: 201, body: [] };
    }
    if (query.open_revs) return { status: 200, body: leaves() };
    if (query.rev === undefined) return { status: 200, body: { ...refused, _revisions } };
    return elsewhere && query.r === undefined ? { status: 200, body: elsewhere } : missing;
  }
  const majority = { isComplete: async () => isComplete };
  return { client: /** @type {any} */ ({ place: 'here', request, majority }), saved };
}
