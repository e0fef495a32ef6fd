import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWithdrawal } from '../../lib/store/couchdb/states.js';
import { siteSettings } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';
import { smallCluster } from './small-cluster.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { Request, Script } from './scripted-couch.js' */

/** The document that is written. */
export const id = 'settings:site';

/** What a test of writes to a cluster works with: a cluster, a server at each of two nodes, and one record. */
export function clusterBench() {
  /** @type {ReturnType<typeof smallCluster>} */
  let cluster;
  /** One server at each node. @type {Awaited<ReturnType<typeof scriptedCouch>>[]} */
  let couches;
  let folder = '';
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'larder-'));
    couches = [await scriptedCouch(), await scriptedCouch()];
    reset();
  });
  afterEach(async () => {
    for (const couch of couches) await couch.close();
    rmSync(folder, { recursive: true });
  });

  /** Three empty nodes that reach each other. */
  function reset() {
    cluster = smallCluster();
    couches.forEach((couch, node) => couch.play(cluster.answer(node)));
  }
  /**
   * @param {number} node
   * @param {number} [factor]
   * @param {boolean} [knowsOther] whether it goes to the other node when that one fails
   * @param {number} [timeout] milliseconds
   */
  const open = (node, factor = 100, knowsOther = false, timeout = 5000) =>
    couches[node].open({
      others: knowsOther ? [couches[1 - node].url] : [],
      timeout,
      factor,
      random: Math.random,
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
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.json'));
  const later = () => new Promise((resolve) => setTimeout(resolve, 1));
  /** What is noted is not on the first node any more. */
  const allTakenBack = async () => {
    while (notes().some(isThere)) await later();
  };
  /** @param {string} name of a note */
  function isThere(name) {
    const { write } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const branches = cluster.branches(0, `${write.kind}:${write.id}`);
    return branches.some(({ doc }) => doc.writeId === write.writeId);
  }
  const allForgotten = async () => {
    while (notes().length > 0) await later();
  };
  /** @param {number} node */
  const allForgottenBy = async (node) => {
    while (notes().some((name) => name.startsWith(String(node)))) await later();
  };
  /**
   * Has a write refused by a server at the first node, and taken back.
   * @param {Store} store
   * @param {string} base  is put back
   */
  async function putBack(store, base) {
    cutOff();
    await assert.rejects(put(store, 'Refused', base), { code: 'unavailable' });
    cluster.heal();
    await allForgotten();
  }
  /** Nothing more will be withdrawn, unless somebody withdraws what lies on top of it. */
  const allSettled = async () => {
    while (notes().some((name) => !isBelow(name))) await later();
  };
  /** @param {string} name of a note */
  function isBelow(name) {
    const { write } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const branches = cluster
      .branches(0, id)
      .filter(({ doc, line }) => !isWithdrawal(line[0]) && doc.writeId !== write.writeId);
    return branches.some(({ line }) =>
      line.slice(1).some((rev) => cluster.writeIdOf(id, rev) === write.writeId),
    );
  }
  /**
   * Lets a server take back nothing, so that what was refused stays on its node.
   * @param {number} node
   * @returns {() => void} lets it again
   */
  function keepRefused(node) {
    return withhold(node, ({ path }) => path === '_bulk_docs');
  }
  /**
   * From its next write on, a server does not learn what there is, and so decides nothing about it.
   * @param {number} node
   * @returns {() => void} lets it learn it
   */
  function keepBlind(node) {
    let hasWritten = false;
    return withhold(node, ({ method, path, query }) => {
      hasWritten ||= method === 'PUT' && path === id;
      return hasWritten && ['open_revs', 'r'].some((name) => query.has(name));
    });
  }
  /**
   * @param {number} node
   * @param {(request: Request) => boolean} isWithheld  whether the node does not answer it
   * @returns {() => void} lets it answer
   */
  function withhold(node, isWithheld) {
    let isOver = false;
    couches[node].play((request, response) =>
      !isOver && isWithheld(request)
        ? { status: 503, body: {} }
        : cluster.answer(node)(request, response),
    );
    return () => void (isOver = true);
  }
  /** Loses the response to the next write, which is accepted. @param {number} node */
  function loseResponse(node) {
    let isLost = false;
    couches[node].play((request, response) => {
      const answer = cluster.answer(node)(request, response);
      if (isLost || request.method !== 'PUT' || request.path !== id) return answer;
      isLost = true;
      return 'hang up';
    });
  }
  /**
   * Plays the first node, and counts the times that the record is put there.
   * @param {(count: number, answer: () => ReturnType<Script>) => ReturnType<Script>} onPut `answer` lets the node take it
   */
  function onEachPut(onPut) {
    let count = 0;
    couches[0].play((request, response) => {
      const answer = () => cluster.answer(0)(request, response);
      return request.method === 'PUT' && request.path === id
        ? onPut((count += 1), answer)
        : answer();
    });
  }
  const puts = () =>
    couches[0].requests.filter(({ method, path }) => method === 'PUT' && path === id);

  return {
    get cluster() {
      return cluster;
    },
    /** Of the notes of all servers. */
    get folder() {
      return folder;
    },
    get couches() {
      return couches;
    },
    reset,
    open,
    put,
    remove,
    title,
    shown,
    everywhere,
    cutOff,
    notes,
    allTakenBack,
    allForgotten,
    allForgottenBy,
    putBack,
    allSettled,
    keepRefused,
    keepBlind,
    loseResponse,
    later,
    onEachPut,
    puts,
  };
}
