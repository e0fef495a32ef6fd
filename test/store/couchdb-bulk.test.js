import assert from 'node:assert/strict';
import { oneOfEachKind, publishingToken } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';

const { id: _, ...fields } = publishingToken;
const refused = { status: 409, body: { error: 'conflict', reason: 'Document update conflict.' } };

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

  it('have the names of their kinds in the database', async () => {
    couch.play((request) => {
      if (bulk.test(request.path)) return answering(ok)(request);
      if (request.query.get('start_key') !== '"history:"') return undefined;
      return {
        body: { rows: [{ id: 'history:p1', doc: { _id: 'history:p1', _rev: '1-a', by: 'ada' } }] },
      };
    });
    const store = await couch.open();
    await store.writeMany(
      oneOfEachKind.map(([kind, record]) => ({ kind, record, revision: null })),
    );
    const [{ body }] = asked(bulk);
    const names = body.docs.map((/** @type {any} */ { _id }) => _id.slice(0, _id.indexOf(':')));
    assert.deepEqual(
      [...new Set(names)].join(' '),
      'post comment user settings address media token session version history autosave trash trashedComment import ' +
        'statistics counts',
    );
    const histories = [];
    for await (const record of store.all('history')) histories.push(record);
    assert.deepEqual(histories, [{ id: 'p1', by: 'ada', revision: '1-a' }]);
    assert.equal(
      asked(/^_all_docs$/)
        .at(-1)
        ?.query.get('end_key'),
      '"history;"',
    );
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

  it('leave out what replaces a restored text, since its original may have been replaced', async () => {
    const base = `2-${'0'.repeat(32)}`;
    const [first, second] = tokens(2);
    const theirs = { _rev: '2-theirs', _revisions: { start: 2, ids: ['theirs', 'original'] } };
    const restored = { _rev: base, _revisions: { start: 2, ids: ['0'.repeat(32), 'original'] } };
    couch.play((request) => {
      if (bulk.test(request.path)) return answering(ok)(request);
      if (!request.query.has('open_revs')) return undefined;
      return { body: [theirs, restored].map((leaf) => ({ ok: { _id: request.path, ...leaf } })) };
    });
    const store = await couch.open();
    const writing = store.writeMany([first, { ...second, revision: base }]);
    await assert.rejects(writing, { code: 'conflict' });
    assert.deepEqual(
      asked(bulk).flatMap(({ body }) => body.docs.map((/** @type {any} */ { _id }) => _id)),
      ['token:t0'],
    );
  });

  it('do not stay marked as first ones on top of a removal, where they would be taken for late', async () => {
    const made = { ok: true, rev: '3-made' };
    let writeId = '';
    couch.play((request) => {
      if (bulk.test(request.path)) {
        writeId = request.body.docs[0].writeId;
        return answering(() => made)(request);
      }
      if (request.path !== 'token:t0') return undefined;
      if (request.method === 'PUT')
        return request.body._rev === made.rev
          ? { status: 201, body: { ok: true, rev: '4-made' } }
          : refused;
      const _revisions = { start: 3, ids: ['made', 'removed', 'first'] };
      return { body: [{ ok: { _id: 'token:t0', _rev: made.rev, writeId, _revisions } }] };
    });
    await (await couch.open()).writeMany(tokens(1));
    const last = asked(/^token:t0$/).findLast(({ method }) => method === 'PUT');
    assert.equal(last?.body._rev, made.rev);
    assert.equal(last?.body.isFirst, undefined);
  });

  it('are a conflict when one of them is', async () => {
    const theirs = { _id: 'token:t0', ...fields, label: 'Theirs', _rev: '1-theirs' };
    const leaf = { ok: { ...theirs, _revisions: { start: 1, ids: ['theirs'] } } };
    couch.play((request) => {
      if (bulk.test(request.path))
        return answering(() => ({ error: 'conflict', rev: '1-theirs' }))(request);
      if (!request.path.startsWith('token:')) return undefined;
      if (request.query.has('open_revs')) return { body: [leaf] };
      return request.method === 'GET' ? { body: theirs } : refused;
    });
    const store = await couch.open();
    await assert.rejects(store.writeMany(tokens(1)), { code: 'conflict' });
  });

  it('are done, all but one, when that one is a conflict, and are shown', async () => {
    /** @type {Map<string, any>} */
    const made = new Map();
    couch.play((request) => {
      if (bulk.test(request.path)) {
        for (const doc of request.body.docs) made.set(doc._id, { ...doc, ...ok(), _rev: '1-made' });
        return answering((id) => (id === 'token:t0' ? { error: 'conflict' } : ok()))(request);
      }
      if (request.method === 'PUT') return refused;
      return request.path === 'token:t1' ? { body: made.get(request.path) } : undefined;
    });
    const store = await couch.open();
    await assert.rejects(store.writeMany(tokens(2)), { code: 'conflict' });
    assert.equal((await store.get('token', 't1'))?.label, publishingToken.label);
  });

  it('are not shown when they were not settled before one of them was a conflict', async () => {
    /** @type {Map<string, any>} */
    const made = new Map();
    couch.play((request) => {
      if (bulk.test(request.path) && request.body.new_edits !== false) {
        for (const doc of request.body.docs) made.set(doc._id, { ...doc, _rev: '1-made' });
        const accepted = { ...ok(), accepted: true };
        return answering((id) => (id === 'token:t0' ? { error: 'conflict' } : accepted))(request);
      }
      if (bulk.test(request.path)) return { status: 201, body: [] };
      if (request.method === 'PUT') return refused;
      if (request.path !== 'token:t1') return undefined;
      const doc = made.get(request.path);
      const leaf = { ...doc, _revisions: { start: 1, ids: ['made'] } };
      return { body: request.query.has('open_revs') ? [{ ok: leaf }] : leaf };
    });
    const store = await couch.open({ factor: 1000 });
    await assert.rejects(store.writeMany(tokens(2)), { code: 'conflict' });
    const isEnd = (/** @type {any} */ { _deleted, withdrawn }) => _deleted && withdrawn;
    const ends = () => asked(bulk).flatMap(({ body }) => body.docs.filter(isEnd));
    while (ends().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.equal(ends()[0]._id, 'token:t1');
    assert.equal(await store.get('token', 't1'), null);
  });

  it('are not sent while no majority is there, after one of them was refused for that', async () => {
    couch.play(({ method }) => (method === 'PUT' ? { status: 503, body: {} } : undefined));
    const store = await couch.open({ factor: 100 });
    const [first] = tokens(1);
    await assert.rejects(store.write([first]), { code: 'unavailable' });
    const before = asked(bulk).length;
    const sent = () => asked(bulk).slice(before);
    await assert.rejects(store.writeMany(tokens(3)), { code: 'unavailable' });
    assert.ok(!sent().some(({ body }) => body.new_edits !== false));
  });

  it('that are too large for one request are sent one by one', async () => {
    couch.play(({ path }) => (bulk.test(path) ? { status: 413, body: {} } : undefined));
    await (await couch.open()).writeMany(tokens(3));
    assert.equal(asked(/^token:/).filter(({ method }) => method === 'PUT').length, 3);
  });

  it('that CouchDB does not allow are not tried one by one', async () => {
    couch.play(({ path }) => (bulk.test(path) ? { status: 403, body: {} } : undefined));
    const store = await couch.open();
    await assert.rejects(store.writeMany(tokens(3)), { code: 'unavailable' });
    assert.equal(asked(/^token:/).filter(({ method }) => method === 'PUT').length, 0);
  });

  it('of which no answer came are looked for one by one', async () => {
    couch.play(({ path }) => (bulk.test(path) ? 'hang up' : undefined));
    await (await couch.open()).writeMany(tokens(3));
    assert.equal(asked(bulk).length, 1);
    assert.equal(asked(/^token:/).filter(({ method }) => method === 'PUT').length, 3);
  });
});
