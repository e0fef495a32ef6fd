import { codeOf, pathFrom, settingIn } from './site.js';
/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openEleventy(files) {
  const code = await codeOf(files, /^(\.eleventy|eleventy\.config)\.[cm]?[jt]s$/);
  const source = settingIn(code, 'input')
    .replace(/^\.\/?/, '')
    .replace(/([^/])$/, '$1/');
  return { name: 'Eleventy', url: pathFrom(settingIn(code, 'pathPrefix')), source };
}
