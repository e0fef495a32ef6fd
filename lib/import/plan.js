import { slugify } from '../content/slug.js';
import { pathOf } from '../index/blog-index.js';
import { encodedPath } from '../paths.js';
import { LarderError } from '../errors.js';
import { readFacts } from './facts.js';
import { readText } from './files.js';
import { splitFrontMatter } from './front-matter.js';
import { firstHeading } from './headings.js';
import { findHiddenFolders } from './hidden-folders.js';
import { hiddenInText } from './hidden.js';
import { uuidOfPath } from './identity.js';
import { keepComments } from './obsidian.js';
import { changeOutsideCode } from './outside-code.js';
import { Slugs } from './slugs.js';

/**
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('../index/blog-index.js').BlogIndex} BlogIndex
 * @typedef {(file: string, reason: string) => void} Tell
 *
 * @typedef {object} Entry  A post that a file will become.
 * @property {string} file
 * @property {string} id
 * @property {string} slug
 * @property {string} path where it will stand, as it is written in a link
 * @property {Facts} facts
 * @property {Date} modified
 */

/** What Hugo says of a section. */
const SECTION = /(^|\/)_index\.(md|markdown)$/;

/** Reads the facts of every file, before the first is written: posts may link to any other. */
export class Plan {
  /** @type {Entry[]} */
  entries = [];
  /** Files without their extension, to entries. @type {Map<string, Entry>} */
  #byFile = new Map();
  /** Names of files without date and folder; null when two files share one. @type {Map<string, Entry | null>} */
  #byName = new Map();
  /** @type {Set<string>} */
  #ids = new Set();
  /** @type {(file: string) => boolean} */
  #isHiddenBeside = () => false;
  #slugs;
  #index;
  #isExport;

  /**
   * @param {BlogIndex} index
   * @param {boolean} isExport whether the files are an export of Larder
   */
  constructor(index, isExport) {
    this.#slugs = new Slugs(index);
    this.#index = index;
    this.#isExport = isExport;
  }

  /**
   * @param {import('./files.js').Folder} folder
   * @param {{ warn: Tell, refuse: Tell }} run is told each file that is not taken
   */
  async read(folder, { warn, refuse }) {
    this.#isHiddenBeside = await findHiddenFolders(folder, this.#isHiddenBy);
    for (const file of folder.files) {
      try {
        const entry = await this.#readOne(folder.root, file);
        if (entry) this.#add(entry);
        else warn(file, 'it only describes a section; Larder makes its own lists');
      } catch (error) {
        if (!(error instanceof LarderError)) throw error;
        refuse(file, error.message);
      }
    }
  }

  /** @param {unknown} raw */
  #isHiddenBy = (raw) => {
    if (raw === null || typeof raw !== 'object') return false;
    const facts = { ...raw, date: '2000-01-01' };
    return (
      readFacts(facts, { file: 'x', timeZone: 'UTC', hasPassed: this.#hasPassed }).status ===
      'draft'
    );
  };

  /** @param {string} time */
  #hasPassed = (time) => this.#index.isPublic({ status: 'published', publishedAt: time });

  /**
   * @param {string} root
   * @param {string} file
   * @returns {Promise<Entry | null>} null when there is nothing to read in it
   */
  async #readOne(root, file) {
    const { text, modified } = await readText(root, file);
    const { facts: raw, body } = splitFrontMatter(text);
    if (SECTION.test(file) && !body.trim()) return null;
    const facts = readFacts(raw, {
      ...{ file, isExport: this.#isExport },
      timeZone: this.#index.settings.timeZone,
      hasPassed: this.#hasPassed,
    });
    if (!this.#isExport) {
      hide(facts, marksIn(body, file));
      const beside = this.#isHiddenBeside(file);
      hide(
        facts,
        beside ? ['its section or a file beside it hides it there; it is a draft here'] : [],
      );
    }
    facts.title ||= firstHeading(body).slice(0, 300) || titleOfName(facts.slug) || 'Untitled';
    const id = facts.id ?? uuidOfPath(file);
    if (this.#ids.has(id)) throw new LarderError('invalid', `another file has its id ${id}`);
    const slug = this.#freeSlug(id, facts);
    return { file, id, slug, facts, modified, path: addressOf(facts.type, slug) };
  }

  /**
   * @param {string} id
   * @param {Facts} facts is warned when it cannot have the address it wants
   */
  #freeSlug(id, { type, slug, title, warnings }) {
    const wanted = slug || slugify(title) || 'post';
    const given = this.#slugs.free(id, type, wanted);
    if (given !== wanted)
      warnings.push(
        `its address “${wanted}” is taken; it stands at ${pathOf({ type, slug: given })}`,
      );
    return given;
  }

  /** @param {Entry} entry */
  #add(entry) {
    const stem = entry.file.replace(/\.\w+$/, '');
    this.entries.push(entry);
    this.#ids.add(entry.id);
    this.#byFile.set(stem, entry);
    if (/\/_?index$/i.test(stem)) this.#byFile.set(stem.replace(/\/_?index$/i, ''), entry);
    for (const name of new Set([lastOf(stem), lastOf(stem).replace(/^\d{4}-\d\d?-\d\d?-/, '')])) {
      this.#byName.set(name, this.#byName.has(name) ? null : entry);
    }
  }

  /**
   * @param {string} path of a file, or of what it became elsewhere: relative to the folder, with or without an extension
   * @returns {Entry | undefined}
   */
  byPath(path) {
    return this.#byFile.get(path.replace(/\/$/, '').replace(/\.(md|markdown|mdx|html?)$/i, ''));
  }

  /**
   * @param {string} path from the root of the old site; a file's whole path must be its end
   * @returns {Entry | undefined}
   */
  byOldAddress(path) {
    const segments = path.split('/').filter(Boolean);
    for (let from = 0; from < segments.length - 1 || from === 0; from += 1) {
      const entry = this.byPath(segments.slice(from).join('/'));
      if (entry) return entry;
    }
    return undefined;
  }

  /**
   * @param {string} reference as `{% post_url 2012-03-04-hello %}` and its like name a post
   * @returns {string | null} its address; null when there is none, or more than one
   */
  find(reference) {
    const path = reference.replace(/^\/?(_posts\/)?/, '').replace(/\.(md|markdown|mdx)$/i, '');
    const entry =
      this.byPath(path) ?? this.byPath(`_posts/${path}`) ?? this.#byName.get(lastOf(path));
    return entry?.path ?? null;
  }
}

/** @param {Facts} facts @param {string[]} marks in its text */
function hide(facts, marks) {
  if (marks.length === 0 || facts.status === 'draft') return;
  facts.status = 'draft';
  facts.warnings.push(...marks);
}

/** @param {string} body @param {string} file @returns {string[]} */
function marksIn(body, file) {
  let plain = '';
  changeOutsideCode(keepComments(body), (text) => ((plain += `${text}\n`), text));
  return hiddenInText(plain, { isMarkdown: true, isMdx: /\.mdx$/i.test(file) });
}

/** @param {'post' | 'page'} type @param {string} slug */
const addressOf = (type, slug) => encodedPath(pathOf({ type, slug }));

/** @param {string} path */
const lastOf = (path) => path.slice(path.lastIndexOf('/') + 1);

/** @param {string} slug */
const titleOfName = (slug) =>
  slug ? slug[0].toUpperCase() + slug.slice(1).replaceAll('-', ' ') : '';
