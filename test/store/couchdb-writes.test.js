import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteSettings } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';
import { smallCluster } from './small-cluster.js';

/** @typedef {import('../../lib/types.js').Store} Store */

const id = 'settings:site';
const generation = (/** @type {unknown} */ revision) => Number.parseInt(String(revision), 10);

describe('A write to a cluster', () => {
  /** @type {ReturnType<typeof smallCluster>} */
  let cluster;
  /** One server at each node. @type {Awaited<ReturnType<typeof scriptedCouch>>[]} */
  let couches;
  let folder = '';
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'larder-'));
    cluster = smallCluster();
    couches = [await scriptedCouch(), await scriptedCouch()];
    couches.forEach((couch, node) => couch.play(cluster.answer(node)));
  });
  afterEach(async () => {
    for (const couch of couches) await couch.close();
    rmSync(folder, { recursive: true });
  });

  const open = (/** @type {number} */ node) =>
    couches[node].open({
      ...{ timeout: 300, factor: 100, random: Math.random },
      notes: join(folder, String(node)),
    });
  /** @param {Store} store @param {string} title @param {string | null} revision */
  const put = (store, title, revision) =>
    store
      .write([{ kind: 'settings', record: { ...siteSettings, title }, revision }])
      .then(([made]) => String(made));
  /** @param {Store} store @param {string} revision */
  const remove = (store, revision) =>
    store.write([{ kind: 'settings', id: 'site', revision, removed: true }]);
  const title = async (/** @type {Store} */ store) => (await store.get('settings', 'site'))?.title;
  const shown = () => [0, 1, 2].map((node) => cluster.shown(node, id)?.title);
  const everywhere = (/** @type {string | undefined} */ text) => [text, text, text];
  const cutOff = () => cluster.split([[0], [1, 2]]);
  const notes = () =>
    readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.json'));
  const allTakenBack = async () => {
    while (notes().length > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const puts = () =>
    couches[0].requests.filter(({ method, path }) => method === 'PUT' && path === id);
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };

  it('is done when a majority takes it, and leaves no note', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    assert.equal(generation(await put(store, 'Second', first)), 2);
    assert.deepEqual(shown(), everywhere('Second'));
    assert.deepEqual(notes(), []);
  });

  it('that one node takes, and then another, is done under the revision that it has', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    let tries = 0;
    couches[0].play((request, response) => {
      if (request.method === 'PUT' && request.path === id && (tries += 1) === 2)
        cluster.split([[0, 1], [2]]);
      return cluster.answer(0)(request, response);
    });
    assert.equal(generation(await put(store, 'Second', first)), 2);
    assert.equal(cluster.branches(1, id)[0].doc.title, 'Second');
  });

  it('that too few nodes take is unavailable, and what was there before is there again', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    for (const text of ['Refused', 'Refused again', 'Refused once more'])
      await assert.rejects(put(store, text, first), isUnavailable);
    assert.equal(await title(store), 'First');
    await allTakenBack();
    cluster.heal();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('that was refused never wins against one that was acknowledged', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 20; round += 1) {
      cutOff();
      await assert.rejects(put(one, `Refused ${round}`, revision), isUnavailable);
      await put(other, `Acknowledged ${round}`, revision);
      await allTakenBack();
      cluster.heal();
      assert.deepEqual(shown(), everywhere(`Acknowledged ${round}`));
      revision = (await one.get('settings', 'site')).revision;
    }
  });

  it('that was refused again and again never wins, however often', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    for (const text of ['Refused', 'Refused again', 'And again']) {
      await allTakenBack();
      const { revision } = await one.get('settings', 'site');
      await assert.rejects(put(await open(0), text, revision), isUnavailable);
    }
    await put(other, 'Acknowledged', first);
    await allTakenBack();
    cluster.heal();
    assert.deepEqual(shown(), everywhere('Acknowledged'));
  });

  it('that was refused does not bring back what was removed', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await remove(other, first);
    await allTakenBack();
    cluster.heal();
    assert.deepEqual([await title(one), await title(other)], [undefined, undefined]);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('that removes, and is refused, takes nothing away', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(remove(one, first), isUnavailable);
    assert.equal(await title(one), 'First');
    const { revision } = await other.get('settings', 'site');
    await put(other, 'Acknowledged', revision);
    cluster.heal();
    assert.deepEqual(shown(), everywhere('Acknowledged'));
  });

  it('that removes, and one node takes it and then another, is done', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    couches[0].play((request, response) => {
      const reply = cluster.answer(0)(request, response);
      if (request.method === 'PUT' && request.path === id) cluster.split([[0, 1, 2]]);
      return reply;
    });
    assert.deepEqual(await remove(store, first), [null]);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('that was refused, and creates, leaves nothing; and it can be created later', async () => {
    const store = await open(0);
    cutOff();
    await assert.rejects(put(store, 'Refused', null), isUnavailable);
    assert.equal(await title(store), undefined);
    cluster.heal();
    await put(store, 'First', null);
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('of what was read before another was refused is no conflict', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    cluster.heal();
    await put(store, 'Second', first);
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('is refused at once while no majority is there, and nothing is sent', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    const before = puts().length;
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    assert.equal(puts().length, before);
  });

  it('that is refused and cannot be taken back yet is not shown, and taken back later', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    let isDeaf = true;
    couches[0].play((request, response) =>
      isDeaf && request.path === '_bulk_docs'
        ? { status: 503, body: {} }
        : cluster.answer(0)(request, response),
    );
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    assert.equal(cluster.shown(0, id).title, 'Refused');
    assert.equal(await title(store), 'First');
    assert.equal(notes().length, 1);
    isDeaf = false;
    await allTakenBack();
    assert.equal(cluster.shown(0, id).title, 'First');
  });

  it('that removes, is refused and cannot be taken back yet, removes nothing that is shown', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    couches[0].play((request, response) =>
      request.path === '_bulk_docs'
        ? { status: 503, body: {} }
        : cluster.answer(0)(request, response),
    );
    await assert.rejects(remove(store, first), isUnavailable);
    assert.equal(cluster.shown(0, id), null);
    assert.equal(await title(store), 'First');
  });

  it('of a process that was killed is taken back by the next one', async () => {
    const killed = await open(0);
    const first = await put(killed, 'First', null);
    cutOff();
    couches[0].play((request, response) =>
      request.path === '_bulk_docs' ? 'silence' : cluster.answer(0)(request, response),
    );
    await assert.rejects(put(killed, 'Refused', first), isUnavailable);
    await killed.close();
    await put(await open(1), 'Acknowledged', first);
    cluster.heal();
    couches[0].play(cluster.answer(0));
    const next = await open(0);
    assert.equal(await title(next), 'Acknowledged');
    assert.deepEqual(shown(), everywhere('Acknowledged'));
    await allTakenBack();
  });

  it('that broke off but was done is known by reading it back', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    let tries = 0;
    couches[0].play((request, response) => {
      const reply = cluster.answer(0)(request, response);
      return request.method === 'PUT' && request.path === id && (tries += 1) === 1
        ? 'hang up'
        : reply;
    });
    await put(store, 'Second', first);
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('that removes, broke off and was done, is known too', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    let tries = 0;
    couches[0].play((request, response) => {
      const reply = cluster.answer(0)(request, response);
      return request.method === 'PUT' && request.path === id && (tries += 1) === 1
        ? 'hang up'
        : reply;
    });
    await remove(store, first);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('that broke off and was not done is done again', async () => {
    const store = await open(0);
    let tries = 0;
    couches[0].play((request, response) =>
      request.method === 'PUT' && request.path === id && (tries += 1) < 3
        ? 'hang up'
        : cluster.answer(0)(request, response),
    );
    await put(store, 'First', null);
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('that broke off, while someone else wrote, is a conflict', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    let tries = 0;
    couches[0].play((request, response) => {
      if (request.method !== 'PUT' || request.path !== id)
        return cluster.answer(0)(request, response);
      if ((tries += 1) > 1) return cluster.answer(0)(request, response);
      cluster.put(1, id, { _rev: first, title: 'Theirs' });
      return 'hang up';
    });
    await assert.rejects(put(store, 'Ours', first), isConflict);
    assert.deepEqual(shown(), everywhere('Theirs'));
  });

  it('whose outcome nobody can tell is unavailable', async () => {
    const store = await open(0);
    couches[0].play(({ path }) => (path === id ? 'hang up' : undefined));
    await assert.rejects(put(store, 'First', null), isUnavailable);
  });

  it('that one node takes while another takes someone else’s: one of both at most is done', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 10; round += 1) {
      cluster.split([[0], [1], [2]]);
      let sent = 0;
      couches.forEach((couch, node) =>
        couch.play((request, response) => {
          const reply = cluster.answer(node)(request, response);
          if (request.method === 'PUT' && request.path === id && (sent += 1) === 2) cluster.heal();
          return reply;
        }),
      );
      const outcomes = await Promise.allSettled([
        put(one, `One ${round}`, revision),
        put(other, `Other ${round}`, revision),
      ]);
      cluster.heal();
      const [text] = shown();
      assert.deepEqual(shown(), everywhere(text));
      const done = outcomes.flatMap(({ status }, at) =>
        status === 'fulfilled' ? [`${['One', 'Other'][at]} ${round}`] : [],
      );
      assert.ok(done.length <= 1, `${done}`);
      if (done.length === 1) assert.equal(text, done[0]);
      else assert.doesNotMatch(text, new RegExp(` ${round}$`));
      revision = (await one.get('settings', 'site')).revision;
    }
  });
});
