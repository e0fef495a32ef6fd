import { editorOf } from '../../lib/editor/controllers.js';

/** `/admin/posts`, `/admin/posts/…` */
export const { list, fresh, show, save } = editorOf('post');
