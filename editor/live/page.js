/** @import { EditorView } from '@codemirror/view' */

/** What is copied of the page's own elements. */
const OF_WORDS = `color font-family font-size font-style font-weight font-variant-numeric line-height letter-spacing
  word-spacing hyphens hyphenate-limit-chars text-wrap text-transform line-break`;
const OF_GROUND = 'background-color border-radius padding-inline-start padding-inline-end';
const OF_EDGE = 'border-inline-start-color border-inline-start-width border-inline-start-style';
const OF_END = 'border-inline-end-color border-inline-end-width border-inline-end-style';
const OF_LINE =
  'text-decoration-line text-decoration-color text-decoration-thickness text-underline-offset';

/** By the class of what looks like it in the editor. @type {[rule: string, element: string, properties: string][]} */
const likenesses = [
  ['.big', 'h1.title', `${OF_WORDS} text-align margin-bottom`],
  ['.big', '.opening', 'max-width'],
  ['.byline', '.post > .meta', 'margin-bottom'],
  ['.byline > .meta', '.opening .meta', `${OF_WORDS} display flex-wrap justify-content gap`],
  ['.cover', '.cover', 'margin-bottom'],
  ['.cover img', '.cover img', 'aspect-ratio border-radius'],
  ['.cm-content', '.text > p', OF_WORDS],
  ...'123456'.split('').flatMap((level) => likeHeading(level)),
  ['.cm-line.md-quote', 'blockquote', `${OF_WORDS} ${OF_EDGE}`],
  ['.cm-line.md-block', 'pre > code', OF_WORDS],
  ['.cm-line.md-block', 'pre', 'background-color'],
  ['.md-marked', 'mark', OF_GROUND],
  ['.md-a', 'p > a', `color ${OF_LINE}`],
  ['.md-strong', 'p > strong', 'font-weight'],
  ['.cm-line.md-quote .md-strong', 'blockquote strong', 'font-weight'],
  ['.cm-line.md-callout', '.callout', OF_END],
  ['.cm-line.md-callout-title', '.callout-title', 'font-family font-size font-weight'],
];

/** @param {string} level @returns {[string, string, string][]} */
function likeHeading(level) {
  const [rule, element] = [`.cm-line.md-h${level}`, `.text > h${level}`];
  return [
    [rule, element, OF_WORDS],
    [`${rule} .md-strong`, `${element} strong`, 'font-weight'],
  ];
}

const PAGE = `<main><article class="post"><header class="opening"><h1 class="title">0</h1>
<p class="meta"><time>0</time></p></header><p class="meta">0</p><p class="cover"><img alt=""></p><div class="text"><p>a <code>b</code> <mark>c</mark> <a href="/">d</a>
<strong>e</strong></p>${Array.from('123456', (level) => `<h${level}><strong>${level}</strong></h${level}>`).join('')}<blockquote><strong>f</strong></blockquote>
<pre><code>g</code></pre><ul><li>h</li></ul><div class="callout note"><p class="callout-title">i</p></div></div></article></main>`;

/** Colours and sizes that rules of the editor use, as the page names them. */
const NAMES = `--page --surface --text --soft --muted --field --mark --line --accent --on-accent --measure --wide
  --code-title --code-string --code-keyword --code-number`;

/** What the admin pages call them. */
const OF_ADMIN = `--paper: var(--page); --card: var(--page); --box: var(--surface); --share: var(--surface);
  --edge: var(--field); --ink: var(--text); --quiet: var(--muted); --link: var(--accent); --on-link: var(--on-accent);
  --red: light-dark(#a32035, #f58f96);`;
const OF_BODY = 'background-color background-image background-size color-scheme';

const OWN = `:host(div) { all: initial; display: flow-root; } body { display: block; min-height: 0; background: none; }
.text > :first-child { margin-top: 0; } .text > :last-child { margin-bottom: 0; } .text > * { margin-block: 0; }
.alt { display: block; margin-top: 0.4rem; text-align: center; }
button.alt { margin-inline: auto; padding: 0.1rem 0.7rem; border: 1px dashed; border-radius: 1rem; background: none;
  color: inherit; font: inherit; font-size: 0.8125rem; cursor: pointer; }`;

/**
 * Lends the editor the looks of the blog: its style sheet is put on a page that nobody sees, and what its elements look
 * like is copied.
 * @param {HTMLFormElement} form  names the style sheet
 * @param {EditorView} view
 * @returns {CSSStyleSheet[]} for parts of the page that are shown in the text
 */
export function lookOfPage(form, view) {
  const [ofPage, own, copied] = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()];
  own.replaceSync(OWN);
  const answer = fetch(form.dataset.pageStyle ?? '');
  void answer.then(async (response) => {
    if (!response.ok) return;
    const css = await response.text();
    ofPage.replaceSync(withHost(css, form.dataset.pageScheme ?? ''));
    const page = makePage([own, ofPage], form.dataset);
    view.dom.append(page);
    const copy = () => {
      copied.replaceSync(rulesOf(page, ofPage));
      view.requestMeasure();
    };
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, copied];
    copy();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', copy);
    window.addEventListener('resize', copy);
  }, console.warn);
  return [ofPage, own];
}

/**
 * @param {string} css
 * @param {string} scheme  that its owner chose, '' for the device's
 * @returns {string} the same for a shadow tree
 */
const withHost = (css, scheme) =>
  css.replace(/:root((?:\[[^\]]*\]|:[\w-]+\((?:[^()]|\([^()]*\))*\))*)/g, (_, of) => {
    const [, not, asked] = /^(:not\()?\[data-scheme='(\w+)'\]\)?$/.exec(of) ?? [];
    if (!asked) return of ? `:host(${of})` : ':host';
    return Boolean(not) === (asked === scheme) ? ':not(*)' : ':host';
  });

/** @param {CSSStyleSheet[]} sheets @param {DOMStringMap} look  of the form @returns {HTMLElement} */
function makePage(sheets, { pageLanguage = '', pageClass = '' }) {
  const host = Object.assign(document.createElement('div'), { className: 'md-page', inert: true });
  host.setAttribute('aria-hidden', 'true');
  host.lang = pageLanguage;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = sheets;
  const body = document.createElement('body');
  body.className = pageClass;
  body.innerHTML = PAGE;
  root.append(body);
  return host;
}

/** @param {HTMLElement} page @param {CSSStyleSheet} sheet @returns {string} CSS for the editor */
function rulesOf(page, sheet) {
  const { shadowRoot: root } = page;
  const styleOf = (/** @type {string} */ selector, pseudo = '') =>
    getComputedStyle(/** @type {Element} */ (root?.querySelector(selector)), pseudo);
  const copy = (/** @type {CSSStyleDeclaration} */ style, /** @type {string} */ names) =>
    names.split(/\s+/).map((name) => `${name}: ${style.getPropertyValue(name)};`);
  const rules = likenesses.map(
    ([rule, like, names]) => `.editor .write ${rule} { ${copy(styleOf(like), names).join(' ')} }`,
  );
  // Also in a heading or a quotation, code differs in no more from the words around it.
  const [code, around] = ['p > code', '.text > p'].map((name) => styleOf(name));
  const differing = OF_WORDS.split(/\s+/).filter(
    (name) =>
      !/size|height/.test(name) && code.getPropertyValue(name) !== around.getPropertyValue(name),
  );
  const [size, ofAround] = [code, around].map(({ fontSize }) => parseFloat(fontSize));
  const looks = copy(code, `${OF_GROUND} ${differing.join(' ')}`.trim()).join(' ');
  const inEm = looks.replace(/\b(\d{1,9}(?:\.\d{1,9})?)px/g, (_, length) => `${length / size}em`);
  rules.push(`.editor .write .md-inline-code { font-size: ${size / ofAround}em; ${inEm} }`);
  // What a theme puts before its headings.
  for (const level of '23456') {
    const style = styleOf(`h${level}`, '::before');
    const copied = copy(style, 'content color font-family font-weight').join(' ');
    if (style.content !== 'none')
      rules.push(`.write .cm-line.md-h${level}:not(:has(.md-mark))::before { ${copied} }`);
  }
  const insets = [
    `--list: ${styleOf('ul').paddingInlineStart};`,
    `--quote: ${styleOf('blockquote').paddingInlineStart};`,
  ];
  const ofAll = [
    ...copy(getComputedStyle(page), NAMES),
    ...copy(styleOf('body'), OF_BODY),
    ...insets,
  ];
  const fonts = [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  return [
    ...fonts.map(({ cssText }) => cssText),
    `body:has(.editor) { ${ofAll.join(' ')} ${OF_ADMIN} }`,
    ...rules,
  ].join('\n');
}
