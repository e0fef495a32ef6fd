import { parseDocument } from 'htmlparser2';
import { defaultAppearance } from '../../changes/index/appearance.js';
import { LarderError } from '../../base/errors.js';
import { TICKED } from '../post-form.js';
/** @import { Appearance } from '../../store/types.js' */

/** @typedef {{ theme: string, appearance: Partial<Appearance> }} Chosen  not checked yet */

/** Parts that the form sends as one text, and those that it sends as a tick. */
const texts = /** @type {const} */ ([
  ...['scheme', 'fonts', 'width', 'header', 'logoDark', 'logoSize'],
  ...['front', 'frontPage', 'footer', 'css'],
]);
const ticks = /** @type {const} */ ([
  ...['schemeSwitch', 'headerTagline', 'frontCovers', 'frontTeasers', 'postDate', 'postMinutes'],
  ...['postAuthor', 'postCover', 'postContents', 'postRelated', 'postShare'],
]);

/** How the form says that the colours are the owner's own. */
export const OWN_COLOURS = 'own';

/**
 * @param {URLSearchParams} form
 * @param {object} known
 * @param {{ name: string, accent: string, background: string }[]} known.palettes
 * @param {(theme: string) => { name: string, default: string | boolean }[]} known.switchesOf
 * @returns {Chosen}
 */
export function readAppearanceForm(form, { palettes, switchesOf }) {
  const theme = form.get('theme') ?? '';
  const chosen = (
    /** @type {readonly string[]} */ names,
    /** @type {(name: string) => unknown} */ read,
  ) => Object.fromEntries(names.map((name) => [name, read(name)]));
  const [titles, urls] = [form.getAll('link-title'), form.getAll('link-url')];
  const links = titles.map((title, row) => ({ title, url: urls[row] ?? '' }));
  return {
    theme,
    appearance: {
      ...readColours(form, palettes),
      ...chosen(texts, (name) => form.get(name) ?? defaultAppearance[/** @type {'css'} */ (name)]),
      ...chosen(ticks, (name) => form.get(name) === TICKED),
      pinned: form.getAll('pinned').filter(Boolean),
      links: links.filter(({ title, url }) => title.trim() || url.trim()),
      switches: Object.fromEntries(
        switchesOf(theme).flatMap(({ name, default: standard }) => {
          const sent = form.get(`switch-${name}`);
          const value = typeof standard === 'boolean' ? sent === TICKED : (sent ?? standard);
          return value === standard ? [] : [[name, value]];
        }),
      ),
    },
  };
}

/** @param {URLSearchParams} form @param {{ name: string, accent: string, background: string }[]} palettes */
function readColours(form, palettes) {
  const palette = form.get('palette') ?? '';
  if (palette === OWN_COLOURS)
    return { accent: form.get('accent') ?? '', background: form.get('background') ?? '' };
  const { accent = '', background = '' } = palettes.find(({ name }) => name === palette) ?? {};
  return { accent, background };
}

/** Characters of what is pasted. */
const LONGEST = 10_000;

/**
 * @param {string} html  meta elements, as other sites give them to paste
 * @returns {Appearance['verification']}
 * @throws {LarderError} `invalid` when there is anything else
 */
export function readVerification(html) {
  const refuse = (/** @type {string} */ sentence) =>
    new LarderError('invalid', sentence, { field: 'verification' });
  if (html.length > LONGEST) throw refuse(`Use at most ${LONGEST} characters`);
  return parseDocument(html).children.flatMap((node) => {
    if (node.type === 'text' && node.data.trim() === '') return [];
    const attributes = node.type === 'tag' && node.name === 'meta' ? node.attribs : {};
    const { name, content, ...others } = attributes;
    if (!name || !content || Object.keys(others).length > 0)
      throw refuse('Paste only elements such as <meta name="…" content="…">');
    return [{ name, content }];
  });
}
