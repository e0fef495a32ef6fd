import { actionsFor } from './writings.js';

/** `/api/pages` and `/api/pages/:slug` */
export const { list, show, create, update, remove } = actionsFor('page');
