import assert from 'node:assert/strict';
import { scriptedCouch } from './scripted-couch.js';
import { listen } from './listen.js';
/** @import { ServerResponse } from 'node:http' */
/** @import { Request, Script } from './scripted-couch.js' */

describe('The feed of CouchDB', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  /** @param {number} seq @param {string} id @param {object} [more] */
  const line = (seq, id, more) =>
    `${JSON.stringify({ seq: `${seq}-x`, id, changes: [{ rev: `${seq}-${id}` }], ...more })}\n`;
  /** Where each connection began. */
  const places = () =>
    couch.requests
      .filter(({ path, query }) => path === '_changes' && !query.has('descending'))
      .map(({ query }) => query.get('since'));

  /**
   * What each connection carries, one after the other; the last is left open.
   *
   * @param {((response: ServerResponse) => void)[]} connections
   * @param {Script} [also]
   */
  const play = (connections, also = () => undefined) => {
    let next = 0;
    couch.play((request, response) => {
      if (request.path === '_all_docs') {
        const rows = request.body.keys.map((/** @type {string} */ key) => ({
          key,
          value: { rev: '99-x' },
        }));
        return also(request, response) ?? { body: { rows } };
      }
      if (request.path !== '_changes' || request.query.has('descending'))
        return also(request, response);
      response.setHeader('content-type', 'application/json');
      const connection = connections[next++];
      if (connection) connection(response);
      else response.write('\n');
      return 'done';
    });
  };
  /** In true time, so that a busy machine is not taken for a silent feed, unless a test says otherwise. */
  const start = async (since = 'first-1:0', options = {}) =>
    listen(await couch.open({ factor: 1, ...options }), since);

  it('goes on after a break from the last line that was whole', async () => {
    play([
      (response) => {
        response.write(line(1, 'post:a'));
        response.write('{"seq":"2-x","id":"po');
        setTimeout(() => response.destroy(), 10);
      },
      (response) => response.write(line(2, 'post:b')),
    ]);
    const heard = await start();
    await heard.told('post', 'b', '2-post:b');
    assert.deepEqual(
      heard.changes.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual(places(), ['0', '1-x']);
    assert.deepEqual(heard.sequences, ['first-1:1-x', 'first-1:2-x']);
  });

  it('is put together from pieces of any size', async () => {
    const bytes = Buffer.from(line(1, 'post:äöü-👩‍👩‍👧') + '\n' + line(2, 'post:b'));
    play([
      async (response) => {
        for (const byte of bytes) {
          response.write(Buffer.from([byte]));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    ]);
    const heard = await start();
    await heard.told('post', 'b', '2-post:b');
    assert.equal(heard.changes[0].id, 'äöü-👩‍👩‍👧');
  });

  it('tells of each record once for the lines that come together, and its newest revision', async () => {
    play([
      (response) =>
        response.write(
          line(1, 'post:a') +
            line(2, 'post:b') +
            line(3, 'post:a') +
            line(4, 'post:b', { deleted: true }),
        ),
    ]);
    const heard = await start();
    await heard.told('post', 'b', null);
    assert.deepEqual(heard.changes, [
      { kind: 'post', id: 'a', revision: '3-post:a' },
      { kind: 'post', id: 'b', revision: null, removedAt: '4-post:b' },
    ]);
  });

  it('tells that a version takes the place of a rival that was removed, once it can be read', async () => {
    /** What a node has, at each look. */
    const found = ['3-rival', '3-rival', '2-left'];
    const changes = (/** @type {string[]} */ ...all) => ({ changes: all.map((rev) => ({ rev })) });
    const lines = [
      line(1, 'post:a', changes('2-left', '4-removal')),
      line(2, 'post:b', changes('4-b', '4-0', '2-b')),
      line(3, 'post:known'),
    ];
    play([(response) => response.write(lines.join(''))], ({ path }) => {
      if (path !== '_all_docs') return undefined;
      const revs = [found.length > 1 ? found.shift() : found[0], '4-b'];
      return { body: { rows: revs.map((rev) => ({ value: { rev } })) } };
    });
    const store = await couch.open({ factor: 1 });
    const heard = listen(store, 'first-1:0', { isKnown: ({ id }) => id === 'known' });
    await heard.told('post', 'a', '2-left');
    assert.deepEqual(heard.changes, [
      { kind: 'post', id: 'b', revision: '4-b' },
      { kind: 'post', id: 'known', revision: '3-post:known' },
      { kind: 'post', id: 'a', revision: '2-left', replaces: 4 },
    ]);
    assert.deepEqual(found, ['2-left']);
    const asked = couch.requests.filter(({ path }) => path === '_all_docs');
    assert.deepEqual(asked[0].body.keys, ['post:a', 'post:b'], 'What is known need not be read');
  });

  it('says nothing of design documents and of what readers do not see', async () => {
    const unseen = [
      '_design/larder',
      '_design/post:a',
      'token:a',
      'session:a',
      'stray',
      'constructor:a',
    ];
    play([
      (response) =>
        response.write(unseen.map((id, at) => line(at + 1, id)).join('') + line(9, 'post:a')),
    ]);
    const heard = await start();
    await heard.told('post', 'a', '9-post:a');
    assert.equal(heard.changes.length, 1);
  });

  it('goes on from another place when it is silent twice for too long', async () => {
    const write = (/** @type {ServerResponse} */ response) => response.write(line(1, 'post:a'));
    play([() => {}, () => {}, ...Array(9).fill(write)]);
    const heard = await start('first-1:7-frozen', { factor: 100 });
    await heard.told('post', 'a', '1-post:a');
    assert.deepEqual(places().slice(0, 3), ['7-frozen', '7-frozen', '0']);
  });

  /** A feed whose heart beats, and that brings nothing. @param {ServerResponse} response */
  const beat = (response) => {
    const beating = setInterval(() => response.write('\n'), 5);
    response.on('close', () => clearInterval(beating));
  };
  /** The newest changes of all, asked for without a place. @param {() => string[]} lines */
  const newest =
    (lines) =>
    (/** @type {Request} */ { query }) =>
      query.has('descending')
        ? { body: { results: lines().map((text) => JSON.parse(text)) } }
        : undefined;

  it('goes on from another place when it beats and brings nothing, and tells at once what it kept back', async () => {
    let looks = 0;
    const old = line(1, 'post:old');
    play(
      [beat, beat],
      newest(() => ((looks += 1) > 1 ? [line(2, 'post:a'), old] : [old])),
    );
    const heard = await start('first-1:1-frozen', { factor: 5 });
    await heard.told('post', 'a', '2-post:a');
    assert.deepEqual(
      heard.changes.map(({ id }) => id),
      ['a'],
    );
    // On a busy machine it may begin at the old place once more.
    while (!places().includes('0')) await new Promise((resolve) => setTimeout(resolve, 2));
    assert.deepEqual([...new Set(places())], ['1-frozen', '0']);
  });

  it('does not hold up what it has missed while what it told before is being read', async () => {
    let isThere = false;
    play(
      [(response) => (response.write(line(1, 'post:slow')), beat(response))],
      newest(() => [line(1, 'post:slow'), ...(isThere ? [line(2, 'post:new')] : [])]),
    );
    let letGo = () => {};
    const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
    const store = await couch.open({ factor: 20 });
    const heard = listen(store, 'first-1:0', {
      onChanges: async ([{ id }]) => {
        isThere = true;
        if (id === 'slow') await held;
      },
    });
    await heard.told('post', 'new', '2-post:new');
    assert.deepEqual(
      heard.changes.map(({ id }) => id),
      ['new'],
    );
    letGo();
    await heard.told('post', 'slow', '1-post:slow');
  });

  it('is left alone while it brings what is new', async () => {
    const lines = [line(1, 'post:a')];
    play(
      [
        (response) => {
          beat(response);
          const writing = setInterval(() => {
            lines.unshift(line(lines.length + 1, 'post:a'));
            response.write(lines[0]);
          }, 10);
          response.on('close', () => clearInterval(writing));
        },
      ],
      newest(() => lines.slice(0, 50)),
    );
    const heard = await start();
    await heard.told('post', 'a', '30-post:a');
    assert.deepEqual(places(), ['0']);
  });

  for (const isComplete of [true, false])
    it(`tells of a refused write when it has been taken back, and not before (a node is ${isComplete ? 'there' : 'away'})`, async () => {
      /** @type {(() => void)[]} */
      const later = [];
      play(
        [
          (response) => {
            beat(response);
            later.push(() => response.write(line(1, 'post:a') + line(2, 'post:b')));
          },
        ],
        ({ path, method, query }) => {
          if (!isComplete && method === 'PUT' && query.has('w')) return { status: 202 };
          if (!path.startsWith('post:a')) return undefined;
          if (method === 'PUT') return (later[0](), 'silence');
          return query.has('open_revs') ? { body: [] } : undefined;
        },
      );
      const store = await couch.open({ timeout: 100, factor: 5 });
      const heard = listen(store, 'first-1:0');
      while (later.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      const write = store.write([{ kind: 'post', id: 'a', revision: '1-a', removed: true }]);
      await heard.told('post', 'b', '2-post:b');
      assert.equal(heard.changes.length, 1);
      await assert.rejects(write, { code: 'unavailable' });
      await heard.told('post', 'a', '1-post:a');
    });

  for (const [what, text] of [
    ['no JSON', 'oops\n'],
    ['an error', '{"error":"timeout","reason":"later"}\n'],
    ['a line without end', `{"id":"${'x'.repeat(1_100_000)}`],
  ]) {
    it(`is opened anew when it carries ${what}`, async () => {
      play([(response) => response.write(text), (response) => response.write(line(1, 'post:a'))]);
      const heard = await start();
      await heard.told('post', 'a', '1-post:a');
      assert.deepEqual(places(), ['0', '0']);
    });
  }

  it('goes on, without a warning, when CouchDB ends it', async () => {
    play([
      (response) => response.end(`${line(1, 'post:a')}{"last_seq":"1-x","pending":0}\n`),
      (response) => response.write(line(2, 'post:b')),
    ]);
    const heard = await start();
    await heard.told('post', 'b', '2-post:b');
    assert.deepEqual(places(), ['0', '1-x']);
    assert.deepEqual(couch.log.entries, []);
  });

  it('begins anew when CouchDB does not understand the place', async () => {
    play([
      (response) => {
        response.statusCode = 400;
        response.end('{"error":"bad_request","reason":"Malformed sequence"}');
      },
      (response) => response.write(line(1, 'post:a')),
    ]);
    const heard = await start('first-1:gibberish');
    await heard.told('post', 'a', '1-post:a');
    assert.equal(heard.resets.length, 1);
    assert.deepEqual(places(), ['gibberish', '0']);
  });

  it('begins anew when the database was deleted and made again', async () => {
    let made = '1';
    play(
      [
        (response) => setTimeout(() => ((made = '2'), response.end()), 20),
        (response) => response.write(line(1, 'post:a')),
      ],
      ({ path }) => (path === '' ? { body: { instance_start_time: made } } : undefined),
    );
    const heard = await start('first-1:7-x');
    await heard.told('post', 'a', '1-post:a');
    assert.equal(heard.resets.length, 1);
    assert.deepEqual(places(), ['7-x', '0']);
  });

  it('tells when the database is away and when it is back', async () => {
    let away = false;
    play(
      [
        (response) => setTimeout(() => ((away = true), response.destroy()), 20),
        (response) => response.write(line(1, 'post:a')),
      ],
      () => (away ? 'hang up' : undefined),
    );
    const heard = await start();
    await heard.until(() => heard.reachable.at(-1) === false);
    away = false;
    await heard.told('post', 'a', '1-post:a');
    assert.deepEqual(heard.reachable, [false, true]);
  });
});
