import { foldCase } from '../../base/unicode.js';

/**
 * The tags of all posts and pages, whatever their status. Spellings that differ only in letter case are one tag.
 * @typedef {{ name: string, others: string[], count: number }} Tag  `name`: the spelling that most posts have;
 *   `others`: further spellings; `count`: of posts and pages
 */
export class TagNames {
  /** How many posts have each spelling, by tag. @type {Map<string, Map<string, number>>} */
  #tags = new Map();

  /** @param {string[]} tags of one post */
  add(tags) {
    for (const tag of tags) {
      const key = foldCase(tag);
      const spellings = this.#tags.get(key) ?? new Map();
      this.#tags.set(key, spellings.set(tag, (spellings.get(tag) ?? 0) + 1));
    }
  }

  /** @param {string[]} tags of one post */
  remove(tags) {
    for (const tag of tags) {
      const key = foldCase(tag);
      const spellings = this.#tags.get(key);
      const left = (spellings?.get(tag) ?? 0) - 1;
      if (left > 0) spellings?.set(tag, left);
      else spellings?.delete(tag);
      if (spellings?.size === 0) this.#tags.delete(key);
    }
  }

  /** @param {string} tag in any letter case @returns {Tag | undefined} */
  find(tag) {
    const spellings = this.#tags.get(foldCase(tag));
    return spellings && present(spellings);
  }

  /** @returns {Tag[]} in no order */
  all() {
    return [...this.#tags.values()].map(present);
  }

  /**
   * Spells new tags of a post as the blog spells them already.
   * @param {string[]} tags
   * @param {string[]} [had] those that the post has now, which stay as they are
   * @returns {string[]} no two alike, except of those that it had
   */
  unify(tags, had = []) {
    const known = new Map(
      tags.filter((tag) => had.includes(tag)).map((tag) => [foldCase(tag), tag]),
    );
    const unified = tags.map((tag) => {
      if (had.includes(tag)) return tag;
      const key = foldCase(tag);
      const spelling = known.get(key) ?? this.#spelling(key, had) ?? tag;
      known.set(key, spelling);
      return spelling;
    });
    return [...new Set(unified)];
  }

  /** @param {string} key @param {string[]} had of the post that does not count @returns {string | undefined} */
  #spelling(key, had) {
    const counts = [...(this.#tags.get(key) ?? [])]
      .map(([name, count]) => ({ name, count: had.includes(name) ? count - 1 : count }))
      .filter(({ count }) => count > 0);
    return counts.sort(byCount)[0]?.name;
  }
}

/** @param {{ count: number }} a @param {{ count: number }} b */
const byCount = (a, b) => b.count - a.count;

/** @param {Map<string, number>} spellings @returns {Tag} */
function present(spellings) {
  const counts = [...spellings].map(([name, count]) => ({ name, count })).sort(byCount);
  const [name, ...others] = counts.map((each) => each.name);
  return { name, others, count: counts.reduce((sum, { count }) => sum + count, 0) };
}
