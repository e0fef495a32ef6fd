import * as search from '../../../controllers/site/search.js';
import { uncached } from '../../../controllers/route.js';
import { slowSearches } from '../../search/limits.js';
import { createFormAnswers } from './form-answers.js';
/** @import { FormResult, Redirect, SearchBlog } from '../../../controllers/types.js' */
/** @import { Area, UncachedRoute } from '../../../controllers/route.js' */

/** @type {UncachedRoute<SearchBlog>[]} */
const routes = [
  uncached('GET')('/search', [slowSearches], search.show),
  uncached('GET')('/opensearch.xml', [], search.describe),
];

/** @param {{ services: SearchBlog }} parts @returns {Area<SearchBlog, FormResult | Redirect>} */
export const createSearchArea = ({ services }) => ({
  kind: 'pages',
  routes,
  services,
  ...createFormAnswers({ blog: services }),
});
