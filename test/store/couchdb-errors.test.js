import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { openStore } from '../../lib/store/open.js';
import { clock, quietLog } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';
/** @import { ServerResponse } from 'node:http' */
/** @import { Reply, Script } from './scripted-couch.js' */

describe('What CouchDB answers when something is wrong', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  /** Nothing that is thrown or logged has the password in it, or looks like an answer to a reader. */
  const harmless =
    (/** @type {string} */ code, /** @type {RegExp} */ message) => (/** @type {any} */ error) => {
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      assert.equal(error.statusCode, undefined);
      const seen = inspect([error, couch.log.entries], { depth: 9 });
      assert.doesNotMatch(seen, /hunter2|YWRtaW46aHVudGVyMg/);
      return true;
    };
  const get = async (/** @type {object} */ options = {}) =>
    (await couch.open(options)).get('post', 'a');
  const put = async () =>
    (await couch.open()).write([
      { kind: 'token', record: { id: 'a', scope: 'posts:write' }, revision: null },
    ]);
  /** @param {Reply} reply */
  const answerDocuments = (reply) =>
    couch.play(({ path }) => (/^(post|token):/.test(path) ? reply : undefined));

  const unauthorized = { error: 'unauthorized', reason: 'Name or password is incorrect.' };

  it('is that the password is wrong, and no reader gets a 401 for it', async () => {
    couch.play(() => ({ status: 401, body: unauthorized }));
    await assert.rejects(
      couch.open(),
      harmless('unavailable', /rejects the user name or password/),
    );
  });

  it('is that the password has become wrong', async () => {
    answerDocuments({ status: 401, body: unauthorized });
    await assert.rejects(get(), harmless('unavailable', /rejects the user name or password/));
    await assert.rejects(put(), harmless('unavailable', /rejects the user name or password/));
  });

  it('is that this user may not do that', async () => {
    answerDocuments({ status: 403, body: { error: 'forbidden', reason: 'Not for you.' } });
    await assert.rejects(
      put(),
      harmless('unavailable', /does not allow this user to do that \(Not for you\.\)/),
    );
  });

  it('is that there is no database and that this user may not make one', async () => {
    couch.play(({ path, method }) =>
      path === ''
        ? method === 'PUT'
          ? { status: 401, body: unauthorized }
          : { status: 404, body: { error: 'not_found', reason: 'Database does not exist.' } }
        : undefined,
    );
    await assert.rejects(
      couch.open(),
      harmless('unavailable', /does not exist, and this user cannot create it/),
    );
  });

  it('is that the database is gone, which is not the same as a record that is', async () => {
    answerDocuments({
      status: 404,
      body: { error: 'not_found', reason: 'Database does not exist.' },
    });
    await assert.rejects(get(), harmless('unavailable', /no longer has this database/));
    await assert.rejects(put(), harmless('unavailable', /no longer has this database/));
  });

  it('is that the database belongs to a newer Larder', async () => {
    couch.play(({ path }) => (path === '_design/larder' ? { body: { version: 99 } } : undefined));
    await assert.rejects(couch.open(), harmless('invalid', /newer Larder.*version 99/));
  });

  it('is that the record is too large', async () => {
    answerDocuments({ status: 413, body: { error: 'document_too_large', reason: 'a' } });
    await assert.rejects(put(), harmless('invalid', /too large for the CouchDB/));
  });

  for (const [status, error] of /** @type {const} */ ([
    ...[429, 500, 502, 503, 504].map((each) => [each, 'timeout']),
    [412, 'nodedown'],
  ])) {
    it(`is ${status}, which may pass: so it is asked a few times, and no more`, async () => {
      answerDocuments({ status: Number(status), body: { error, reason: 'later' } });
      // So patient that a slow machine does not count as a silent CouchDB.
      await assert.rejects(get({ timeout: 60_000 }), harmless('unavailable', /is too busy|failed/));
      assert.equal(couch.requests.filter(({ path }) => path === 'post:a').length, 4);
    });
  }

  const full = 'The CouchDB at .* cannot write: its disk is full';
  for (const [status, body, said] of /** @type {[number, any, string][]} */ ([
    [507, { error: 'insufficent_storage', reason: 'database_dir is too full' }, full],
    [500, { error: '{badmatch,{error,enospc}}', reason: '[{couch_btree,write_node,3}]' }, full],
    [500, { error: 'error', reason: 'internal_server_error' }, 'perhaps because its disk is full'],
  ]))
    it(`is ${status} ${body.error}, which means a full disk`, async () => {
      answerDocuments({ status, body });
      await assert.rejects(put(), (/** @type {any} */ error) => {
        assert.ok(error.cause.message.endsWith(body.reason));
        return harmless('unavailable', new RegExp(said))(error);
      });
    });

  /** @type {Reply[]} */
  const failures = ['silence', 'hang up', 'break off', { text: '<html>proxy' }, { text: '' }];
  for (const reply of failures) {
    it(`is no answer (${inspect(reply)}), until it is one`, async () => {
      let count = 0;
      couch.play(({ path }) => {
        if (path !== 'post:a') return undefined;
        return ++count < 3 ? reply : { body: { _id: 'post:a', _rev: '1-a', title: 'Jam' } };
      });
      assert.equal((await get({ timeout: 60 })).title, 'Jam');
    });
  }

  /** @param {(count: number, response: ServerResponse) => ReturnType<Script>} answer to each request for the document */
  const answerEach = (answer) => {
    let count = 0;
    couch.play(({ path }, response) => (path === 'post:a' ? answer(++count, response) : undefined));
  };
  const jam = { body: { _id: 'post:a', _rev: '1-a', title: 'Jam' } };

  it('is nothing to a read that came while copies differed: so another is sent beside it', async () => {
    /** @type {string[]} */
    const warnings = [];
    const onWarning = ({ message = '' }) => warnings.push(message);
    process.on('warning', onWarning);
    answerEach((count) => (count < 13 ? 'silence' : jam));
    assert.equal((await get({ timeout: 400 })).title, 'Jam');
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);
  });

  it('is slow, and counts though another was sent beside it', async () => {
    /** @type {ServerResponse} */
    let first;
    answerEach((count, response) => {
      if (count === 1) first = response;
      else first.setHeader('content-type', 'application/json').end(JSON.stringify(jam.body));
      return 'silence';
    });
    assert.equal((await get({ timeout: 400 })).title, 'Jam');
  });

  it('is nothing for good', async () => {
    answerDocuments('silence');
    await assert.rejects(
      get({ timeout: 60 }),
      harmless('unavailable', /is not reachable \(it did not respond in time\)/),
    );
    answerDocuments('hang up');
    await assert.rejects(get(), harmless('unavailable', /is not reachable/));
  });

  it('is nothing at first, while a majority of the nodes is frozen: so a start waits until it goes on', async () => {
    let isFrozen = true;
    couch.play(() => (isFrozen ? 'silence' : undefined));
    // As long as many reads are tried.
    const opening = couch.open({ timeout: 30 });
    while (couch.requests.length < 8) await new Promise((resolve) => setTimeout(resolve, 1));
    isFrozen = false;
    assert.equal(await (await opening).get('post', 'a'), null);
    assert.match(String(couch.log.entries[0]?.[1]), /does not answer yet/);
  });

  it('is nothing at all when no server is there', async () => {
    const log = quietLog();
    const url = 'http://admin:hunter2@127.0.0.1:9/blog';
    const sleep = async () => {};
    await assert.rejects(
      openStore(url, { log, clock, sleep }),
      harmless('unavailable', /is not reachable/),
    );
  });

  it('is half an answer for many records, which is none', async () => {
    const rows = [{ key: 'post:a', error: 'timeout' }];
    couch.play(({ path }) => (path === '_all_docs' ? { body: { rows } } : undefined));
    const store = await couch.open();
    await assert.rejects(store.getMany('post', ['a']), harmless('unavailable', /timeout/));
  });
});

describe('A name or password with odd characters', () => {
  it('reaches CouchDB as it is', async () => {
    const couch = await scriptedCouch();
    const seen = new Set();
    couch.play((_, response) => {
      seen.add(response.req.headers.authorization);
      return undefined;
    });
    await couch.open({ credentials: 'a%40home:p%25%2F%3A%40%C3%BC' });
    await couch.close();
    assert.deepEqual([...seen], [`Basic ${Buffer.from('a@home:p%/:@ü').toString('base64')}`]);
  });
});
