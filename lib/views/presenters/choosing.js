import { digest } from '../../base/digest.js';
/** @import { Words } from '../../base/words.js' */

/**
 * How all posts or files of a list are selected, without a script: those of a page, or all that match.
 * @param {{ id: string }[]} found  all that match
 * @param {string} chosen  'page', 'all' or ''
 * @param {{ selected: string, hasPages: boolean, link: (chosen: '' | 'page' | 'all') => string }} list  `selected`: the
 *   key of a text that says how many are; `link`: to the same page
 * @param {Words} words
 */
export const presentChoosing = (found, chosen, { selected, hasPages, link }, words) => ({
  choosing: {
    page:
      chosen === 'page'
        ? { url: link(''), text: words.say('choosing.none') }
        : { url: link('page'), text: words.say('choosing.allOnThisPage') },
    all: hasPages && { url: link('all'), text: words.say('choosing.all', { count: found.length }) },
  },
  allChosen: chosen === 'all' && {
    digest: digestOf(found),
    text: words.say(selected, { count: found.length }),
    none: link(''),
  },
});

/**
 * What a form of the list says is selected.
 * @template {{ id: string }} T
 * @param {URLSearchParams} form
 * @param {() => Promise<T[]>} find  all that match now
 * @returns {Promise<{ ids: string[], all: T[] | null, isOther: boolean }>} `all`: they, if all were selected;
 *   `isOther`: others matched then
 */
export async function readSelection(form, find) {
  const then = form.get('all');
  if (then === null) return { ids: [...new Set(form.getAll('id'))], all: null, isOther: false };
  const all = await find();
  return { ids: all.map(({ id }) => id), all, isOther: then !== digestOf(all) };
}

/** @param {{ id: string }[]} found @returns {string} which ones these are, whatever their order */
export const digestOf = (found) =>
  digest(
    found
      .map(({ id }) => id)
      .sort()
      .join(),
  );
