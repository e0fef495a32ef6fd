import { presentSearch } from '../../lib/views/presenters/search.js';
/** @import { AuthorRequest, SearchBlog } from '../types.js' */

/** Characters of a ShortName. */
const LONGEST_NAME = 16;

/** `/search?q=&page=` @param {AuthorRequest} request @param {SearchBlog} blog */
export async function show({ query }, { search, index }) {
  const q = (query.get('q') ?? '').trim();
  const results = q === '' ? null : await search.find(q, pageOf(query));
  return {
    view: 'search',
    model: presentSearch({ q, results }, index),
    page: { title: 'Search', noindex: true },
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
