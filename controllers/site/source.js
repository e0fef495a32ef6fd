import { counted } from '../../lib/views/presenters/words.js';
/** @import { Action } from '../types.js' */

/** `/source`: the list of the engine's source files. @type {Action} */
export function list(_request, { source }) {
  const groups = source.groups();
  const files = groups.reduce((sum, group) => sum + group.files.length, 0);
  return {
    view: 'source',
    model: { text: counted(files, 'file'), groups },
    page: { title: 'Source', description: 'The source of the engine that serves this blog' },
  };
}

/** `/source/about`: what serves this blog. @type {Action} */
export const about = () => ({
  view: 'software',
  model: {},
  page: { title: 'Larder', description: 'The software that serves this blog' },
});

/** `/source/…`: one of them. @type {Action} */
export function file({ params }, { source }) {
  const file = source.read(params.path);
  if (!file) return null;
  return {
    view: 'source-file',
    model: { ...file, parent: '/source' },
    page: { title: file.path, description: `The source of ${file.path}` },
  };
}
