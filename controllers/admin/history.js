import { historyOf } from './editor/history.js';

/** `/admin/posts/:slug/history…` */
export const posts = historyOf('post');
/** `/admin/pages/:slug/history…` */
export const pages = historyOf('page');
