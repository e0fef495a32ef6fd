import { pastedMarkdown } from '../../lib/exchange/import/html/pasted.js';
/** @import { SignedInAction } from '../types.js' */

/** `POST /admin/markdown`: what was pasted into the editor, as Markdown. @type {SignedInAction} */
export const convert = ({ form }) => ({
  json: { markdown: pastedMarkdown(form.get('html') ?? '') },
});
