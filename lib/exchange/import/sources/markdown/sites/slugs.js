import { normalise } from '../../../../../base/unicode.js';

/** Latin letters that are no letter with a mark. */
const SPELLED_OUT = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', Æ: 'AE', Ø: 'O' }),
);

/** @param {string} text @returns {string} its Latin letters without marks; other scripts stay as they are */
export const withoutMarks = (text) =>
  normalise(text).replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) =>
    normalise(letter, 'NFKD').replace(/\p{M}+/gu, ''),
  );

/** @param {string} text */
const inAscii = (text) =>
  withoutMarks(text).replace(/[^\0-\x7f]/g, (letter) => SPELLED_OUT.get(letter) ?? letter);

/** @param {string} text @param {RegExp} others what becomes a hyphen */
const hyphenate = (text, others) => text.split(others).filter(Boolean).join('-');

/** @param {string} text */
export const hexoSlug = (text) =>
  hyphenate(
    withoutMarks(text).replace(/\p{Cc}/gu, ''),
    /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g,
  );

/** @param {string} text */
export const jekyllSlug = (text) => hyphenate(text, /[^\p{M}\p{L}\p{Nd}]+/gu).toLowerCase();

/** With what is allowed in an address. @param {string} text */
export const jekyllTitle = (text) => hyphenate(text, /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu);

/** @param {string} path words, or several with slashes between them */
export const hugoPath = (path) =>
  path
    .replace(/[^\p{L}\p{M}\p{N}\s./_#+~@-]/gu, '')
    .trim()
    .split(/\s+/)
    .join(' ')
    .replace(/ ?(-+) ?/g, '$1')
    .replaceAll(' ', '-');

/** @param {string} text @returns {string | undefined} undefined when letters of another script would be spelled out */
export const zolaSlug = (text) => {
  const plain = inAscii(text).toLowerCase();
  return /[^\0-\x7f]/.test(plain) ? undefined : hyphenate(plain, /[^a-z0-9]+/g);
};

/** @param {string} text @returns {string | undefined} undefined when letters of another script would be spelled out */
export const pelicanSlug = (text) => {
  const plain = inAscii(text).replace(/[\u2000-\u206f]/g, '');
  if (/[^\0-\x7f]/.test(plain)) return undefined;
  return plain
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-');
};

/** @param {string} text */
export const eleventySlug = (text) =>
  hyphenate(
    inAscii(text)
      .replaceAll('&', ' and ')
      .replace(/['’](?=[ts](?:\s|$))/g, '')
      .toLowerCase(),
    /[^a-z\d]+/g,
  );

/** Of Astro, as on GitHub. @param {string} text */
export const githubSlug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replace(/\s/g, '-');
