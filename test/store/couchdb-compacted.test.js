import assert from 'node:assert/strict';
import { withdrawalRevision } from '../../lib/store/couchdb/own-revisions.js';
import { withdraw } from '../../lib/store/couchdb/withdraw.js';

const base = '2-before';
const refused = { _id: 'post:bread', _rev: '3-refused', writeId: 'w' };
const _revisions = { start: 3, ids: ['refused', 'before', 'first'] };
const write = /** @type {any} */ ({ kind: 'post', id: 'bread', base, writeId: 'w' });
const forbidden = { status: 403, body: { error: 'forbidden', reason: 'no' } };
const missing = { status: 404, body: { error: 'not_found', reason: 'missing' } };

describe('A refused write whose base compaction has taken', () => {
  it('stays, since nothing else is left', async () => {
    const { client, saved } = createClient({ isComplete: true });
    await withdraw(client, write);
    assert.deepEqual(saved, []);
  });

  it('is not given up while a node cannot be asked, which may have the base', async () => {
    const { client, saved } = createClient({ isComplete: false });
    await assert.rejects(withdraw(client, write), {
      code: 'unavailable',
      message: /still being reverted/,
    });
    assert.deepEqual(saved, []);
  });

  it('is not given up when CouchDB does not give the base', async () => {
    const { client, saved } = createClient({ isComplete: true, answer: forbidden });
    await assert.rejects(withdraw(client, write), { code: 'unavailable' });
    assert.deepEqual(saved, []);
  });

  it('is withdrawn all the same when the base was itself refused and ended', async () => {
    const ids = [withdrawalRevision(base).slice(2), 'before', 'first'];
    const end = { _id: 'post:bread', _rev: `3-${ids[0]}`, _deleted: true };
    const others = [{ ...end, _revisions: { start: 3, ids } }];
    const { client, saved } = createClient({ isComplete: true, others });
    await withdraw(client, write);
    assert.deepEqual(
      saved.map(({ _deleted }) => _deleted),
      [true],
    );
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

/**
 * @param {object} cluster
 * @param {boolean} cluster.isComplete
 * @param {any} [cluster.elsewhere] the base, as another node has it
 * @param {any} [cluster.answer] to the question for the base; missing unless given
 * @param {any[]} [cluster.others] branches beside that of the write
 */
function createClient({ isComplete, elsewhere, answer = missing, others = [] }) {
  /** @type {any[]} */
  const saved = [];
  const leaves = () => {
    const ours = saved.length > 0 ? saved : [{ ...refused, _revisions }];
    return [...ours, ...others].map((leaf) => ({ ok: leaf }));
  };
  /** @param {any} request */
  async function request({ method, query, body }) {
    if (method === 'POST') {
      saved.push(...body.docs);
      return { status: 201, body: [] };
    }
    if (query.open_revs) return { status: 200, body: leaves() };
    if (query.rev === undefined) {
      const ended = others.map(({ _rev }) => _rev);
      return { status: 200, body: { ...refused, _revisions, _deleted_conflicts: ended } };
    }
    return elsewhere && query.r === undefined ? { status: 200, body: elsewhere } : answer;
  }
  const majority = { isComplete: async () => isComplete };
  return { client: /** @type {any} */ ({ place: 'here', request, majority }), saved };
}
