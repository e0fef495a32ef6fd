import { authorId } from './authors.js';
import { readText } from './files.js';
import { splitFrontMatter } from './front-matter.js';
import { Images } from './media.js';
import { TagForms } from './tags.js';
import { readBody } from './texts.js';
import { PostWriter } from './writer.js';

/**
 * @typedef {import('../content/content.js').PostInput} PostInput
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('./plan.js').Entry} Entry
 */

/** Makes posts of planned files, one after the other. */
export class Importer {
  #root;
  #plan;
  #run;
  #content;
  #images;
  #tags;
  #writer;
  #isExport;

  /**
   * @param {object} parts
   * @param {string} parts.root
   * @param {import('./plan.js').Plan} parts.plan
   * @param {import('./run.js').Run} parts.run
   * @param {boolean} parts.isExport then texts and tags are taken word for word
   */
  constructor({ root, plan, run, isExport }) {
    this.#root = root;
    this.#plan = plan;
    this.#run = run;
    this.#content = run.content;
    this.#images = new Images(root, run.content);
    this.#tags = new TagForms(run.content.index.posts());
    this.#writer = new PostWriter(run);
    this.#isExport = isExport;
  }

  /** @param {Entry} entry */
  async take(entry) {
    const warn = (/** @type {string} */ text) => this.#run.warn(entry.file, text);
    entry.facts.warnings.forEach(warn);
    const { text } = await readText(this.#root, entry.file);
    const { body } = splitFrontMatter(text);
    const markdown = this.#isExport
      ? body
      : await readBody(body, entry, { plan: this.#plan, images: this.#images, warn });
    const present = await this.#content.store.get('post', entry.id);
    const input = await this.#inputOf(entry, markdown, present, warn);
    await this.#writer.write(input, present);
  }

  /**
   * @param {Entry} entry
   * @param {string} markdown
   * @param {Post | null} present
   * @param {(text: string) => void} warn
   * @returns {Promise<PostInput>}
   */
  async #inputOf({ id, slug, facts, modified }, markdown, present, warn) {
    const { type, title, excerpt, status } = facts;
    const isUndated = status === 'published' && !facts.publishedAt;
    if (isUndated) warn('it has no date; the time of the file is taken');
    const publishedAt =
      facts.publishedAt ?? (isUndated ? (present?.publishedAt ?? modified.toISOString()) : null);
    const writtenAt = publishedAt ?? modified.toISOString();
    const times = present
      ? { updatedAt: facts.updatedAt }
      : { createdAt: facts.createdAt ?? writtenAt, updatedAt: facts.updatedAt ?? writtenAt };
    return {
      ...{ id, type, slug, title, markdown, excerpt, status, publishedAt, ...times },
      // Only an export says of every post whether it takes comments.
      commentsClosed: facts.commentsClosed || (this.#isExport ? false : undefined),
      tags: this.#isExport ? facts.tags : this.#tags.unify(facts.tags),
      author: await this.#author(facts.author),
      formerPaths: this.#writer.freePaths(id, facts.formerPaths, warn),
    };
  }

  /** @param {string} name */
  async #author(name) {
    if (this.#isExport && this.#content.index.users.has(name)) return name;
    return authorId(name, this.#content);
  }
}
