import { postToHtml } from '../../../../markup/markdown.js';
import { escape } from '../../../../markup/tree.js';
import { lookUp } from '../../../../base/look-up.js';
import { recordIn, recordsOf } from '../../shared/read-data.js';
import { text } from './tables.js';

/**
 * @typedef {Record<string, unknown>} Card  The fields of an editor's card, as mobiledoc and lexical both have it.
 * @typedef {(sentence: string) => void} Warn
 */

/** @type {Record<string, (card: Card) => string>} */
const MAKERS = {
  html: ({ html }) => text(html),
  markdown: ({ markdown }) => postToHtml(text(markdown)),
  code: ({ code, language }) => {
    const name = /^[\w+#-]{1,30}$/.test(text(language)) ? ` class="language-${language}"` : '';
    return `<pre><code${name}>${escape(text(code))}</code></pre>`;
  },
  image: (card) => figure(image(card), card.caption),
  gallery: ({ images, caption }) =>
    recordsOf(images)
      .map((each) => figure(image(each), ''))
      .join('') + (text(caption) ? `<p>${text(caption)}</p>` : ''),
  hr: () => '<hr>',
  bookmark: ({ url, metadata, caption }) =>
    link(url ?? recordIn(metadata).url, text(recordIn(metadata).title)) + paragraph(caption),
  embed: ({ url, caption, html }) => (text(url) ? link(url, '') : text(html)) + paragraph(caption),
  callout: ({ calloutEmoji, calloutText }) =>
    `<blockquote><p>${escape(text(calloutEmoji))} ${text(calloutText)}</p></blockquote>`,
  toggle: ({ heading, content }) =>
    `<details><summary>${text(heading)}</summary>${text(content)}</details>`,
  button: ({ buttonText, buttonUrl }) => link(buttonUrl, text(buttonText)),
  file: ({ src, fileTitle, fileName, fileCaption }) =>
    link(src, text(fileTitle) || text(fileName)) + paragraph(fileCaption),
  audio: ({ src, title }) => figure(medium('audio', { src }), title),
  video: ({ src, caption, ...card }) =>
    figure(
      medium('video', {
        src,
        width: card.width,
        height: card.height,
        poster: card.customThumbnailSrc || card.thumbnailSrc,
      }),
      caption,
    ),
  header: ({ header, subheader }) =>
    `<h2>${text(header)}</h2>${text(subheader) ? `<p>${text(subheader)}</p>` : ''}`,
  product: ({ productTitle, productDescription, productUrl }) =>
    `<h4>${text(productTitle)}</h4>${text(productDescription)}${link(productUrl, text(productTitle))}`,
};

/** As Ghost writes it into HTML: what follows is for members. */
const PAYWALL = '<!--members-only-->';

/** Other names for the same. @type {Record<string, string>} */
const NAMES = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
};

/**
 * @param {string} name
 * @param {Card} card
 * @param {Warn} warn is called when Larder has nothing like it
 * @returns {string} HTML
 */
export function cardToHtml(name, card, warn) {
  const make = lookUp(MAKERS, lookUp(NAMES, name) ?? name);
  if (make) return `\n${make(card)}\n`;
  if (name === 'paywall') return PAYWALL;
  if (/^email(-cta)?$/.test(name)) warn('its text for e-mail alone is not imported');
  else warn(`its card “${name.slice(0, 40)}” is not imported`);
  return '';
}

/**
 * @param {'audio' | 'video'} tag
 * @param {Record<string, unknown>} values by the names of its attributes
 */
function medium(tag, values) {
  const input = Object.entries(values).filter(([, value]) =>
    /^(string|number)$/.test(typeof value),
  );
  const attributes = input
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`);
  return text(values.src) ? `<${tag} controls${attributes.join('')}></${tag}>` : '';
}

/** @param {Card} card */
function image({ src, alt, title, href }) {
  if (!text(src)) return '';
  const name = text(title) ? ` title="${escape(text(title))}"` : '';
  const tag = `<img src="${escape(text(src))}" alt="${escape(text(alt))}"${name}>`;
  return text(href) ? `<a href="${escape(text(href))}">${tag}</a>` : tag;
}

/** @param {string} inside @param {unknown} caption HTML */
const figure = (inside, caption) =>
  `<figure>${inside}${text(caption) ? `<figcaption>${text(caption)}</figcaption>` : ''}</figure>`;

/** @param {unknown} url @param {string} title HTML or plain */
const link = (url, title) =>
  text(url) ? `<p><a href="${escape(text(url))}">${title || escape(text(url))}</a></p>` : '';

/** @param {unknown} html */
const paragraph = (html) => (text(html) ? `<p>${text(html)}</p>` : '');
