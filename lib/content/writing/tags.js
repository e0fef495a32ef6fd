import { equal } from '../../base/equal.js';
import { LarderError } from '../../base/errors.js';
import { tagAddress, tagPath } from '../../base/paths.js';
import { foldCase } from '../../base/unicode.js';
import { check, validateTags } from '../validate.js';
import { changeOneByOne } from './one-by-one.js';
import { again } from './writer.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { Job, Post, Settings, Store } from '../../store/types.js' */
/** @import { Addresses } from '../addresses.js' */
/** @import { Jobs } from '../jobs/jobs.js' */
/** @import { Writer } from './writer.js' */

const NAME = 'retagging';
/** How often all posts are gone through. */
const PASSES = 3;

/**
 * @typedef {Job & { from: string, to: string }} Retagging  A change of a tag in all its posts; `to`:
 *   '' when it is removed.
 */

/**
 * Writes tags in all posts at once, and their descriptions.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Writer} deps.writer
 * @param {Addresses} deps.addresses
 * @param {TextWork} deps.texts
 * @param {Jobs} deps.jobs
 * @param {(changed: Partial<Settings>, options: { revision: string | null }) => Promise<Settings>} deps.saveSettings
 */
export function createTagWriter({ store, index, writer, addresses, texts, jobs, saveSettings }) {
  jobs.define(NAME, (job) => {
    const { from, to } = /** @type {Retagging} */ (job);
    return changeOneByOne({ store, writer }, job, idsToChange(from, to), (post) =>
      retagged(post, from, to),
    );
  });
  return { retag, retagging, describeTag, tagNameOf };

  /**
   * Renames a tag in all posts and pages, or merges it into another one, or removes it. Texts stay as they are, and so
   * do the times of their last change. If it breaks off, doing it again does the rest.
   * @param {string} from in any letter case
   * @param {string} to '' removes it
   * @param {string} [by]  a user's id
   * @returns {Promise<void>}
   * @throws {LarderError} `invalid` on the field `tag`; `conflict` while another tag is being changed; `unavailable`
   */
  async function retag(from, to, by = '') {
    const name = to && tagNameOf(to, from);
    const total = index.tagNames.find(from)?.count ?? 0;
    const about = to ? `${from} → ${name}` : from;
    const noted = writer.note({ what: to ? 'tag.renamed' : 'tag.deleted', about });
    const job = { id: NAME, name: NAME, by, from, to: name, total };
    const started = await jobs.begin(job, noted);
    if (!started)
      throw new LarderError('conflict', 'Another tag is being changed. Try again in a moment.');
    await started.ended;
  }

  /** @returns {Promise<Retagging | null>} the last one */
  async function retagging() {
    return /** @type {Retagging | null} */ (await jobs.find(NAME));
  }

  /** @param {string} from @param {string} to @returns {AsyncIterable<string[]>} */
  async function* idsToChange(from, to) {
    if (foldCase(from) !== foldCase(to)) await moveAddress(from, to);
    // Whoever saves a post meanwhile may give it the tag again.
    for (let pass = 0; pass < PASSES; pass++) yield idsWith(from, to);
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

  /**
   * @param {string} from
   * @param {string} to
   * @returns {string[]} of posts that have a spelling of the tag other than the new one
   */
  function idsWith(from, to) {
    const { name = '', others = [] } = index.tagNames.find(from) ?? {};
    const wrong = [name, ...others].filter((each) => each !== to);
    const hasIt = (/** @type {{ tags: string[] }} */ { tags }) =>
      tags.some((tag) => wrong.includes(tag));
    return wrong.length > 0 ? [...index.posts()].filter(hasIt).map(({ id }) => id) : [];
  }

  /** @param {Post} post @param {string} from @param {string} to @returns {Promise<Post | null>} */
  async function retagged(post, from, to) {
    const key = foldCase(from);
    const renamed = post.tags.map((tag) => (foldCase(tag) === key ? to : tag)).filter(Boolean);
    const tags = [...new Set(renamed)];
    // What the database's console has changed was not rendered yet.
    return equal(tags, post.tags) ? null : { ...(await texts.ensureRendered(post)), tags };
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
