import { isRecord } from './read-data.js';

/**
 * The marks with which other engines hide a post or a part of it: from visitors who are not signed in, who have not
 * paid, or from everybody. A post with any such mark becomes a draft, so that nothing is lost and nothing revealed.
 * Unknown marks whose name suggests the same count too.
 *
 * @typedef {Record<string, unknown>} Raw front matter, of whatever generator
 */

/** Words for privileged readers, such as members. */
const WORDS =
  /(?<!re)member|subscriber|\bpaid|paid(only|content)|premium|pay-?wall|patron|patreon|donor|private|restrict|protect|secret|confidential|embargo|gated|unlisted|password|(logged|signed)-?_?in/i;

/** Shortcodes of plug-ins with other names. */
const SHORTCODES =
  /^(hide|hidden|access|lock(ed|er)?|vip|level|role|s2if|s2member.*|pmpro.*|mepr.*|rcp.*|wlm.*|ihc.*|um_.*|swpm.*|groups.*|passster|content_?control.*|visible.*|visibility.*|user_.*|is_user.*|wc_.*|mm_.*|customer.*|sub_?only|show_?to.*|show_?if.*|if_?user.*|\w*locker|level-.*|ppwp.*|arm_?if.*|arm_.*|cap|only_.*|admin.*|draft|encrypt|expires|time-?restrict.*|timed-content.*|student.*)$/i;

/** Sign-up forms, which hide nothing. */
const FORMS = /form(?!ember)|login|signup|register|button|reset|link|profile|account/i;

/** @param {string} words @returns {(text: string) => boolean} whether a text is one of them */
function oneOf(words) {
  const all = new Set(words.split(' '));
  return (text) => all.has(text.toLowerCase());
}

/** Values of a setting that hide nothing. */
const isPublic = oneOf(
  'publish published public live posted final done complete completed finished active stable visible everyone ' +
    'everybody all anyone any open free none default true yes on y 1',
);

const isNo = oneOf('false no off n 0 null none never [] {}');

/** Fields in front matter, in lower case without hyphens, that hide a post if true. */
const hidesIfTrue = oneOf(
  'draft drafts isdraft wip hidden hide unpublished private secret unlisted headless encrypt encrypted protected ' +
    'membersonly members memberonly paid paidonly premium password passphrase paywall paywalled ' +
    'eleventyexcludefromcollections internal exclude excluded ignore ignored disabled trash trashed istrash istrashed ' +
    'deleted isdeleted deletedat deletedon auth roles userroles allowedroles allowedusers allowedgroups',
);

/** Fields that hide it if false. */
const hidesIfFalse = oneOf(
  'published publish ispublished public ispublic listed render permalink visible isvisible enable enabled active live',
);

/** Fields with the time from which it is hidden. */
const isExpiry = oneOf(
  'expirydate unpublishdate expire expireon expireat expires expireson expiresat',
);

/** Fields that name who may see it. */
const FOR_WHOM = /^((post|page|content|publish|publication)?(status|visibility|access)|tiers?)$/;

/** Fields with many meanings, one of which hides the post. */
const MAY_HIDE = /^((workflow|publish|post)?(state|stage)|workflow|type|layout)$/;

/** The values of these that hide it. */
const HIDDEN =
  /^(drafts?|private|hidden|unlisted|unpublished|(in[-_ ]?)?review|pending|trash(ed)?)$/i;

/** Any other field whose name suggests it. */
const SPEAKS =
  /draft(?!(ed)?(at|on|date|time)$)|private|unlisted|unpublish|paywall|premium|restrict|password|protect|secret|embargo|confidential|(members|paid|subscribers?|mail|newsletter)only|gated|notpublished|(requires?|needs)(login|auth|signin)|(login|auth|signin)(required|only)/;

/** Objects in which generators keep custom fields. */
const isNested = oneOf('params extra meta metadata data custom');

/** Files and folders that generators do not publish. */
const HIDDEN_PATH =
  /(^|\/)(_?(drafts?|private|unpublished|hidden|trash|secret|confidential|premium|(members?|subscribers?|paid)([-_]only)?))\/|(^|\/)([.#~]|_(?!index\.))[^/]*$|\.draft\.\w+$/i;

/** Marks that just mean a draft. */
const PLAIN = /^(draft|published|publish|status): *(true|false|draft|yes|no|[01])$/i;

/**
 * @param {Raw} raw
 * @param {string} file relative to the imported folder
 * @param {(date: unknown) => boolean} isOver whether a date has passed, or is not a date
 * @returns {{ isHidden: boolean, reasons: string[] }} `reasons`: unless it is just a draft
 */
export function hiddenByMetadata(raw, file, isOver) {
  const marks = marksOf(raw, isOver);
  const isAside = HIDDEN_PATH.test(file);
  const reasons = marks
    .filter((mark) => !PLAIN.test(textOf(mark)))
    .map((mark) => draft(`its “${textOf(mark)}” hides it there`));
  if (isAside && !/(^|\/)_?drafts?\//i.test(file) && marks.length === 0)
    reasons.push(draft('such a path is not published there'));
  return { isHidden: isAside || marks.length > 0, reasons };
}

/**
 * @param {Raw} raw
 * @param {(date: unknown) => boolean} isOver
 * @returns {{ name: string, value: string }[]}
 */
function marksOf(raw, isOver) {
  return Object.entries(raw).flatMap(([written, value]) => {
    const name = written.toLowerCase().replace(/[-_\s]/g, '');
    if (isNested(name) && isRecord(value)) return marksOf(value, isOver);
    const isMark = name === 'build' ? isUnbuilt(value) : hides(name, value, isOver);
    return isMark ? [{ name: written.slice(0, 40), value: shown(value) }] : [];
  });
}

/** @param {string} name @param {unknown} value @param {(date: unknown) => boolean} isOver */
function hides(name, value, isOver) {
  if (value === undefined || value === null || value === '') return false;
  const said = shown(value);
  if (isExpiry(name)) return isOver(value);
  if (name === 'permalink') return value === false;
  if (hidesIfFalse(name)) return !isPublic(said) && !/\d{4}/.test(said);
  if (FOR_WHOM.test(name)) return !isPublic(said);
  if (MAY_HIDE.test(name)) return HIDDEN.test(said);
  if (/^(audience|membership)$/.test(name)) return WORDS.test(said) || /only/i.test(said);
  return (hidesIfTrue(name) || SPEAKS.test(name)) && !isNo(said);
}

/** Of Hugo: whether a page of its own is made, and named in lists. @param {unknown} value */
const isUnbuilt = (value) =>
  isRecord(value) &&
  [value.render, value.list].some(
    (each) => each !== undefined && !/^(always|true)$/i.test(shown(each)),
  );

/**
 * @param {string} text in HTML or Markdown, without code
 * @param {{ isMarkdown?: boolean, isMdx?: boolean, hasShortcodes?: boolean }} [of] further syntax of its engine
 * @returns {string[]} a message for each kind of mark in it
 */
export function hiddenInText(
  text,
  { isMarkdown = false, isMdx = false, hasShortcodes = false } = {},
) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const { inside } of commentsIn(text))
    if (isHidingComment(inside)) found.add(`<!--${inside}-->`);
  for (const mark of MARKS) for (const [whole] of text.matchAll(mark)) found.add(whole);
  for (const pattern of NAMED)
    for (const [whole, name] of text.matchAll(pattern)) if (isHidingName(name)) found.add(whole);
  if (hasShortcodes)
    for (const [whole, escaped, name] of text.matchAll(SHORTCODE))
      if (!escaped && isHidingShortcode(name)) found.add(whole);
  if (isMarkdown) {
    for (const whole of shownComments(text)) found.add(whole);
    for (const [whole, name] of text.matchAll(/\[\/([a-z][\w-]{0,60})\](?![[(:])/gi))
      if (isHidingShortcode(name)) found.add(whole);
    const [mark] = IN_MARKDOWN.exec(text) ?? [];
    if (mark) found.add(mark);
  }
  if (isMdx) for (const [whole] of text.matchAll(MDX)) found.add(whole);
  return [...found]
    .slice(0, 3)
    .map((mark) =>
      draft(`its ${mark.replace(/\s+/g, ' ').trim().slice(0, 80)} may hide a part of it there`),
    );
}

/** Conditions and exports in MDX. */
const MDX =
  /\{[^{}]{0,300}(?:&&|\?)|<(?:If|Show|When|Auth)\b|\b(?:draft|hidden|private)['"]?\s*:\s*true\b|\bpublished['"]?\s*:\s*false\b/g;

/** Marks that hide text only in dialects of Markdown. */
const IN_MARKDOWN =
  /\{>>|\{--|^\.\. *status: *(?!published|featured)\w+|\{:?[^{}\n]{0,200}?\.(?:hidden|private|members?-only)\b/m;

const SHORTCODE = /(\[)?\[\/?([a-z][\w-]{0,60})(?=[\s\]/=])/gi;

/** What hides a part of a text, besides comments. */
const MARKS = [
  /\sdata-(?:gh-segment|gh-paywall|paywall|visibility)\s*=/gi,
  /<\w[^<>]{0,500}?(?:\shidden(?=[\s/>=])|display\s*:\s*none|visibility\s*:\s*hidden)/gi,
  /\sclass\s*=\s*["']?(?:[^"'<>]{0,300}\s)?(?:hidden|private|(?:members?|subscribers?|paid)-only)(?=[\s"'>])/gi,
  /\{%-?\s*(?:if|unless|case)(?![\w-])/gi,
];

/** Names of elements, shortcodes, tags and blocks, which may say so. */
const NAMED = [
  /<([a-z][\w.-]{0,60})(?=[\s/>])/gi,
  /\{\{[<%]\s*([\w./-]{1,60})/g,
  /\{%-?\s*(\w[\w-]{0,60})/g,
  /^:{3,}\s*([\w-]{1,60})/gm,
];

/** @param {string} name */
function speaks(name) {
  return WORDS.test(name) && !FORMS.test(name);
}

/** @param {string} name of an element, a shortcode or a block */
function isHidingName(name) {
  return speaks(name) || /^(hide|hidden|drafts?|encrypt(ed)?)$/i.test(name);
}

/** @param {string} name */
const isHidingShortcode = (name) => speaks(name) || (SHORTCODES.test(name) && !FORMS.test(name));

/**
 * @param {string} text
 * @returns {Iterable<{ at: number, inside: string }>} the content of each comment; of an unclosed one, the rest of the
 *   text
 */
function* commentsIn(text) {
  for (let at = text.indexOf('<!--'); at >= 0;) {
    const end = text.indexOf('-->', at + 4);
    yield { at, inside: text.slice(at + 4, end < 0 ? undefined : end) };
    at = end < 0 ? -1 : text.indexOf('<!--', end + 3);
  }
}

/** @param {string} text in Markdown @returns {Iterable<string>} comments that it would show, at least in part */
function* shownComments(text) {
  const [obsidian] = /(?<![\w%])%%(?!%)/.exec(text) ?? [];
  if (obsidian) yield obsidian;
  for (const { at, inside } of commentsIn(text)) {
    // The line before it is looked for only when there are lines in it: so no text is read twice.
    const isLong = /\n[ \t]*\n/.test(inside);
    const before = isLong ? text.slice(text.lastIndexOf('\n', at) + 1, at) : '';
    if (/[^\s>*+-]/.test(before)) yield `<!--${inside}`;
  }
}

/** @param {string} comment its content */
function isHidingComment(comment) {
  const start = comment.slice(0, 300).trim();
  if (/^kg-gated-block:begin/.test(start)) return !/\snonMember:["']?true\b/.test(start);
  if (/^kg-/.test(start)) return !/^kg-(card-(begin|end)|gated-block:end)/.test(start);
  if (/^wp:/.test(start)) return isHidingBlock(comment);
  if (/^\/wp:/.test(start)) return false;
  if (/^\.\.\s*(title|slug|date|status):/m.test(start))
    return /^\.\.\s*status:\s*(?!published|featured)\w/m.test(comment);
  if (
    /^[ \t]*(draft|private|hidden) *: *(true|yes)\b|^[ \t]*published *: *(false|no)\b/im.test(start)
  )
    return true;
  if (/^(begin |start )?(hide|hidden|draft|noexport)$/i.test(start)) return true;
  // Marks are one word or a few; sentences are authors' own notes.
  return WORDS.test(start) && start.split(/\s+/).length <= 4;
}

/** Names of attributes of blocks, which are written in JSON; of a list or an object only how it begins. */
const KEY = /"([\w-]{1,60})"\s*:\s*("(?:[^"\\]|\\.){0,200}"|\[\]|\{\}|[[{]|[^\s,}]{0,20})/g;

/** @param {string} comment that begins a block of WordPress */
function isHidingBlock(comment) {
  const [, name = ''] = /^\s*wp:([\w/-]{1,100})/.exec(comment) ?? [];
  if (speaks(name)) return true;
  for (const [, key, value] of comment.matchAll(KEY)) {
    const said = value.replace(/^"|"$/g, '');
    // Here, true means visible.
    if (/visibility$/i.test(key) && !/^(true|visible|public|\{\})?$/.test(said)) return true;
    const isMark =
      /^(hideBlock|isHidden|userRoles?|restrictTo|conditionalBlocks|gbBlockConditions)$/.test(
        key,
      ) || WORDS.test(key);
    if (isMark && said !== '' && !isNo(said)) return true;
  }
  return false;
}

/** Names of plug-ins' metadata on who may see a post, and until when. */
const PLUG_INS =
  /access|visib|subscribers?$|hidden$|hide_(post|page|on)|wpmem_block$|groups-read|^_?(rcp|mepr|ihc_mb|wlm)_|newsletter_tier|wpf-settings|(^|[_-])expir/i;

/**
 * @param {string} key of a post's metadata in WordPress
 * @param {string} value
 * @returns {string | null} a message, if it may restrict who sees the post
 */
export function hiddenByMeta(key, value) {
  const isMark = PLUG_INS.test(key) || WORDS.test(key);
  const said = value.trim();
  const isEmpty = /^(a:0:\{\}|\[\]|\{\}|s:0:"";|i:0;|b:0;)?$/.test(said);
  const isOn = /^(1|yes|true|on|y)$/i.test(said);
  if (!isMark || isEmpty || isNo(said) || (isPublic(said) && !isOn)) return null;
  return draft(`its “${key.slice(0, 60)}” may restrict who sees it there`);
}

/**
 * @param {string} html of a card of Ghost
 * @param {unknown} visibility of that card
 * @returns {string} with Ghost's mark for members, unless everybody can see it on the web
 */
export const gate = (html, visibility) =>
  isForAll(visibility)
    ? html
    : `<!--kg-gated-block:begin nonMember:false-->${html}<!--kg-gated-block:end-->`;

/** @param {unknown} visibility */
function isForAll(visibility) {
  if (visibility === undefined || visibility === null) return true;
  if (!isRecord(visibility)) return visibility === 'public';
  const web = isRecord(visibility.web) ? visibility.web : {};
  if (web.nonMember !== undefined) return web.nonMember === true;
  return (visibility.showOnWeb ?? true) === true && (visibility.emailOnly ?? false) === false;
}

/** @param {{ name: string, value: string }} mark */
const textOf = ({ name, value }) => `${name}: ${value}`;

/** @param {string} why */
const draft = (why) => `${why}; it is a draft here`;

/** @param {unknown} value */
const shown = (value) =>
  (typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : String(value))
    .trim()
    .slice(0, 60);
