import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../../errors.js';
import { equal } from '../../util/equal.js';
import { isFresh } from '../../markup/fingerprint.js';
import { tagAddress, tagPath } from '../../util/paths.js';
import { foldCase } from '../../util/unicode.js';
import { check, validateTags } from '../validate.js';
import { again } from './writer.js';
/** @import { BlogIndex } from '../../index/blog-index.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { Post, Settings, Store } from '../../types.js' */
/** @import { Addresses } from '../addresses.js' */
/** @import { Writer } from './writer.js' */

/** How often all posts are gone through. */
const PASSES = 3;

/**
 * @typedef {object} Retagging  A change of a tag in all its posts, under way or broken off.
 * @property {string} from
 * @property {string} to  '' when the tag is removed
 * @property {number} done  posts and pages
 * @property {number} total
 * @property {boolean} isOver  broken off
 */

/**
 * Writes tags in all posts at once, and their descriptions.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Writer} deps.writer
 * @param {Addresses} deps.addresses
 * @param {TextWork} deps.texts
 * @param {(changed: Partial<Settings>, options: { revision: string | null }) => Promise<Settings>} deps.saveSettings
 */
export function createTagWriter({ store, index, writer, addresses, texts, saveSettings }) {
  /** @type {Retagging | null} */
  let running = null;
  return { retag, retagging: () => running, describeTag, tagNameOf };

  /**
   * Renames a tag in all posts and pages, or merges it into another one, or removes it. Texts stay as they are, and so do the times
   * of their last change. If it breaks off, doing it again does the rest.
   * @param {string} from in any letter case
   * @param {string} to '' removes it
   * @returns {Promise<void>}
   * @throws {LarderError} `invalid` on the field `tag`; `conflict` while another tag is being changed; `unavailable`
   */
  async function retag(from, to) {
    const name = to && tagNameOf(to, from);
    if (running && !running.isOver)
      throw new LarderError('conflict', 'Another tag is being changed. Try again in a moment.');
    const total = index.tagNames.find(from)?.count ?? 0;
    const work = { from, to: name, done: 0, total, isOver: false };
    running = work;
    try {
      if (foldCase(from) !== foldCase(name)) await moveAddress(from, name);
      // Whoever saves a post meanwhile may give it the tag again.
      for (let pass = 0; pass < PASSES; pass++)
        for (const id of idsWith(from, name)) {
          await retagPost(id, from, name);
          work.done++;
          await setImmediate();
        }
      running = null;
    } finally {
      work.isOver = true;
    }
  }

  /** The old URL leads to the new one, the description moves along. @param {string} from @param {string} to */
  async function moveAddress(from, to) {
    const path = tagAddress(from);
    if (to) {
      // Nothing leads away from a tag that is there, so that redirects never go round in circles.
      await writer.write(await addresses.withoutRedirect(tagAddress(to)));
      await writer.write(await addresses.redirects([{ from: path, to: tagPath(to) }]));
    } else await writer.write(await addresses.withoutRedirect(path));
    if (index.description(from))
      await saveDescriptions((all) => {
        const text = all.find(isOf(from))?.text;
        const others = all.filter(isNotOf(from));
        return to && text && !others.some(isOf(to)) ? [...others, { tag: to, text }] : others;
      });
  }

  /** @param {string} from @param {string} to @returns {string[]} of posts that have a spelling of the tag other than the new one */
  function idsWith(from, to) {
    const { name = '', others = [] } = index.tagNames.find(from) ?? {};
    const wrong = [name, ...others].filter((each) => each !== to);
    const hasIt = (/** @type {{ tags: string[] }} */ { tags }) =>
      tags.some((tag) => wrong.includes(tag));
    return wrong.length > 0 ? [...index.posts()].filter(hasIt).map(({ id }) => id) : [];
  }

  /** @param {string} id @param {string} from @param {string} to */
  async function retagPost(id, from, to) {
    const key = foldCase(from);
    await again(async () => {
      const post = /** @type {Post | null} */ (await store.get('post', id));
      if (!post) return;
      const tags = post.tags.map((tag) => (foldCase(tag) === key ? to : tag)).filter(Boolean);
      // What the database's console has changed was not rendered yet.
      const rendered = isFresh(post) ? {} : await texts.render(post);
      const changed = { ...post, ...rendered, tags: [...new Set(tags)] };
      if (!equal(changed.tags, post.tags)) await writer.put('post', changed, post.revision ?? null);
    });
  }

  /**
   * @param {string} tag
   * @param {string} text '' removes the description
   * @throws {LarderError} `invalid` on the field `tagDescriptions`, `conflict`, `unavailable`
   */
  function describeTag(tag, text) {
    return saveDescriptions((all) => [
      ...all.filter(isNotOf(tag)),
      ...(text.trim() ? [{ tag, text }] : []),
    ]);
  }

  /** @param {(all: Settings['tagDescriptions']) => Settings['tagDescriptions']} change */
  function saveDescriptions(change) {
    return again(async () => {
      const settings = await store.get('settings', 'site');
      const tagDescriptions = change(settings?.tagDescriptions ?? []);
      await saveSettings({ tagDescriptions }, { revision: settings?.revision ?? null });
    });
  }

  /**
   * @param {string} typed
   * @param {string} from the tag to be renamed: it may be spelled in another way, any other tag keeps its spelling
   * @returns {string} the tag that is meant
   * @throws {LarderError} `invalid` on the field `tag`
   */
  function tagNameOf(typed, from) {
    const [name = '', ...others] = validateTags(typed.split(/[,\n]/), 'tag');
    check(name !== '' && others.length === 0, 'tag', 'Enter one tag, without a comma');
    const isSame = foldCase(name) === foldCase(from);
    return isSame ? name : (index.tagNames.find(name)?.name ?? name);
  }
}

/** @param {string} tag @returns {(each: { tag: string }) => boolean} */
const isOf = (tag) => (each) => foldCase(each.tag) === foldCase(tag);

/** @param {string} tag @returns {(each: { tag: string }) => boolean} */
const isNotOf = (tag) => (each) => !isOf(tag)(each);
