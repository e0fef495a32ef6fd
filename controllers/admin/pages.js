import { editorOf } from '../../lib/editor/controllers.js';

/** `/admin/pages`, `/admin/pages/…` */
export const { list, fresh, show, save } = editorOf('page');
