import { changeOutsideCode } from '../import/sources/markdown/outside-code.js';

/** @typedef {keyof typeof engines} Engine */

/** A zero-width space parts the marks that would otherwise open a shortcode. */
const APART = '\u200b';

/** How each engine has to be given a text so that its readers see what Larder's readers see. */
const engines = {
  /**
   * @param {string} markdown Hugo reads shortcodes everywhere, also in code, and has comments for those that are meant
   *   as text.
   */
  hugo: (markdown) =>
    markdown
      .replace(/\{\{([<%])((?:(?!\{\{[<%])[^])*?)([>%])\}\}/g, (whole, opens, inner, closes) =>
        closes === (opens === '<' ? '>' : '%') ? `{{${opens}/*${inner}*/${closes}}}` : whole,
      )
      .replace(/\{\{(?=[<%](?!\/\*))/g, `{${APART}{`),
  /** @param {string} markdown */
  jekyll: (markdown) => markdown,
  hexo: withAnchors,
  eleventy: withAnchors,
};

/** @param {string} name @returns {name is Engine} */
export const isEngine = (name) => Object.hasOwn(engines, name);

export const engineNames = Object.keys(engines);

/**
 * @param {string} markdown
 * @param {Engine} engine
 * @returns {string} the text for that engine
 */
export const writeFor = (markdown, engine) => engines[engine](markdown);

/**
 * Fields that keep Jekyll, Hexo and Eleventy from reading templates in a text. Hugo has none.
 * @param {string} markdown
 */
export const withoutTemplates = (markdown) =>
  /\{[{%#]/.test(markdown)
    ? { render_with_liquid: false, disableNunjucks: true, templateEngineOverride: 'md' }
    : {};

/** Names of headings (`## Title {#name}`) as anchors, for engines that would show them. @param {string} markdown */
function withAnchors(markdown) {
  return changeOutsideCode(markdown, (text) =>
    text.replace(
      /^( {0,3}#{1,6} .*)\{#([\p{L}\p{N}_.:-]{1,99})\}[ \t]*$/gmu,
      (_, heading, name) => `${heading.trimEnd()} <a id="${name}"></a>`,
    ),
  );
}
