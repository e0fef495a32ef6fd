import { startEditor } from './admin/editor.js';

const form = document.querySelector('[data-editor]');
if (form) startEditor(form);
