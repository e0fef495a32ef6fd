import { WidgetType } from '@codemirror/view';
import { PICTURE } from '../pictures/markdown.js';
import { focusAlt } from '../pictures/panel.js';
import { word } from '../../public/admin/words.js';
/** @import { EditorView } from '@codemirror/view' */

/** @typedef {'picture' | 'gallery' | 'table' | 'formula' | 'embed'} Kind */

/** What they are called. @type {Record<Kind, string>} */
const names = {
  picture: 'text.image',
  gallery: 'text.gallery',
  table: 'text.table',
  formula: 'text.formula',
  embed: 'text.embed',
};

/** Pixels until it is known better. @type {Record<Kind, number>} */
const heights = { picture: 320, gallery: 240, table: 160, formula: 60, embed: 120 };

/**
 * @typedef {object} Shown  What the blog makes of a part of the text.
 * @property {Kind} kind
 * @property {string} text  its Markdown
 * @property {string} html
 * @property {boolean} isBlock
 */

/** A part of the text as readers will see it, by the style sheet of the blog. */
export class Part extends WidgetType {
  /** @param {Shown} shown @param {CSSStyleSheet[]} sheets @param {Map<string, number>} measured  heights, by text */
  constructor(shown, sheets, measured) {
    super();
    this.shown = shown;
    this.sheets = sheets;
    this.measured = measured;
  }

  /** @param {Part} other */
  eq({ shown: { kind, text, html } }) {
    return kind === this.shown.kind && text === this.shown.text && html === this.shown.html;
  }

  /** @param {string} text */
  isOf(text) {
    return text === this.shown.text;
  }

  get estimatedHeight() {
    const { text, kind, isBlock } = this.shown;
    return isBlock ? (this.measured.get(text) ?? heights[kind]) : -1;
  }

  /** @param {EditorView} view */
  toDOM(view) {
    const { kind, text, html, isBlock } = this.shown;
    const host = document.createElement(isBlock ? 'div' : 'span');
    host.className = `md-part md-${kind}`;
    host.setAttribute('role', 'group');
    host.setAttribute('aria-label', nameOf(kind, text));
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = this.sheets;
    const body = document.createElement(isBlock ? 'body' : 'span');
    const content = Object.assign(document.createElement(isBlock ? 'div' : 'span'), {
      className: 'text',
      innerHTML: isBlock ? html : html.replace(/^<p[^>]*>|<\/p>$/g, ''),
    });
    body.append(content);
    root.append(body);
    if (isBlock) addAlts(content, text, (place) => void (goTo(view, host, place), focusAlt(view)));
    // Nothing in it leads away or is in the order of the Tab key, and it has a name already.
    for (const each of content.querySelectorAll('a, .table'))
      for (const name of ['href', 'tabindex', 'role', 'aria-label']) each.removeAttribute(name);
    root.addEventListener('load', () => view.requestMeasure(), { capture: true });
    host.addEventListener('mousedown', (event) => {
      if (/** @type {MouseEvent} */ (event).button !== 0 || isButton(event)) return;
      event.preventDefault();
      goTo(view, host, placeIn(event, text));
    });
    return host;
  }

  /** @param {HTMLElement} dom */
  destroy(dom) {
    const { text, isBlock } = this.shown;
    if (isBlock && dom.offsetHeight > 0) this.measured.set(text, dom.offsetHeight);
  }

  ignoreEvent() {
    return true;
  }
}

/** @param {Event} event */
const isButton = (event) => event.composedPath()[0] instanceof HTMLButtonElement;

/** @param {Kind} kind @param {string} text */
function nameOf(kind, text) {
  const alts = Array.from(text.matchAll(PICTURE), ([, alt]) => alt).filter(Boolean);
  const what = /^(?:formula|embed)$/.test(kind) ? text.slice(0, 200) : alts.join(', ');
  return [word(names[kind]), kind === 'table' ? '' : what].filter(Boolean).join(': ');
}

/** @param {EditorView} view @param {HTMLElement} host @param {number} place  in its Markdown */
function goTo(view, host, place) {
  view.dispatch({ selection: { anchor: view.posAtDOM(host) + place } });
  view.focus();
}

/**
 * Says below each picture what its alt text is, and asks for it where there is none.
 * @param {Element} content
 * @param {string} text
 * @param {(place: number) => void} go
 */
function addAlts(content, text, go) {
  const images = [...content.querySelectorAll('img')];
  const pictures = [...text.matchAll(PICTURE)];
  if (images.length !== pictures.length) return;
  pictures.forEach(({ 1: alt, index }, at) => {
    const said = Object.assign(document.createElement(alt ? 'small' : 'button'), {
      className: 'alt',
      textContent: alt ? `${word('text.altText')}: ${images[at].alt}` : word('text.addAltText'),
    });
    if (!alt) said.addEventListener('click', () => go(index));
    (images[at].closest('figure') ?? images[at].parentElement)?.append(said);
  });
}

/** @param {Event} event @param {string} text @returns {number} the place in the Markdown of what was hit */
function placeIn(event, text) {
  const path = /** @type {Element[]} */ (
    event.composedPath().filter((each) => each instanceof Element)
  );
  const content = path.find(({ className }) => className === 'text');
  const figure = path.find(({ localName }) => /^(?:img|figure)$/.test(localName));
  const image = figure?.localName === 'img' ? figure : figure?.querySelector('img');
  if (image && content) {
    const at = [...content.querySelectorAll('img')].indexOf(
      /** @type {HTMLImageElement} */ (image),
    );
    return [...text.matchAll(PICTURE)][at]?.index ?? 0;
  }
  const cell = path.find(({ localName }) => /^t[dh]$/.test(localName));
  return cell && content ? cellIn(content, /** @type {HTMLTableCellElement} */ (cell), text) : 0;
}

/** @param {Element} content @param {HTMLTableCellElement} cell @param {string} text */
function cellIn(content, cell, text) {
  const row = [...content.querySelectorAll('tr')].findIndex((each) => each.contains(cell));
  const lines = text.split('\n');
  // Below the head is the line of its marks.
  const number = row === 0 ? 0 : row + 1;
  const start = lines.slice(0, number).join('\n').length + (number > 0 ? 1 : 0);
  const line = lines[number] ?? '';
  const ends = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const before = /^\s*\|/.test(line) ? ends.slice(1) : ends;
  const end = before[cell.cellIndex] ?? line.length;
  return Math.min(text.length, start + line.slice(0, end).trimEnd().length);
}
