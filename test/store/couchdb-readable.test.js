import assert from 'node:assert/strict';
import { welcomePost } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';
import { listen } from './listen.js';
/** @import { ServerResponse } from 'node:http' */
/** @import { Reply, Script } from './scripted-couch.js' */

describe('A change that cannot be read yet', () => {
  /** @type {Awaited<ReturnType<typeof scriptedCouch>>} */
  let couch;
  /** @type {ServerResponse} */
  let feed;
  beforeEach(async () => {
    couch = await scriptedCouch();
  });
  afterEach(() => couch.close());

  /**
   * A feed that beats and tells of `post:a` and `post:b`, and what CouchDB answers to those who ask for either of them.
   *
   * @param {(keys: string[]) => Reply | undefined} answer if none, they have what the feed has told of
   * @param {Script} [also]
   */
  const play = (answer, also = () => undefined) => {
    couch.play((request, response) => {
      const { path, query, body } = request;
      if (path === '_all_docs') {
        const rows = body.keys.map(() => ({ value: { rev: '9-x' } }));
        return answer(body.keys) ?? { body: { rows } };
      }
      if (path !== '_changes' || query.has('descending')) return also(request, response);
      feed = response.setHeader('content-type', 'application/json');
      const beating = setInterval(() => response.write('\n'), 5);
      response.on('close', () => clearInterval(beating));
      tell('a', 'b');
      return 'done';
    });
  };
  const tell = (/** @type {string[]} */ ...ids) =>
    feed.write(
      ids
        .map(
          (id) => `${JSON.stringify({ seq: id, id: `post:${id}`, changes: [{ rev: '1-x' }] })}\n`,
        )
        .join(''),
    );

  it('is reported once a majority of the nodes has it', async () => {
    const there = { value: { rev: '1-x' } };
    const rows = [
      { error: 'not_found' },
      { value: { rev: '0-x' } },
      { value: { rev: '1-x', deleted: true } },
      there,
    ];
    let asked = 0;
    play((keys) => ({
      body: { rows: keys.map((key) => (key === 'post:a' ? rows[asked++] : there)) },
    }));
    const heard = listen(await couch.open({ factor: 1 }), 'first-1:0');
    await heard.told('post', 'a', '1-x');
    assert.equal(asked, 4);
  });

  it('delays no other, while its copies differ and CouchDB does not answer', async () => {
    let isReadable = false;
    play((keys) => (keys.includes('post:a') && !isReadable ? 'silence' : undefined));
    const heard = listen(await couch.open({ factor: 1 }), 'first-1:0');
    await heard.told('post', 'b', '1-x');
    tell('c');
    await heard.told('post', 'c', '1-x');
    isReadable = true;
    await heard.told('post', 'a', '1-x');
    assert.deepEqual(
      heard.changes.map(({ id }) => id),
      ['b', 'c', 'a'],
    );
  });

  it('is not skipped by a later start before it was reported', async () => {
    let isReadable = false;
    play((keys) => (keys.includes('post:a') && !isReadable ? 'silence' : undefined));
    const heard = listen(await couch.open({ factor: 1 }), 'first-1:0');
    await heard.told('post', 'b', '1-x');
    tell('c');
    await heard.told('post', 'c', '1-x');
    assert.deepEqual(heard.sequences, ['first-1:0', 'first-1:0']);
    isReadable = true;
    await heard.told('post', 'a', '1-x');
    assert.equal(heard.sequences.at(-1), 'first-1:c');
  });

  it('is reported again when its watcher fails on it later', async () => {
    let checks = 0;
    play(() =>
      checks++
        ? undefined
        : { body: { rows: [{ error: 'not_found' }, { value: { rev: '1-x' } }] } },
    );
    let failures = 0;
    const heard = listen(await couch.open({ factor: 1 }), 'first-1:0', {
      async onChanges([{ id }]) {
        if (id === 'a' && failures++ === 0) throw new Error('It could not be read');
      },
    });
    await heard.told('post', 'a', '1-x');
    assert.equal(failures, 2);
  });

  it('is held back until a write of this process that began meanwhile has an outcome', async () => {
    /** @type {ServerResponse | undefined} */
    let put;
    let isChecked = false;
    play(
      (keys) => {
        if (!keys.includes('post:a')) return undefined;
        if (!put) return 'silence';
        isChecked = true;
        return undefined;
      },
      ({ path, method }, response) => {
        if (path !== 'post:a' || method !== 'PUT') return undefined;
        put = response.setHeader('content-type', 'application/json');
        return 'done';
      },
    );
    const store = await couch.open({ timeout: 5000, factor: 1 });
    const heard = listen(store, 'first-1:0');
    await heard.told('post', 'b', '1-x');
    const record = { ...welcomePost, id: 'a' };
    const written = store.write([{ kind: 'post', record, revision: null }]);
    while (!isChecked) await new Promise((resolve) => setTimeout(resolve, 2));
    tell('c');
    await heard.told('post', 'c', '1-x');
    assert.deepEqual(
      heard.changes.map(({ id }) => id),
      ['b', 'c'],
    );
    put?.end('{"ok":true,"rev":"1-x"}');
    await written;
    await heard.told('post', 'a', '1-x');
  });
});
