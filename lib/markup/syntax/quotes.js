/** @import { MarkdownIt } from 'markdown-it' */

/**
 * Outer and inner quotation marks by language; other languages have those of English.
 * @type {Record<string, string[]>}
 */
const QUOTES = {
  en: ['“', '”', '‘', '’'],
  de: ['„', '“', '‚', '‘'],
  'de-ch': ['«', '»', '‹', '›'],
  fr: ['«\u00a0', '\u00a0»', '‹\u00a0', '\u00a0›'],
  'fr-ch': ['«', '»', '‹', '›'],
  es: ['«', '»', '“', '”'],
  ca: ['«', '»', '“', '”'],
  it: ['«', '»', '“', '”'],
  el: ['«', '»', '“', '”'],
  'pt-pt': ['«', '»', '“', '”'],
  da: ['»', '«', '›', '‹'],
  nb: ['«', '»', '‘', '’'],
  nn: ['«', '»', '‘', '’'],
  no: ['«', '»', '‘', '’'],
  sv: ['”', '”', '’', '’'],
  fi: ['”', '”', '’', '’'],
  pl: ['„', '”', '‚', '’'],
  hu: ['„', '”', '»', '«'],
  ro: ['„', '”', '«', '»'],
  cs: ['„', '“', '‚', '‘'],
  sk: ['„', '“', '‚', '‘'],
  sl: ['„', '“', '‚', '‘'],
  hr: ['„', '”', '‚', '’'],
  bg: ['„', '“', '’', '’'],
  ru: ['«', '»', '„', '“'],
  uk: ['«', '»', '„', '“'],
};

/**
 * Makes straight quotation marks those of a language, in the texts that are rendered next.
 * @param {MarkdownIt} md
 * @param {string} language a BCP 47 tag; '' leaves them as they are
 */
export function setQuotes(md, language) {
  const tag = language.toLowerCase();
  const quotes = QUOTES[tag] ?? QUOTES[tag.split('-', 1)[0]] ?? QUOTES.en;
  md.set({ typographer: language !== '', quotes });
}
