import { mailSizeOf, originalOf } from './picture-sizes.js';
/** @import { PictureSummary } from '../../store/types.js' */

/**
 * @typedef {object} Picture  What pages show of an uploaded picture.
 * @property {string} id
 * @property {number | null} width  in pixels; null of drawings stored by an earlier Larder
 * @property {number | null} height
 * @property {{ id: string, width: number }[]} sizes  its smaller files, the smallest first
 */

/** The uploaded pictures and their smaller sizes. */
export class Pictures {
  /** @type {Map<string, PictureSummary>} */
  #all;
  /** Ids of smaller sizes, by that of the original. @type {Map<string, Set<string>>} */
  #sizes = new Map();

  /** @param {PictureSummary[]} [summaries] */
  constructor(summaries = []) {
    this.#all = new Map(summaries.map((picture) => [picture.id, picture]));
    for (const { id } of summaries) this.#sizesOf(id)?.add(id);
  }

  /** @param {string} id @returns {Picture | null} as pages show it; null: there is no such picture */
  get(id) {
    const found = this.withMailSize(id);
    if (!found) return null;
    const forMail = mailSizeOf(found)?.id;
    return { ...found, sizes: found.sizes.filter((size) => size.id !== forMail) };
  }

  /** @param {string} id @returns {Picture | null} likewise, also with its file for mails, if there is one */
  withMailSize(id) {
    const found = this.#all.get(id);
    if (!found) return null;
    const sizes = [...(this.#sizes.get(id) ?? [])]
      .map((each) => ({ id: each, width: this.#all.get(each)?.width ?? 0 }))
      .sort((a, b) => a.width - b.width || (a.id < b.id ? -1 : 1));
    return { id, width: found.width, height: found.height, sizes };
  }

  /**
   * @param {string} id of a file
   * @param {PictureSummary | null} picture null when it was removed, or is none
   * @returns {{ shown: string[], cameOrWent: boolean }} `shown`: ids of the pictures of which pages show something else
   *   now; `cameOrWent`: whether this one came or went
   */
  set(id, picture) {
    const concerned = [id, originalOf(id) ?? id];
    const before = concerned.map((each) => JSON.stringify(this.get(each)));
    if (picture) this.#all.set(id, picture);
    else this.#all.delete(id);
    const sizes = this.#sizesOf(id);
    if (picture) sizes?.add(id);
    else sizes?.delete(id);
    const after = concerned.map((each) => JSON.stringify(this.get(each)));
    const shown = concerned.filter((_, place) => after[place] !== before[place]);
    return { shown, cameOrWent: (before[0] === 'null') !== (after[0] === 'null') };
  }

  /** @returns {PictureSummary[]} */
  all() {
    return [...this.#all.values()];
  }

  /**
   * @param {string} id
   * @returns {Set<string> | null} in which the id of a smaller size belongs; null: it is an original
   */
  #sizesOf(id) {
    const original = originalOf(id);
    if (original === null) return null;
    const sizes = this.#sizes.get(original) ?? new Set();
    this.#sizes.set(original, sizes);
    return sizes;
  }
}

/**
 * @param {{ id: string, type: string, width: number | null, height: number | null, revision?: string }} media
 * @returns {PictureSummary | null} null: it is no picture
 */
export const summarisePicture = ({ id, type, width, height, revision = '' }) =>
  type.startsWith('image/') ? { id, width, height, revision } : null;
