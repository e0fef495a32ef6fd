import { editorOf } from './editor/editor.js';

/** `/admin/posts`, `/admin/posts/…` */
export const { list, fresh, show, save } = editorOf('post');
