import assert from 'node:assert/strict';
import { publishingToken } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';

const { id, ...fields } = publishingToken;
const hash = (/** @type {string} */ letter) => letter.repeat(32);
const [parent, ours, theirs] = [`1-${hash('a')}`, `2-${hash('b')}`, `2-${hash('c')}`];
const later = `2-${hash('9')}`;
const document = { _id: `token:${id}`, ...fields };
const refused = { status: 409, body: { error: 'conflict', reason: 'Document update conflict.' } };
const accepted = { status: 202, body: { ok: true, rev: ours } };
const onTop = `3-${hash('e')}`;
const done = { status: 201, body: { ok: true, rev: onTop } };
/** A leaf as open_revs gives it. */
const leaf = (/** @type {string} */ revision, more = {}) => ({
  ok: {
    ...document,
    _rev: revision,
    _revisions: { start: 2, ids: [revision.slice(2), parent.slice(2)] },
    ...more,
  },
});

describe('A write to CouchDB', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  /**
   * @param {object} answers
   * @param {import('./scripted-couch.js').Reply[]} [answers.writes] in their order; the last one stays
   * @param {import('./scripted-couch.js').Reply} [answers.read]
   * @param {any[][]} [answers.leaves] in their order; the last ones stay
   */
  const play = ({
    writes = [],
    read = { status: 404, body: { reason: 'missing' } },
    leaves = [],
  }) => {
    const next = (/** @type {any[]} */ list) => (list.length > 1 ? list.shift() : list[0]);
    couch.play(({ method, path, query }) => {
      if (path === '_bulk_docs') return { status: 201, body: [] };
      if (!path.startsWith('token:')) return undefined;
      if (method === 'DELETE' && query.get('rev') === ours)
        return { body: { ok: true, rev: '3-x' } };
      if (method !== 'GET') return next(writes);
      if (query.has('open_revs')) return { body: next(leaves) };
      return query.has('rev') ? { body: leaf(ours).ok } : read;
    });
  };
  const put = async (/** @type {object} */ options = {}) =>
    (await couch.open(options)).write([
      { kind: 'token', record: publishingToken, revision: parent },
    ]);
  const remove = async () =>
    (await couch.open()).write([{ kind: 'token', id, revision: parent, removed: true }]);
  const withdrawals = () =>
    couch.requests.filter(({ method, query }) => method === 'DELETE' && query.get('rev') === ours);

  it('that broke off but was done is known by reading it back', async () => {
    play({
      writes: ['hang up', refused, done],
      read: { body: { ...document, _rev: ours } },
      leaves: [[leaf(ours)]],
    });
    assert.deepEqual(await put(), [onTop]);
  });

  it('that broke off, while someone else wrote, is a conflict', async () => {
    play({
      writes: ['hang up', refused],
      read: { body: { ...document, scope: 'theirs', _rev: theirs } },
    });
    await assert.rejects(put(), { code: 'conflict' });
  });

  it('that broke off and was not done is done again', async () => {
    play({ writes: ['hang up', 'silence', { status: 201, body: { rev: ours } }] });
    assert.deepEqual(await put({ timeout: 60 }), [ours]);
  });

  it('whose outcome nobody can tell is unavailable', async () => {
    play({ writes: ['hang up'], read: 'hang up' });
    await assert.rejects(put(), { code: 'unavailable' });
  });

  it('that was not done after all is unavailable', async () => {
    play({ writes: ['silence'], read: { body: { ...document, scope: 'old', _rev: parent } } });
    await assert.rejects(put({ timeout: 60 }), { code: 'unavailable' });
  });

  it('that removes, broke off and was done, is known by the record that is no more', async () => {
    play({
      writes: ['hang up', { status: 404, body: { reason: 'deleted' } }],
      read: { status: 404, body: { reason: 'deleted' } },
    });
    assert.deepEqual(await remove(), [null]);
  });

  it('that too few nodes have is handed to the others, and written once more to be sure', async () => {
    play({ writes: [accepted, done], leaves: [[leaf(ours)]] });
    assert.deepEqual(await put(), [onTop]);
    const handed = couch.requests.find(({ path }) => path === '_bulk_docs');
    assert.equal(handed?.body.new_edits, false);
    assert.deepEqual(handed?.body.docs, [leaf(ours).ok]);
    const again = couch.requests
      .filter(({ method, path }) => method === 'PUT' && path !== '')
      .at(-1);
    assert.deepEqual(again?.body, { ...fields, _rev: ours });
  });

  it('that too few nodes have, and go on to have, is unavailable and not withdrawn', async () => {
    play({ writes: [accepted], leaves: [[leaf(ours)]] });
    await assert.rejects(put(), { code: 'unavailable', message: /too few of its nodes/ });
    assert.equal(withdrawals().length, 0);
  });

  it('that removes, and that too few nodes have, is removed once more to be sure', async () => {
    play({ writes: [accepted, done], leaves: [[leaf(ours, { _deleted: true })]] });
    assert.deepEqual(await remove(), [null]);
    const again = couch.requests.filter(({ method }) => method === 'PUT').at(-1);
    assert.deepEqual(again?.body, { _rev: ours, _deleted: true });
  });

  it('is withdrawn, and a conflict, when CouchDB shows another in its place', async () => {
    play({ writes: [accepted], leaves: [[leaf(ours), leaf(theirs)]] });
    await assert.rejects(put(), { code: 'conflict' });
    assert.equal(withdrawals().length, 1);
  });

  it('is withdrawn, and a conflict, when the record was removed meanwhile', async () => {
    play({ writes: [accepted], leaves: [[leaf(ours), leaf(later, { _deleted: true })]] });
    await assert.rejects(put(), { code: 'conflict' });
    assert.equal(withdrawals().length, 1);
  });

  it('stays when the other one, which CouchDB does not show, is withdrawn', async () => {
    play({ writes: [accepted, done], leaves: [[leaf(ours), leaf(later)], [leaf(ours)]] });
    assert.deepEqual(await put(), [onTop]);
    assert.equal(withdrawals().length, 0);
  });

  it('is withdrawn when the other one, which CouchDB does not show, is there to stay', async () => {
    play({ writes: [accepted], leaves: [[leaf(ours), leaf(later)]] });
    await assert.rejects(put(), { code: 'conflict' });
    assert.equal(withdrawals().length, 1);
  });

  it('does not mind what is left of an earlier withdrawal', async () => {
    const old = leaf('3-d', { _deleted: true, _revisions: { start: 3, ids: ['d', 'e', 'f'] } });
    play({ writes: [accepted, done], leaves: [[leaf(ours), old]] });
    assert.deepEqual(await put(), [onTop]);
  });

  it('that removes is a conflict when something made of the same revision lives', async () => {
    const removed = leaf(ours, { _deleted: true });
    play({ writes: [accepted], leaves: [[removed, leaf(theirs)]] });
    await assert.rejects(remove(), { code: 'conflict' });
    assert.equal(withdrawals().length, 0);
  });
});

describe('Many writes to CouchDB at once', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  const tokens = (/** @type {number} */ count, more = {}) =>
    Array.from({ length: count }, (_, at) => ({
      kind: /** @type {const} */ ('token'),
      record: { ...publishingToken, ...more, id: `t${at}` },
      revision: null,
    }));
  const asked = (/** @type {RegExp} */ path) =>
    couch.requests.filter((request) => path.test(request.path));
  const bulk = /^_bulk_docs$/;
  /** @param {(id: string) => object} outcome of each document of a request */
  const answering =
    (outcome) =>
    (/** @type {{ body: any }} */ { body }) => ({
      status: 201,
      body: body.docs.map((/** @type {any} */ { _id }) => ({ id: _id, ...outcome(_id) })),
    });
  const ok = () => ({ ok: true, rev: '1-made' });

  it('take one request for a hundred records, and fewer when they are large', async () => {
    couch.play((request) => (bulk.test(request.path) ? answering(ok)(request) : undefined));
    const store = await couch.open();
    await store.writeMany(tokens(250));
    assert.deepEqual(
      asked(bulk).map(({ body }) => body.docs.length),
      [100, 100, 50],
    );
    await store.writeMany(tokens(5, { label: 'x'.repeat(900_000) }));
    assert.deepEqual(
      asked(bulk)
        .slice(3)
        .map(({ body }) => body.docs.length),
      [2, 2, 1],
    );
    assert.equal(asked(/^token:/).length, 0);
  });

  it('are each looked at: what too few nodes took is settled, what was not done is done', async () => {
    const trouble = new Map([
      ['token:t1', { ...ok(), accepted: true }],
      ['token:t2', { error: 'error', reason: 'internal_server_error' }],
    ]);
    couch.play((request) =>
      bulk.test(request.path) && request.body.new_edits !== false
        ? answering((id) => trouble.get(id) ?? ok())(request)
        : undefined,
    );
    await (await couch.open()).writeMany(tokens(4));
    const again = new Set(asked(/^token:/).map(({ path }) => path));
    assert.deepEqual([...again], ['token:t1', 'token:t2']);
  });

  it('are a conflict when one of them is', async () => {
    const theirs = { body: { _id: 'token:t0', ...fields, label: 'Theirs', _rev: '1-theirs' } };
    couch.play((request) => {
      if (bulk.test(request.path)) return answering(() => ({ error: 'conflict' }))(request);
      if (!request.path.startsWith('token:')) return undefined;
      return request.method === 'GET' ? theirs : refused;
    });
    const store = await couch.open();
    await assert.rejects(store.writeMany(tokens(1)), { code: 'conflict' });
  });

  it('of which no answer came are looked for one by one', async () => {
    couch.play(({ path }) => (bulk.test(path) ? 'hang up' : undefined));
    await (await couch.open()).writeMany(tokens(3));
    assert.equal(asked(bulk).length, 1);
    assert.equal(asked(/^token:/).filter(({ method }) => method === 'PUT').length, 3);
  });
});
