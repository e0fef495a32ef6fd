import { isFresh } from '../../markup/fingerprint.js';
import { digestOfPost } from './last-import.js';
/** @import { PostInput } from '../../content/writing/posts.js' */
/** @import { Post } from '../../store/types.js' */
/** @import { Run } from './run.js' */
/** @import { SourcePost } from './sources/source.js' */

/**
 * @typedef {(text: string) => void} Warn
 */

/** Messages about posts that are left as they are here. */
const STAYS = {
  deleted: 'it was deleted here and stays deleted',
  edited: 'it was edited here and is kept as it is',
  conflict: 'it was edited both here and there: the version here is kept',
};

/** @typedef {ReturnType<typeof createPostWriter>} PostWriter */

/**
 * Writes and counts the imported posts, except those that were changed here since the last import.
 * @param {Run} run
 */
export function createPostWriter(run) {
  const content = run.content;
  return { find, freePaths, write };

  /**
   * To be called first: of a post that stays deleted, nothing is imported.
   * @param {string} id of a post
   * @param {Warn} warn
   * @returns {Promise<{ present: Post | null, isGone: boolean }>} the stored post; whether it was deleted here
   */
  async function find(id, warn) {
    const { store } = content;
    const { last } = run;
    const present = await store.get('post', id);
    if (present) return { present, isGone: false };
    const unrecorded = async () => last.hadPost(id) || (await store.get('trash', id)) !== null;
    const verdict = await last.judge(`post:${id}`, { here: null, given: '', unrecorded });
    if (verdict !== 'deleted') return { present, isGone: false };
    if (!(await last.knows(`post:${id}`))) await last.remember(`post:${id}`, '', '');
    stay('deleted', warn);
    return { present, isGone: true };
  }

  /**
   * @param {string} id of a post
   * @param {string[]} paths that it had before
   * @param {Warn} warn called for those that belong to another post
   * @returns {string[]} the others
   */
  function freePaths(id, paths, warn) {
    return paths.filter((path) => {
      const owner = content.index.addresses.get(path) ?? id;
      if (owner !== id) warn(`its old URL ${path} belongs to another post`);
      return owner === id;
    });
  }

  /**
   * @param {PostInput & { id: string }} input missing fields stay as they are
   * @param {Post | null} present the stored post
   * @param {SourcePost['ifNew']} ifNew times for a new post, if the input has none
   * @param {Warn} warn
   * @returns {Promise<boolean>} whether it was saved
   */
  async function write(input, present, ifNew, warn) {
    const { counts, last } = run;
    const key = `post:${input.id}`;
    const given = digestOfPost(input);
    const here = present && digestOfPost(present);
    const verdict = await last.judge(key, {
      here,
      given,
      isSame: present !== null && isSame(present, input),
      unrecorded: () => present && wasSavedHere(present),
    });
    if (verdict !== 'write' && verdict !== 'same') {
      if (verdict === 'edited' && !(await last.knows(key))) await last.remember(key, given, '');
      stay(verdict, warn);
      await content.saveRedirects(
        (input.formerPaths ?? []).map((from) => ({ from, to: input.id })),
      );
      const isRevealed = present?.status === 'published' && input.status === 'draft';
      if (isRevealed) warn('it is hidden there but published here: check whether it should be');
      return false;
    }
    const lacksPath = (input.formerPaths ?? []).some((path) => !content.index.addresses.has(path));
    if (verdict === 'same' && !lacksPath && present && isFresh(present)) {
      counts.unchanged += 1;
      await last.agree(key, given, digestOfPost(present));
      return false;
    }
    const revision = present?.revision ?? null;
    const isUndated = !input.publishedAt && !present?.publishedAt;
    const publishedAt = isUndated ? ifNew.publishedAt : input.publishedAt;
    const whole = present ? { ...input, publishedAt } : { ...ifNew, ...input, publishedAt };
    const saved = await content.savePost(whole, { revision });
    const kind =
      present === null ? 'created' : saved.revision === revision ? 'unchanged' : 'updated';
    counts[kind] += 1;
    await last.remember(key, given, digestOfPost(saved));
    return true;
  }

  /** @param {keyof typeof STAYS} verdict @param {Warn} warn */
  function stay(verdict, warn) {
    run.kept += 1;
    warn(STAYS[verdict]);
  }

  /**
   * @param {Post} present may come from an old import without records
   * @returns {Promise<boolean>} whether it was edited since, also by a token without a user
   */
  async function wasSavedHere({ id, revision }) {
    const { by, versions } = await content.history(id, revision);
    return by !== '' || versions.length > 0;
  }
}

/** @param {Post} present @param {PostInput} input @returns {boolean} whether saving it would change nothing */
function isSame(present, input) {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return digestOfPost({ ...present, ...Object.fromEntries(given) }) === digestOfPost(present);
}
