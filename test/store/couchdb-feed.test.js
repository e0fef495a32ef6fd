import assert from 'node:assert/strict';
import { scriptedCouch } from './scripted-couch.js';
import { listen } from './listen.js';

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
    couch.requests.filter(({ path }) => path === '_changes').map(({ query }) => query.get('since'));

  /**
   * What each connection carries, one after the other; the last is left open.
   *
   * @param {((response: import('node:http').ServerResponse) => void)[]} connections
   * @param {import('./scripted-couch.js').Script} [also]
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
      if (request.path !== '_changes') return also(request, response);
      response.setHeader('content-type', 'application/json');
      const connection = connections[next++];
      if (connection) connection(response);
      else response.write('\n');
      return 'done';
    });
  };
  const start = async (since = 'first-1:0', options = {}) =>
    listen(await couch.open(options), since);

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

  it('is opened anew when it is silent for too long', async () => {
    play([() => {}, (response) => response.write(line(1, 'post:a'))]);
    const heard = await start('first-1:0', { factor: 200 });
    await heard.told('post', 'a', '1-post:a');
    assert.equal(places().length, 2);
  });

  for (const [what, text] of [
    ['no JSON', 'oops\n'],
    ['an error', '{"error":"timeout","reason":"later"}\n'],
    ['the end', '{"last_seq":"0","pending":0}\n'],
    ['a line without end', `{"id":"${'x'.repeat(1_100_000)}`],
  ]) {
    it(`is opened anew when it carries ${what}`, async () => {
      play([(response) => response.write(text), (response) => response.write(line(1, 'post:a'))]);
      const heard = await start();
      await heard.told('post', 'a', '1-post:a');
      assert.deepEqual(places(), ['0', '0']);
    });
  }

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

  it('waits to tell until a majority of the nodes has what it tells of', async () => {
    const revisions = ['0-x', '0-x', '1-post:a'];
    play([(response) => response.write(line(1, 'post:a'))], ({ path }) => {
      if (path !== '_all_docs') return undefined;
      const rev = revisions.length > 1 ? revisions.shift() : revisions[0];
      return { body: { rows: [{ key: 'post:a', value: { rev } }] } };
    });
    const heard = await start();
    await heard.told('post', 'a', '1-post:a');
    assert.equal(couch.requests.filter(({ path }) => path === '_all_docs').length, 3);
  });
});
