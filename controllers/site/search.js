import { foldCase } from '../../lib/base/unicode.js';
import { presentSearch } from '../../lib/views/presenters/search.js';
/** @import { AuthorRequest, SearchBlog } from '../types.js' */

/** Characters of a ShortName, and of what is counted. */
const LONGEST_NAME = 16;
const LONGEST = 100;

/** `/search?q=&page=` @param {AuthorRequest} request @param {SearchBlog} blog */
export async function show(request, { search, index, themes }) {
  const { query, address: remoteAddress } = request;
  const words = themes.at(index.settings.theme).words(index.looks);
  const q = (query.get('q') ?? '').trim();
  const results = q === '' ? null : await search.find(q, pageOf(query), remoteAddress);
  const isFound = results?.how !== 'none' || results.missing > 0;
  return {
    // So that the owner sees what readers did not find.
    read: isFound ? undefined : { key: plain(q), kind: 'searches' },
    view: 'search',
    model: presentSearch({ q, results }, index, words),
    page: { title: words.say('search'), noindex: true },
    status: 200,
  };
}

/** `/opensearch.xml`: OpenSearch 1.1, draft 6. */
export const describe = (
  /** @type {AuthorRequest} */ _request,
  /** @type {SearchBlog} */ blog,
) => ({
  view: 'opensearch',
  model: { shortName: blog.index.settings.title.slice(0, LONGEST_NAME).toWellFormed() },
  page: {},
  status: 200,
});

/** @param {URLSearchParams} query @returns {number} */
function pageOf(query) {
  const page = query.get('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
}

/** @param {string} q @returns {string} the same for those that differ in case or spaces alone */
const plain = (q) => foldCase(q.slice(0, LONGEST)).replace(/\s+/g, ' ');
