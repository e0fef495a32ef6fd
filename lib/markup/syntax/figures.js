/** @import { MarkdownIt, Token } from 'markdown-it' */

/**
 * Pictures alone in a paragraph: one with a title becomes a figure with this caption, several become a gallery.
 * @param {MarkdownIt} md
 */
export function figures(md) {
  const { escapeHtml } = md.utils;
  md.core.ruler.after('inline', 'figures', ({ tokens, Token }) => {
    tokens.forEach((opening, at) => {
      if (opening.type !== 'paragraph_open' || opening.hidden) return;
      const [inline, closing] = [tokens[at + 1], tokens[at + 2]];
      const shown = (inline.children ?? []).filter((child) => !isBlank(child));
      const images = shown.filter(({ type }) => type === 'image');
      const isLinked = shown.length === 3 && shown[0].type === 'link_open';
      const isOne = images.length === 1 && (shown.length === 1 || isLinked);
      if (isOne && attribute(images[0], 'title')) {
        opening.tag = closing.tag = 'figure';
        inline.children = [...shown, html(takeCaption(images[0]))];
      } else if (images.length > 1 && images.length === shown.length) {
        opening.tag = closing.tag = 'div';
        opening.attrSet('class', 'gallery');
        inline.children = images.flatMap((image) => [
          html(`<figure><a href="${escapeHtml(attribute(image, 'src'))}">`),
          image,
          html(`</a>${takeCaption(image)}</figure>\n`),
        ]);
      }
    });

    /** @param {string} content */
    function html(content) {
      return Object.assign(new Token('html_inline', '', 0), { content });
    }
  });

  /** @param {Token} image loses its title @returns {string} HTML */
  function takeCaption(image) {
    const title = attribute(image, 'title');
    image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title');
    return title && `<figcaption>${escapeHtml(title)}</figcaption>`;
  }
}

/** @param {Token} child of a paragraph */
const isBlank = ({ type, content }) =>
  type === 'softbreak' || type === 'hardbreak' || (type === 'text' && content.trim() === '');

/** @param {Token} image @param {string} name @returns {string} '' without one */
const attribute = (image, name) => String(image.attrGet(name) ?? '').trim();
