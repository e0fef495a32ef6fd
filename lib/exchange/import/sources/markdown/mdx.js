import { isElementName } from '../../../../markup/elements.js';
import { escape } from '../../../../markup/tree.js';
import { looksLikeImage } from '../../shared/file-names.js';
import { literalsIn } from '../../shared/literals.js';
import { recordIn } from '../../shared/read-data.js';
import { changeOutsideCode } from './outside-code.js';

const TAG =
  /<(\/?)([A-Za-z][\w.]*)((?:\s+(?:[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?|\{\.\.\.[^{}]*\}))*)\s*(\/?)>/g;

/** An image that is used by name: `import jar from './jar.png'`. */
const FILE = /^import[ \t]+(\w{1,100})[ \t]+from[ \t]+(['"])([^'"\n]{1,500})\2/gm;

/** Also one without an end, lest each of many such be read to the end of all. */
const COMMENT = /\{\s*\/\*[^*]*(?:\*(?!\/\s*\})[^*]*)*(?:(\*\/\s*\})|$)/g;

/** Metadata in an export, as Next.js has them, and how far they are looked for, in characters. */
const EXPORTED = /^export const (meta|metadata|frontmatter|frontMatter)\s*=\s*\{/m;
const EXPORTED_WITHIN = 20_000;

/** @param {string} mdx @returns {Record<string, unknown>} the metadata that it exports */
export function exportedMetadata(mdx) {
  const head = mdx.slice(0, EXPORTED_WITHIN);
  const found = EXPORTED.exec(head);
  return found ? recordIn(literalsIn(head.slice(found.index)).get(found[1])) : {};
}

/** @param {string} markdown perhaps with elements as JSX has them @returns {string} without their styles */
export const withoutStyles = (markdown) =>
  markdown.includes('={{')
    ? changeOutsideCode(markdown, (text) =>
        text.replace(/(<\w[^<>]{0,300}?)\s+style=\{\{[^{}]{0,300}\}\}/g, '$1'),
      )
    : markdown;

/**
 * Makes Markdown of MDX: imports, exports and comments go, components leave the text within them.
 * @param {string} mdx
 * @param {(warning: string) => void} warn
 * @returns {string}
 */
export function mdxToMarkdown(mdx, warn) {
  /** @type {Set<string>} */
  const components = new Set();
  /** @type {Set<string>} */
  const expressions = new Set();
  const files = new Map(Array.from(mdx.matchAll(FILE), ([, name, , path]) => [name, path]));
  const markdown = changeOutsideCode(outdent(mdx), (text) =>
    takeOutModules(text)
      .replace(TAG, (tag, slash, name, attributes, empty) => {
        const image = slash ? '' : imageOf(attributes, files, isComponent(name));
        if (image) return image;
        if (!isComponent(name))
          return `<${slash}${name}${plainAttributes(attributes)}${empty && ' /'}>`;
        components.add(name);
        return '';
      })
      .replace(/<\/?>/g, '')
      .replace(/(?<!\\)\{([^{}\n]*)\}/g, (whole, inside) => {
        const plain = plainExpression(inside);
        if (plain === null) expressions.add(whole);
        return plain ?? whole;
      }),
  );
  const list = (/** @type {Set<string>} */ names) => [...names].slice(0, 10).join(', ');
  if (components.size > 0) warn(`MDX components left out, their text kept: ${list(components)}`);
  if (expressions.size > 0) warn(`MDX expressions left as they are: ${list(expressions)}`);
  return markdown;
}

/**
 * What is within a component is often indented, by two spaces a level; four would make code of it.
 * @param {string} mdx
 */
function outdent(mdx) {
  let depth = 0;
  let isCode = false;
  const lines = mdx.split('\n').map((line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (!isCode && /^\s*<\/[A-Z]/.test(line)) depth = Math.max(0, depth - 1);
    const spaces = Math.min(depth * 2, line.length - line.trimStart().length);
    const opens = !isCode && /^\s*<[A-Z][\w.]*(\s[^<]*)?$/.test(line) && !/\/>\s*$/.test(line);
    if (opens) depth += 1;
    else if (!isCode && /^\s*\/>/.test(line)) depth = Math.max(0, depth - 1);
    return line.slice(spaces);
  });
  return lines.join('\n');
}

/**
 * @param {string} attributes
 * @param {Map<string, string>} files paths by the names with which they are imported
 * @param {boolean} isComponent
 * @returns {string} the image that a component shows, or another element by name, in HTML; '' when it shows none
 */
function imageOf(attributes, files, isComponent) {
  const [, text, name] =
    /\ssrc\s*=\s*(?:"([^"]*)"|\{\s*(\w+)(?:\.src)?\s*\})/.exec(attributes) ?? [];
  const path = name ? files.get(name) : isComponent && text;
  if (!path || !looksLikeImage(path)) return '';
  const [, alt = ''] = /\s(?:alt|caption)\s*=\s*"([^"]*)"/.exec(attributes) ?? [];
  return `<img src="${escape(path)}" alt="${alt}">`;
}

/** A component begins with a capital letter, or is part of something. @param {string} name */
const isComponent = (name) => /^[A-Z]/.test(name) || (name.includes('.') && !isElementName(name));

/** @param {string} text whose import and export statements end with their paragraph */
const takeOutModules = (text) =>
  text
    .replace(
      /(^|\n[ \t]*\n|^\n)(?:(?:import|export)[ \t{][^\n]*(?:\n(?![ \t]*\n)[^\n]*)*\n?)/g,
      '$1',
    )
    .replace(COMMENT, (comment, end) => (end ? '' : comment));

/** @param {string} attributes as JSX has them */
const plainAttributes = (attributes) =>
  attributes
    .replace(/\sclassName\s*=/g, ' class=')
    .replace(/=\s*\{\s*(?:"([^"]*)"|'([^']*)'|(\d+))\s*\}/g, (_, a, b, c) => `="${a ?? b ?? c}"`)
    .replace(/(?<!\s)\s+(?:[\w:.-]+\s*=\s*)?\{(?:[^{}]|\{[^{}]*\})*\}/g, '');

/** @param {string} inside the braces @returns {string | null} null when it is to be computed */
function plainExpression(inside) {
  const [, , quoted] = /^\s*(["'`])([^"'`$\\]*)\1\s*$/.exec(inside) ?? [];
  if (quoted !== undefined) return quoted;
  return inside.trim() === '' ? '' : null;
}
