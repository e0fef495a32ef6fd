/** @import { Action } from '../types.js' */

/** `/source`: the list of the engine's source files. @type {Action} */
export function list(_request, { source, index: { words } }) {
  const groups = source.groups();
  const files = groups.reduce((sum, group) => sum + group.files.length, 0);
  return {
    view: 'source',
    model: {
      text: words.say('files', { count: files }),
      groups: groups.map(({ name, files }) => ({
        name,
        files: files.map((file) => ({ ...file, text: words.say('lines', { count: file.lines }) })),
      })),
    },
    page: { title: words.say('source'), description: words.say('sourceAbout') },
  };
}

/** `/source/about`: what serves this blog. @type {Action} */
export const about = (_request, { index: { words } }) => ({
  view: 'software',
  model: {},
  page: { title: 'Larder', description: words.say('larderAbout') },
});

/** `/source/…`: one of them. @type {Action} */
export function file({ params }, { source, index: { words } }) {
  const file = source.read(params.path);
  if (!file) return null;
  return {
    view: 'source-file',
    model: { ...file, text: words.say('lines', { count: file.lines }) },
    page: { title: file.path, description: words.say('sourceOf', { path: file.path }) },
  };
}
