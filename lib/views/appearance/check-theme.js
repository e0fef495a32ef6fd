import { LarderError } from '../../base/errors.js';
/** @import { ThemeFiles } from './themes.js' */

/** Views that a theme with views of its own must have: without them, a part of the blog would look like another one. */
const NEEDED = ['front', 'post', 'page'];

/** Bytes of all of them: they are parsed while readers wait. */
const MOST_OF_VIEWS = 1_000_000;

/** Hosts that only the author of the theme can reach. */
const PRIVATE =
  /\b(?:https?:)?\/\/(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|[\w-]+\.(?:local|internal|test|localhost)\b)[^\s"'<>)]*/i;

/**
 * Checks what a theme that was uploaded is made of; whether its templates can be read is seen when it is put together.
 * @param {ThemeFiles} files
 * @throws {LarderError} `invalid`, with a sentence that says what is wrong and where
 */
export function checkTheme(files) {
  const paths = [...files.keys()];
  const views = paths.filter((path) => path.startsWith('views/'));
  const hasStyle = files.has('public/style.css') || files.has('public/theme.css');
  if (views.length === 0 && !hasStyle)
    refuse('The ZIP has neither views/ nor public/style.css or theme.css, so it is not a theme');
  for (const name of NEEDED)
    if (views.length > 0 && !files.has(`views/${name}.mustache`))
      refuse(`The theme has views, but no views/${name}.mustache`);
  const size = views.reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0);
  if (size > MOST_OF_VIEWS) refuse('The templates of the theme are larger than 1 MB together');
  for (const path of views) {
    if (path.startsWith('views/admin/')) refuse(`${path}: a theme cannot change the admin pages`);
    checkAddresses(path, String(files.get(path)));
  }
  for (const path of paths.filter((each) => each.endsWith('.css')))
    checkAddresses(path, String(files.get(path)));
}

/** @param {string} path @param {string} text */
function checkAddresses(path, text) {
  const found = PRIVATE.exec(text);
  if (!found) return;
  const line = text.slice(0, found.index).split('\n').length;
  refuse(`${path}, line ${line}: nobody else can reach ${found[0].slice(0, 80)}`);
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  throw new LarderError('invalid', sentence);
}
