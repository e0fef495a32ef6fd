import { WidgetType } from '@codemirror/view';
import { PICTURE } from '../pictures/markdown.js';
import { focusAlt } from '../pictures/panel.js';
import { word } from '../../public/admin/words.js';
/** @import { EditorView } from '@codemirror/view' */
/** @import { Made } from './rendered.js' */

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

/** A part of the text as readers will see it, by the style sheet of the blog. */
export class Part extends WidgetType {
  /**
   * @param {Kind} kind
   * @param {string} text  its Markdown
   * @param {Made} made  of it by the blog
   * @param {boolean} isBlock
   * @param {CSSStyleSheet[]} sheets
   */
  constructor(kind, text, made, isBlock, sheets) {
    super();
    this.kind = kind;
    this.text = text;
    this.made = made;
    this.isBlock = isBlock;
    this.sheets = sheets;
  }

  /** @param {Part} other */
  eq({ text, made }) {
    return text === this.text && made === this.made;
  }

  get estimatedHeight() {
    return this.isBlock ? (this.made.height ?? heights[this.kind]) : -1;
  }

  /** @param {EditorView} view */
  toDOM(view) {
    const { kind, text, isBlock } = this;
    const { html } = this.made;
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
    // Nothing in it leads away, and it has a name already. What is wider than the window can be moved by keys.
    for (const each of content.querySelectorAll('a, .table'))
      for (const name of ['href', 'role', 'aria-label']) each.removeAttribute(name);
    root.addEventListener('load', () => view.requestMeasure(), { capture: true });
    host.addEventListener('mousedown', (event) => {
      const { button, shiftKey } = /** @type {MouseEvent} */ (event);
      if (button !== 0 || isButton(event)) return;
      event.preventDefault();
      goTo(view, host, placeIn(event, text), shiftKey);
    });
    return host;
  }

  /** @param {HTMLElement} dom */
  destroy(dom) {
    if (dom.offsetHeight > 0) this.made.height = dom.offsetHeight;
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

/**
 * @param {EditorView} view
 * @param {HTMLElement} host
 * @param {number} place  in its Markdown
 * @param {boolean} [isFurther]  what is chosen goes up to there
 */
function goTo(view, host, place, isFurther) {
  const head = view.posAtDOM(host) + place;
  const anchor = isFurther ? view.state.selection.main.anchor : head;
  view.dispatch({ selection: { anchor, head } });
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
  const hit = /** @type {Element} */ (event.composedPath()[0]);
  const all = (/** @type {string} */ name) => [
    ...(hit.closest('.text')?.querySelectorAll(name) ?? []),
  ];
  const cell = /** @type {HTMLTableCellElement | null} */ (hit.closest('td, th'));
  if (cell) {
    const row = all('tr').findIndex((each) => each.contains(cell));
    return endOfCell(text, row === 0 ? 0 : row + 1, cell.cellIndex);
  }
  const figure = hit.closest('img, figure');
  const image = all('img').findIndex((each) => each === figure || figure?.contains(each));
  return [...text.matchAll(PICTURE)][image]?.index ?? 0;
}

/** @param {string} text @param {number} number of the line @param {number} column @returns {number} */
function endOfCell(text, number, column) {
  const lines = text.split('\n').slice(0, number + 1);
  const line = lines.pop() ?? '';
  const start = lines.join('\n').length + Math.min(lines.length, 1);
  const bars = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const end = bars[column + (/^\s*\|/.test(line) ? 1 : 0)] ?? line.length;
  return Math.min(text.length, start + line.slice(0, end).trimEnd().length);
}
