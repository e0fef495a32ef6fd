import { createHash } from 'node:crypto';
import { conflictsPath, design, summariesPath } from '../../lib/store/couchdb/design.js';
/** @import { Reply, Script } from './scripted-couch.js' */

/**
 * @typedef {{ doc: any, line: string[] }} Branch  A leaf with its revisions, the newest first.
 * @typedef {Map<string, Branch[]>} Autosave  What one node keeps of each document.
 */

/**
 * Three nodes that keep documents as a cluster of CouchDB does: each takes one write of a base by itself, a majority
 * makes a 201 of it, fewer a 202; branches that come from elsewhere are merged; the winner is chosen by CouchDB's rule.
 * All of it happens at once: a test says which nodes are cut off, and when they hear of each other.
 */
export function smallCluster() {
  /** @type {Autosave[]} */
  const copies = [new Map(), new Map(), new Map()];
  /** Of every revision: a node keeps it for a while when something is made of it. @type {Map<string, any>} */
  const texts = new Map();
  /** The nodes that can reach each other. @type {number[][]} */
  let parts = [[0, 1, 2]];
  let asked = 0;
  /** What each frozen node will do when it goes on. @type {Map<number, (() => void)[]>} */
  const frozen = new Map();
  const linkedTo = (/** @type {number} */ node) => parts.find((part) => part.includes(node)) ?? [];
  const isFrozen = (/** @type {number} */ node) => frozen.has(node);
  const reachedBy = (/** @type {number} */ node) =>
    linkedTo(node).filter((each) => !isFrozen(each));
  /** Whether it waits for a frozen node unless so many others are enough. @param {number} node @param {number} enough */
  const waits = (node, enough) => linkedTo(node).some(isFrozen) && reachedBy(node).length < enough;
  /** Now, or when it goes on. @param {number} node @param {() => void} work */
  const doAt = (node, work) => (frozen.get(node) ?? { push: (now) => now() }).push(work);
  const branchesOn = (/** @type {number} */ node, /** @type {string} */ id) =>
    copies[node].get(id) ?? [];

  /** As CouchDB does, drops a revision that it has already, even on another branch. @param {number} node @param {string} id @param {Branch[]} found */
  function merge(node, id, found) {
    for (const branch of found) {
      texts.set(`${id} ${branch.doc._rev}`, branch.doc);
      const known = branchesOn(node, id);
      if (known.some(({ line }) => line.includes(branch.line[0]))) continue;
      const rest = known.filter(({ line }) => !branch.line.includes(line[0]));
      copies[node].set(id, [...rest, branch]);
    }
  }

  /** @param {number} node @param {string} id @param {number[]} [nodes] those that are asked @returns {Branch[]} what they have */
  function merged(node, id, nodes = reachedBy(node)) {
    const at = copies.push(new Map()) - 1;
    for (const each of nodes) merge(at, id, branchesOn(each, id));
    const found = branchesOn(at, id);
    copies.pop();
    return found;
  }

  /** The first two that answer, each time others. @param {number} node */
  function aMajority(node) {
    const all = reachedBy(node);
    asked += 1;
    return [0, 1].map((at) => all[(asked + at) % all.length]);
  }

  /**
   * For a document the first two that answer are enough when they agree; else all are asked, and have what the others have once all have answered.
   *
   * @param {number} node
   * @param {string} id
   * @param {(node: number) => Branch[]} tell  what one copy tells
   * @param {(first: Branch[], second: Branch[]) => boolean} agree
   * @returns {Branch[] | 'silence'} silence: they wait for one that is frozen
   */
  function read(node, id, tell, agree) {
    const [first, second] = aMajority(node);
    if (agree(tell(first), tell(second))) return tell(first);
    if (linkedTo(node).some(isFrozen)) return 'silence';
    const found = reachedBy(node).flatMap(tell);
    for (const each of reachedBy(node)) merge(each, id, found);
    return merged(node, id, [node]);
  }

  /** All leaves. One that is only behind does not disagree when it answers second. @param {number} node @param {string} id */
  const readLeaves = (node, id) =>
    read(
      node,
      id,
      (each) => branchesOn(each, id),
      (first, second) =>
        first.length === second.length &&
        second.every(({ line: [rev] }) => first.some(({ line }) => line.includes(rev))),
    );

  /** The leaf that is shown. @param {number} node @param {string} id */
  const readShown = (node, id) =>
    read(
      node,
      id,
      (each) => [winnerOf(branchesOn(each, id)) ?? []].flat(),
      ([first], [second]) => first?.line[0] === second?.line[0],
    );

  /** @param {number} node @param {string} id @param {any} body @returns {string | null} null: a conflict */
  function take(node, id, { _rev, ...fields }) {
    const branches = branchesOn(node, id);
    const base = _rev
      ? branches.find(({ doc, line }) => line[0] === _rev && !(doc._deleted && fields._deleted))
      : branches.every(({ doc }) => doc._deleted) && (winnerOf(branches) ?? { line: [] });
    if (!base) return null;
    const hash = createHash('md5')
      .update(JSON.stringify([base.line[0], fields]))
      .digest('hex');
    const rev = `${generation(base.line[0]) + 1}-${hash}`;
    merge(node, id, [{ doc: { ...fields, _id: id, _rev: rev }, line: [rev, ...base.line] }]);
    return rev;
  }

  /** @param {number} node @param {string} id @param {any} body @returns {{ status: number, body: any } | 'silence'} */
  function put(node, id, body) {
    const silent = linkedTo(node).filter(isFrozen);
    for (const each of silent) doAt(each, () => take(each, id, body));
    const revs = reachedBy(node).map((each) => take(each, id, body));
    const made = revs.filter((rev) => rev !== null);
    // A node that knows of a removal puts a first write on top of it.
    const agreed = made.find((rev, at) => made.indexOf(rev) !== at);
    if (!agreed && silent.length > 0) return 'silence';
    if (made.length === 0) return { status: 409, body: { error: 'conflict', reason: 'Conflict.' } };
    const done = body._deleted ? 200 : 201;
    return { status: agreed ? done : 202, body: { ok: true, id, rev: agreed ?? made[0] } };
  }

  /** @param {number} node @param {string} id @param {Branch} branch */
  const hasBranch = (node, id, { line }) =>
    branchesOn(node, id).some((each) => each.line[0] === line[0]);

  /** @param {string} id @param {string} rev @param {Branch[]} branches */
  function earlier(id, rev, branches) {
    const branch = branches.find(({ line }) => line.includes(rev));
    const doc = texts.get(`${id} ${rev}`);
    if (!branch || !doc) return missing('missing');
    return { body: withRevisions({ doc, line: branch.line.slice(branch.line.indexOf(rev)) }) };
  }

  /** @param {number} node @param {string} id @param {URLSearchParams} query @returns {Reply} */
  function present(node, id, query) {
    const told = query.has('r') ? branchesOn(node, id) : readShown(node, id);
    if (told === 'silence') return told;
    const winner = winnerOf(told);
    if (!winner) return missing('missing');
    // Of its rivals only one copy is asked that has it.
    const copy = reachedBy(node).find((each) => hasBranch(each, id, winner)) ?? node;
    const branches = branchesOn(copy, id);
    if (winner.doc._deleted) return missing('deleted');
    const info = winner.line.map((rev) => ({
      rev,
      status: texts.get(`${id} ${rev}`)?._deleted ? 'deleted' : 'available',
    }));
    const others = branches.filter(({ line }) => line[0] !== winner.line[0]);
    const conflicts = (/** @type {string} */ name, /** @type {boolean} */ areDeleted) => {
      const found = others.filter(({ doc }) => Boolean(doc._deleted) === areDeleted);
      const isAsked = query.has(name) && found.length > 0;
      return isAsked && { [`_${name}`]: found.map(({ line }) => line[0]) };
    };
    return {
      body: {
        ...(query.has('revs') ? withRevisions(winner) : winner.doc),
        ...(query.has('revs_info') && { _revs_info: info }),
        ...conflicts('conflicts', false),
        ...conflicts('deleted_conflicts', true),
      },
    };
  }

  /** @param {number} node @returns {any[]} all documents that it shows, in the order of their ids */
  function documentsOf(node) {
    const ids = new Set(reachedBy(node).flatMap((each) => [...copies[each].keys()]));
    const winners = [...ids].sort().map((id) => winnerOf(merged(node, id))?.doc);
    return winners.filter((doc) => doc && !doc._deleted);
  }

  /** @param {any[]} docs @param {URLSearchParams} query @param {any} body @returns {any[]} rows of _all_docs */
  function rowsOf(docs, query, body) {
    const row = (/** @type {any} */ doc) => ({ id: doc._id, value: { rev: doc._rev }, doc });
    if (body)
      return body.keys.map((/** @type {string} */ key) => {
        const doc = docs.find(({ _id }) => _id === key);
        return doc ? row(doc) : { error: 'not_found' };
      });
    const [start, end] = ['start_key', 'end_key'].map((name) => JSON.parse(query.get(name) ?? ''));
    return docs.filter(({ _id }) => start <= _id && _id < end).map(row);
  }

  /** @param {'summaries' | 'conflicts'} view @param {any[]} docs @returns {any[]} its rows */
  function viewOf(view, docs) {
    /** @type {any[]} */
    const rows = [];
    /** @type {any} */
    let doc;
    const emit = (/** @type {any} */ key, /** @type {any} */ value) =>
      rows.push({ key, value, doc });
    const map = new Function('emit', `return ${design.views[view].map}`)(emit);
    for (doc of docs) map(doc);
    return rows;
  }

  return {
    /** @param {number[][]} next the nodes that can reach each other from now on */
    split(next) {
      parts = next;
    },
    /** From now on it answers nobody, and what it is sent waits. @param {number} node */
    freeze(node) {
      if (!isFrozen(node)) frozen.set(node, []);
    },
    /** Frozen nodes go on, and do what they were sent. */
    thaw() {
      const late = [...frozen.values()].flat();
      frozen.clear();
      for (const work of late) work();
    },
    /** All nodes reach each other, and each that is not frozen has what the others have. */
    heal() {
      parts = [[0, 1, 2]];
      const ids = new Set(copies.flatMap((copy) => [...copy.keys()]));
      const awake = [0, 1, 2].filter((node) => !isFrozen(node));
      for (const id of ids) {
        const found = merged(awake[0] ?? 0, id, awake);
        for (const node of awake) merge(node, id, found);
      }
    },
    /** @param {number} node @param {string} id @returns {any | null} what a node shows */
    shown(node, id) {
      const { doc } = winnerOf(merged(node, id)) ?? { doc: { _deleted: true } };
      return doc._deleted ? null : doc;
    },
    /** @param {number} node @param {string} id @returns {Branch[]} */
    branches: branchesOn,
    /** @param {number} node @returns {boolean} whether it reaches a majority */
    hasMajority: (node) => reachedBy(node).length > 1,
    /** @param {string} id @param {string} rev @returns {string | undefined} */
    writeIdOf: (id, rev) => texts.get(`${id} ${rev}`)?.writeId,
    put,
    /**
     * What a node answers, for scriptedCouch.
     *
     * @param {number} node
     * @returns {Script}
     */
    answer:
      (node) =>
      ({ method, path, query, body }) => {
        const isWrite = method === 'PUT' && /^[a-z]+:/i.test(path);
        if (isFrozen(node)) {
          if (isWrite) doAt(node, () => put(node, path, body));
          return 'silence';
        }
        if (waits(node, 2) && !isWrite) return 'silence';
        if (path === '') return { body: { instance_start_time: '1', cluster: { n: 3, w: 2 } } };
        if (path.startsWith('_local/')) {
          const isKnown = method === 'PUT';
          if (!isKnown) return { status: 404, body: { reason: 'missing' } };
          const needed = Number(query.get('w') ?? 2);
          if (waits(node, needed)) return 'silence';
          const isTaken = reachedBy(node).length >= needed;
          return { status: isTaken ? 201 : 202, body: { rev: '0-1' } };
        }
        if (path === '_bulk_docs' && body.new_edits === false) {
          for (const { _revisions, ...doc } of body.docs) {
            const line = _revisions.ids.map(
              (/** @type {string} */ hash, /** @type {number} */ at) =>
                `${_revisions.start - at}-${hash}`,
            );
            for (const each of linkedTo(node))
              doAt(each, () => merge(each, doc._id, [{ doc, line }]));
          }
          return { status: 201, body: [] };
        }
        if (
          path === '_all_docs' &&
          body?.keys.some((/** @type {string} */ id) => readShown(node, id) === 'silence')
        )
          return 'silence';
        if (path === '_all_docs') return { body: { rows: rowsOf(documentsOf(node), query, body) } };
        if (path === summariesPath)
          return { body: { update_seq: '0', rows: viewOf('summaries', documentsOf(node)) } };
        if (path === conflictsPath) {
          const docs = documentsOf(node).map((doc) => ({
            ...doc,
            _conflicts: merged(node, doc._id)
              .filter(({ doc: each }) => each._rev !== doc._rev && !each._deleted)
              .map(({ line }) => line[0]),
          }));
          return { body: { rows: viewOf('conflicts', docs) } };
        }
        if (!/^[a-z]+:/i.test(path) || path.startsWith('larder:')) return undefined;
        if (method === 'PUT') return put(node, path, body);
        if (query.has('open_revs')) {
          const named = query.get('open_revs') ?? '';
          if (named !== 'all') {
            const leaves = reachedBy(node).flatMap((each) => branchesOn(each, path));
            const asked = leaves.filter(({ line }) => named.includes(line[0]));
            return { body: asked.map((branch) => ({ ok: withRevisions(branch) })) };
          }
          const found = readLeaves(node, path);
          if (found === 'silence') return found;
          return found.length > 0
            ? { body: found.map((branch) => ({ ok: withRevisions(branch) })) }
            : missing('missing');
        }
        const rev = query.get('rev');
        if (rev && !/^\d+-/.test(rev)) return { status: 400, body: { error: 'bad_request' } };
        return rev ? earlier(path, rev, merged(node, path)) : present(node, path, query);
      },
  };
}

/** @param {string} reason */
const missing = (reason) => ({ status: 404, body: { reason } });

/** @param {Branch} branch */
const withRevisions = ({ doc, line }) => ({
  ...doc,
  _revisions: {
    start: generation(line[0]),
    ids: line.map((rev) => rev.slice(rev.indexOf('-') + 1)),
  },
});

/** @param {string} [rev] */
const generation = (rev) => (rev ? Number.parseInt(rev, 10) : 0);

/** @param {Branch[]} branches @returns {Branch | undefined} */
const winnerOf = (branches) =>
  [...branches].sort(
    (a, b) =>
      Number(a.doc._deleted ?? false) - Number(b.doc._deleted ?? false) ||
      generation(b.line[0]) - generation(a.line[0]) ||
      (a.line[0] < b.line[0] ? 1 : -1),
  )[0];
