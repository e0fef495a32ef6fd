/** @param {string} names */
const set = (names) => new Set(names.split(' '));

/** HTML elements allowed in a text. */
export const TEXT_ELEMENTS = set(
  'a abbr audio b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure ' +
    'h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small source span strong sub ' +
    'summary sup table tbody td tfoot th thead time tr u ul var video wbr',
);

/** Presentational MathML, without elements used for mutation XSS: mglyph, malignmark, annotation-xml. */
export const MATH_ELEMENTS = set(
  'math annotation merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms ' +
    'mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics',
);

/** MathML elements that contain text; all others contain only elements. */
export const MATH_TEXTS = set('annotation mi mn mo ms mtext');

/** Obsolete, sectioning and embedding elements, and their replacements in a text: the page has its own sections. */
export const RENAMED = new Map(
  Object.entries({
    acronym: 'abbr',
    address: 'div',
    article: 'div',
    aside: 'div',
    center: 'div',
    dir: 'ul',
    fieldset: 'div',
    footer: 'div',
    header: 'div',
    hgroup: 'div',
    legend: 'p',
    listing: 'pre',
    main: 'div',
    menu: 'ul',
    nav: 'div',
    search: 'div',
    section: 'div',
    strike: 's',
    menclose: 'mrow',
    tt: 'code',
    embed: 'a',
    iframe: 'a',
    object: 'a',
  }),
);

/** Played in the page. */
export const MEDIA = set('audio video');

/** Known elements that are removed with their content. */
export const REMOVED_WHOLE = set(
  'annotation-xml canvas datalist noembed noframes noscript option plaintext script select style svg ' +
    'template textarea title xmp',
);

/** Known elements that are removed, but whose content stays. */
const REMOVED = set(
  'area base basefont bgsound big blink body button col colgroup data font foreignobject form frame ' +
    'frameset head html image input keygen label link malignmark map marquee meta meter mglyph nobr ' +
    'optgroup output param path picture portal progress rb rtc slot track',
);

/**
 * @param {string} name in lower case
 * @returns {boolean} whether it is an element of HTML or MathML
 */
export const isElementName = (name) =>
  TEXT_ELEMENTS.has(name) || MATH_ELEMENTS.has(name) || RENAMED.has(name) || willVanish(name);

/**
 * @param {string} name in lower case
 * @returns {boolean} whether a reader would see nothing of such a tag without attributes
 */
export const willVanish = (name) =>
  REMOVED.has(name) ||
  REMOVED_WHOLE.has(name) ||
  RENAMED.get(name) === 'a' ||
  MEDIA.has(name) ||
  name === 'source';

export const VOID_ELEMENTS = set('br hr img source wbr');

/** Elements that may contain both blocks and text; '' is the root. */
export const CONTAINERS = new Set([
  '',
  ...set('audio blockquote caption dd details div dt figcaption figure li td th video'),
]);

/** Elements with HTML's transparent content model: they may contain what their parent may. */
export const TRANSPARENT = set('a del ins');

/** Elements that are not phrasing content. */
export const BLOCKS = set(
  'blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul',
);

export const HEADINGS = set('h1 h2 h3 h4 h5 h6');

/** Elements that are only allowed in certain parents. */
export const PARENTS = new Map(
  Object.entries({
    caption: set('table'),
    dd: set('dl'),
    dt: set('dl'),
    figcaption: set('figure'),
    li: set('ol ul'),
    rp: set('ruby'),
    rt: set('ruby'),
    source: MEDIA,
    summary: set('details'),
    tbody: set('table'),
    td: set('tr'),
    tfoot: set('table'),
    th: set('tr'),
    thead: set('table'),
    tr: set('table tbody tfoot thead'),
  }),
);

/** Elements that may only contain certain others, and the one in which anything else is wrapped. */
export const WRAPPERS = new Map(
  Object.entries({
    dl: 'dd',
    ol: 'li',
    table: 'tr',
    tbody: 'tr',
    tfoot: 'tr',
    thead: 'tr',
    tr: 'td',
    ul: 'li',
  }),
);
