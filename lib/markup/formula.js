import { createRequire } from 'node:module';
import { lazy } from '../base/lazy.js';
import { cut } from '../base/unicode.js';
import { escape } from './tree.js';

/** Only texts with formulas need it, so it is loaded on first use. @type {() => typeof import('temml')} */
const library = lazy(() => createRequire(import.meta.url)('temml'));

const LONGEST = 10_000;
/** Groups in one another: how many the stack bears depends on who calls. */
const DEEPEST = 40;
const GROUP = /\\(?:[a-z]+|.)|[{}]/gi;

/**
 * @param {string} tex
 * @param {string} mark `$` in a line, `$$` by itself
 * @param {{ leftOut?: (note: string) => void }} env is told when it cannot be read
 * @returns {string} MathML, to be sanitised; what was written, as code, when that cannot be read
 */
export function formula(tex, mark, { leftOut }) {
  try {
    if (tex.length > LONGEST || depthOf(tex) > DEEPEST)
      throw new Error('it is too long or too deep');
    const { renderToString } = library();
    const options = {
      displayMode: mark === '$$',
      throwOnError: true,
      annotate: true,
      maxExpand: 200,
      macros: {
        // A frame of its own would be a style.
        '\\boxed': '\\fbox{$\\displaystyle #1$}',
        // An element has one stroke.
        '\\xcancel': '\\cancel{\\bcancel{#1}}',
      },
    };
    const html = renderToString(tex, options);
    if (!html.startsWith('<math')) throw new Error('it is no formula');
    return html;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : '').split(/ at position|\n/);
    leftOut?.(`The formula ${cut(mark + tex + mark, 60)} is shown as it is: ${reason}.`);
    return `<code>${escape(mark + tex + mark)}</code>`;
  }
}

/** @param {string} tex */
function depthOf(tex) {
  let [depth, deepest] = [0, 0];
  for (const [part] of tex.matchAll(GROUP)) {
    if (/^(?:\{|\\(?:left|begin))$/.test(part)) deepest = Math.max(deepest, ++depth);
    else if (/^(?:\}|\\(?:right|end))$/.test(part)) depth--;
  }
  return deepest;
}
