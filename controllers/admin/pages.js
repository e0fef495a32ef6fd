import { editorOf } from './editor/editor.js';

/** `/admin/pages`, `/admin/pages/…` */
export const { list, fresh, show, save } = editorOf('page');
