import { Parser } from 'htmlparser2';
import { escape } from '../../../../markup/tree.js';
import { cardToHtml } from './cards.js';

/**
 * @typedef {object} Open  A card whose end has not come.
 * @property {string} name
 * @property {number} start where it begins in the source
 * @property {number} depth
 * @property {Record<string, string>} fields
 * @property {{ name: string, depth: number }[]} texts that are being read
 */

/** Cards that hold the buttons of a player, pictures of another site or a form, besides what they are for. */
const CARD = /(?:^|\s)kg-(bookmark|video|audio|file|signup)-card(?:\s|$)/;

/** Classes of what is read in a card, and what that is for it. @type {Record<string, string>} */
const TEXTS = {
  'kg-bookmark-title': 'title',
  'kg-bookmark-description': 'description',
  'kg-bookmark-author': 'author',
  'kg-bookmark-publisher': 'publisher',
  'kg-audio-title': 'title',
  'kg-file-card-title': 'fileTitle',
  'kg-file-card-caption': 'fileCaption',
  'kg-file-card-filename': 'fileName',
};

/**
 * @param {string} html as Ghost has made it
 * @param {(sentence: string) => void} warn is called for what is not imported
 * @returns {string} with what is plain in the place of each card that has more to it
 */
export function plainCards(html, warn) {
  if (!html.includes('kg-card')) return html;
  let result = '';
  let from = 0;
  let depth = 0;
  /** @type {Open | null} */
  let card = null;
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      const [, name] = CARD.exec(attributes.class ?? '') ?? [];
      if (card) look(card, tag, attributes, depth);
      else if (name) card = { name, start: parser.startIndex, depth, fields: {}, texts: [] };
    },
    ontext(text) {
      for (const { name } of card?.texts ?? [])
        if (card) card.fields[name] = (card.fields[name] ?? '') + text;
    },
    onclosetag(_tag, isImplied) {
      if (card) card.texts = card.texts.filter((each) => each.depth < depth);
      if (card?.depth === depth && isImplied) card = null;
      else if (card?.depth === depth) {
        result += html.slice(from, card.start) + toPlain(card, warn);
        from = parser.endIndex + 1;
        card = null;
      }
      depth -= 1;
    },
  });
  parser.end(html);
  return result + html.slice(from);
}

/**
 * @param {Open} card
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {number} depth
 */
function look({ fields, texts, name }, tag, attributes, depth) {
  const key = TEXTS[attributes.class?.trim() ?? ''] ?? (tag === 'figcaption' ? 'caption' : '');
  if (key && fields[key] === undefined) texts.push({ name: key, depth });
  if (tag === name && attributes.src) Object.assign(fields, attributes);
  if (tag === 'a') fields.href ??= attributes.href ?? '';
}

/** @param {Open} card @param {(sentence: string) => void} warn */
function toPlain({ name, fields }, warn) {
  const { style = '', poster = '', href = '', src = href, width, height } = fields;
  // The picture in front of a film is in its style; what is named as such is empty space.
  const [, thumbnail = ''] = /url\(['"]?([^'")]+)/.exec(style) ?? [];
  const thumbnailSrc = /spacergif\.org/.test(poster) ? thumbnail : poster || thumbnail;
  /** @type {Record<string, string>} */
  const texts = Object.fromEntries(
    Object.values(TEXTS).map((key) => [key, (fields[key] ?? '').replace(/\s+/g, ' ').trim()]),
  );
  const caption = escape((fields.caption ?? '').replace(/\s+/g, ' ').trim());
  const card = { src, thumbnailSrc, width, height, ...texts, caption, url: href, metadata: texts };
  return cardToHtml(name, card, warn);
}
