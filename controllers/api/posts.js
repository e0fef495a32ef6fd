import { actionsFor } from './writings.js';

/** `/api/posts` and `/api/posts/:slug` */
export const { list, show, create, update, remove } = actionsFor('post');
