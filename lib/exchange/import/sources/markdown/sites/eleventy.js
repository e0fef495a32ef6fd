import { posix } from 'node:path';
import { codeOf, pathFrom, settingIn } from './site.js';
/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openEleventy(files) {
  const code = await codeOf(files, /^(\.eleventy|eleventy\.config)\.[cm]?[jt]s$/);
  const source = settingIn(code, 'input')
    .replace(/^\.\/?/, '')
    .replace(/([^/])$/, '$1/');
  const data = posix.join(source, settingIn(code, 'data') || '_data');
  return { name: 'Eleventy', url: pathFrom(settingIn(code, 'pathPrefix')), source, data };
}
