import * as search from '../../../controllers/site/search.js';
import { slowSearches } from '../../search/limits.js';
import { createFormAnswers } from './form-answers.js';
/** @import { ViewManager } from '../../views/view-manager.js' */
/** @import { Area, Route } from '../../../controllers/route.js' */

/** @type {Route[]} */
const routes = [
  ['GET', '/search', [slowSearches], search.show],
  ['GET', '/opensearch.xml', [], search.describe],
];

/** @param {{ services: any, views: ViewManager }} parts @returns {Area} */
export const createSearchArea = ({ services, views }) => ({
  kind: 'pages',
  routes,
  services,
  ...createFormAnswers({ blog: services, views }),
});
