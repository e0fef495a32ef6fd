import { postToHtml } from '../../../../markup/markdown.js';
import { escape, toText } from '../../../../markup/tree.js';
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
  bookmark: ({ url, metadata, caption }) => {
    const { title, description, author, publisher, ...site } = recordIn(metadata);
    const from = [author, publisher].map(text).filter(Boolean).join(' · ');
    const said = [description, from].map((each) => paragraph(plain(each)));
    return link(url ?? site.url, plain(title)) + said.join('') + paragraph(caption);
  },
  embed: ({ url, caption, html }) => (text(url) ? link(url, '') : text(html)) + paragraph(caption),
  callout: ({ calloutEmoji, calloutText }) =>
    `<blockquote><p>${escape(text(calloutEmoji))} ${text(calloutText)}</p></blockquote>`,
  toggle: ({ heading, content }) =>
    `<details><summary>${text(heading)}</summary>${text(content)}</details>`,
  button,
  file: ({ src, fileTitle, fileName, fileCaption }) =>
    link(src, plain(fileTitle) || plain(fileName)) + paragraph(plain(fileCaption)),
  audio: ({ src, title }) => figure(medium('audio', { src }), plain(title)),
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
  header: ({ header, subheader, ...card }) =>
    `<h2>${text(header)}</h2>${paragraph(subheader)}${card.buttonEnabled === false ? '' : button(card)}`,
  product: ({ productTitle, productDescription, productUrl, productButton, ...card }) =>
    paragraph(image({ src: card.productImageSrc })) +
    `<h4>${text(productTitle)}</h4>${stars(card)}${text(productDescription)}` +
    (card.productButtonEnabled === false
      ? ''
      : link(productUrl, plain(productButton) || text(productTitle))),
  'call-to-action': ({ imageUrl, textValue, sponsorLabel, hasSponsorLabel, ...card }) =>
    (hasSponsorLabel === false ? '' : paragraph(sponsorLabel)) +
    paragraph(image({ src: imageUrl })) +
    `<div>${text(textValue)}</div>` +
    (card.showButton === false ? '' : button(card)),
};

/** As Ghost writes it into HTML: what follows is for members. */
const PAYWALL = '<!--members-only-->';

/** Other names for the same. @type {Record<string, string>} */
const NAMES = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
};

/** Fields of a card that readers see, or by which they get somewhere. */
const SHOWN =
  /(text|value|title|description|caption|heading|header|label|disclaimer|alt|(?<!thumbnail)src|url|href)$/i;

/** What a card may be told not to show. @type {Record<string, RegExp>} */
const SWITCHES = {
  buttonEnabled: /^button/,
  productButtonEnabled: /^product(Button|Url)$/,
  showButton: /^button/,
  hasSponsorLabel: /^sponsor/,
};

/**
 * @param {string} name
 * @param {Card} card
 * @param {Warn} warn is called for it, or for a part of it, when Larder has nothing like it
 * @returns {string} HTML
 */
export function cardToHtml(name, card, warn) {
  const make = lookUp(MAKERS, lookUp(NAMES, name) ?? name);
  if (make) {
    const html = make(card);
    const off = Object.keys(SWITCHES).filter((each) => card[each] === false);
    for (const [part, value] of Object.entries(card))
      if (SHOWN.test(part) && text(value) && !off.some((each) => SWITCHES[each].test(part)))
        if (!html.includes(text(value)) && !html.includes(plain(value)))
          warn(`“${part.slice(0, 40)}” of its card “${name.slice(0, 40)}” is not imported`);
    return `\n${html}\n`;
  }
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

/** @param {unknown} words that may have entities, but no elements @returns {string} HTML */
const plain = (words) => escape(toText(text(words)));

/** @param {Card} card */
function button({ buttonText, buttonUrl }) {
  return link(buttonUrl, plain(buttonText));
}

/** @param {Card} card of a product */
function stars({ productRatingEnabled: isOn, productStarRating: count }) {
  return isOn === true && Number.isInteger(count) ? `<p>${Number(count)}/5 ★</p>` : '';
}

/** @param {unknown} url @param {string} title HTML */
const link = (url, title) =>
  text(url) ? `<p><a href="${escape(text(url))}">${title || escape(text(url))}</a></p>` : '';

/** @param {unknown} html */
const paragraph = (html) => (text(html) ? `<p>${text(html)}</p>` : '');
