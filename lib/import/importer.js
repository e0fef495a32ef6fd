import { authorId } from './authors.js';
import { readText } from './files.js';
import { splitFrontMatter } from './front-matter.js';
import { Images } from './media.js';
import { TagForms } from './tags.js';
import { readBody } from './texts.js';
import { PostWriter } from './writer.js';

/**
 * @typedef {import('../content/content.js').PostInput} PostInput
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
    this.#images = new Images(root, run);
    this.#tags = new TagForms(run.content.index.posts());
    this.#writer = new PostWriter(run);
    this.#isExport = isExport;
  }

  /** @param {Entry} entry */
  async take(entry) {
    const warn = (/** @type {string} */ text) => this.#run.warn(entry.file, text);
    const { present, isGone } = await this.#writer.find(entry.id, warn);
    if (isGone) return;
    const { text } = await readText(this.#root, entry.file);
    const { body } = splitFrontMatter(text);
    const markdown = this.#isExport
      ? body
      : await readBody(body, entry, { plan: this.#plan, images: this.#images, warn });
    entry.facts.warnings.forEach(warn);
    const { status, publishedAt, createdAt, updatedAt } = entry.facts;
    const isUndated = status === 'published' && !publishedAt;
    if (isUndated) warn('it has no date; the time of the file is taken');
    const modified = entry.modified.toISOString();
    const writtenAt = publishedAt ?? modified;
    const times = {
      ...(isUndated && { publishedAt: modified }),
      createdAt: createdAt ?? writtenAt,
      updatedAt: updatedAt ?? writtenAt,
    };
    await this.#writer.write(await this.#inputOf(entry, markdown, warn), present, times, warn);
  }

  /**
   * @param {Entry} entry
   * @param {string} markdown
   * @param {(text: string) => void} warn
   * @returns {Promise<PostInput & { id: string }>}
   */
  async #inputOf({ id, slug, facts }, markdown, warn) {
    const { type, title, excerpt, status, publishedAt, updatedAt } = facts;
    return {
      ...{ id, type, slug, title, markdown, excerpt, status },
      // A post without a date in its file keeps the one that it has here.
      publishedAt: publishedAt ?? (status === 'draft' ? null : undefined),
      ...(updatedAt && { updatedAt }),
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
    return authorId(name, this.#run);
  }
}
