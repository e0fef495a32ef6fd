import {
  EXCERPT_AT_MOST,
  TAG_AT_MOST,
  TAGS_AT_MOST,
  TITLE_AT_MOST,
} from '../../content/validate.js';
import { LarderError } from '../../errors.js';
import { authorId } from '../authors.js';
import { renderPost } from '../../content/render.js';
import { TagForms } from '../tags.js';
import { shorten } from '../shorten.js';
import { PostWriter } from '../writer.js';
import { takeComments } from './comments.js';
import { Pictures } from './pictures.js';
import { ForeignPlan } from './plan.js';
import { takeSettings } from '../settings.js';
import { settingsOf } from './settings.js';
import { readText } from './texts.js';

/**
 * @typedef {import('./source.js').Source} Source
 * @typedef {import('./source.js').ForeignPost} ForeignPost
 * @typedef {import('../../content/content.js').PostInput} PostInput
 */

/** So much of a text is a title for one that has none, in characters. */
const LONG = 60;

/**
 * Takes another engine's blog into this one. Running it again takes what has changed there; what an author has
 * changed or deleted here stays as it is.
 * @param {Source} source
 * @param {object} means
 * @param {string} means.file for messages
 * @param {string} means.folder in which images may lie, a real path
 * @param {import('../run.js').Run} means.run
 * @param {(done: number, total: number) => void} means.progress
 */
export async function takeOver(source, { file, folder, run, progress }) {
  for (const sentence of source.notTaken) run.warn(file, sentence);
  const plan = new ForeignPlan(source, run.content.index);
  await takeSettings(settingsOf(source.site, plan), source.site.origin, file, run);
  const pictures = new Pictures(folder, run);
  await pictures.list();
  const taker = new Taker(plan, pictures, run);
  const total = source.places.length;
  let done = 0;
  for await (const { name, read } of source.posts(run.content.index.settings.timeZone)) {
    progress(done, total);
    await run.attempt(name, async () => taker.take(read()));
    done += 1;
  }
  for (const { name, url } of source.pictures)
    await run.attempt(name, () => taker.takePicture(name, url));
  progress(total, total);
  run.taken.images += pictures.count;
  if (source.broken) run.refuse(file, `${source.broken}: what was whole before that is taken`);
}

/** Makes posts of what a source gives, one after the other. */
class Taker {
  #plan;
  #pictures;
  #run;
  #tags;
  #writer;
  /** @type {Set<string>} */
  #seen = new Set();

  /**
   * @param {ForeignPlan} plan
   * @param {Pictures} pictures
   * @param {import('../run.js').Run} run
   */
  constructor(plan, pictures, run) {
    this.#plan = plan;
    this.#pictures = pictures;
    this.#run = run;
    this.#tags = new TagForms(run.content.index.posts());
    this.#writer = new PostWriter(run);
  }

  /** @param {ForeignPost} post */
  async take(post) {
    const entry = this.#plan.entries.get(post.id);
    if (!entry || this.#seen.has(post.id))
      throw new LarderError('invalid', 'another one has the same number and guid');
    this.#seen.add(post.id);
    const { name } = entry.place;
    const warn = (/** @type {string} */ text) => this.#run.warn(name, text);
    const { present, isGone } = await this.#writer.find(post.id, warn);
    if (isGone) return;
    [...entry.notes, ...post.notes].forEach(warn);
    const writtenAt = post.publishedAt ?? post.createdAt;
    const times = {
      createdAt: post.createdAt ?? writtenAt,
      updatedAt: post.updatedAt ?? writtenAt,
    };
    await this.#writer.write(await this.#inputOf(post, entry, warn), present, times, warn);
    this.#run.taken.comments += await takeComments(name, post, this.#run);
  }

  /** @param {string} name @param {string} url of a picture that perhaps no post shows */
  async takePicture(name, url) {
    if (this.#pictures.wasAsked(url)) return;
    const taken = await this.#pictures.take(url);
    if (taken && 'path' in taken) return;
    const why = taken ? taken.reason : 'it does not lie beside the file';
    this.#run.warn(name, `${url.slice(0, 300)} is not taken: ${why}`);
  }

  /**
   * @param {ForeignPost} post
   * @param {import('./plan.js').Entry} entry
   * @param {(text: string) => void} warn
   * @returns {Promise<PostInput & { id: string }>}
   */
  async #inputOf(post, { place, slug, formerPaths }, warn) {
    const surroundings = { plan: this.#plan, pictures: this.#pictures, warn };
    const markdown = await readText(post, surroundings);
    const title = shorten(place.title || titleFrom(markdown), TITLE_AT_MOST, 'title', warn);
    return {
      ...{ id: post.id, type: place.type, slug, title, markdown, status: post.status },
      publishedAt: post.publishedAt,
      commentsClosed: post.commentsClosed,
      excerpt: shorten(post.excerpt, EXCERPT_AT_MOST, 'excerpt', warn),
      tags: this.#tagsOf(post, warn),
      author: await authorId(shorten(post.author, TITLE_AT_MOST, 'author', warn), this.#run),
      formerPaths: this.#writer.freePaths(post.id, formerPaths, warn),
    };
  }

  /** @param {ForeignPost} post @param {(text: string) => void} warn */
  #tagsOf({ tags }, warn) {
    const names = tags
      .map((tag) => shorten(tag.trim(), TAG_AT_MOST, 'tag', warn))
      .filter((tag) => /[^.\s]/.test(tag));
    const given = this.#tags.unify(names);
    if (given.length > TAGS_AT_MOST)
      warn(`only the first ${TAGS_AT_MOST} of its ${given.length} tags are taken`);
    return given.slice(0, TAGS_AT_MOST);
  }
}

/** @param {string} markdown @returns {string} a title for a text without one: its first words */
function titleFrom(markdown) {
  const { teaser } = renderPost({ markdown, excerpt: '' });
  if (teaser.length <= LONG) return teaser || 'Untitled';
  return `${teaser.slice(0, teaser.lastIndexOf(' ', LONG) + 1 || LONG).trim()}…`;
}
