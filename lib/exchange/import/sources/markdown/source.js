import { basename, posix } from 'node:path';
import { shapes } from '../../../../content/shapes.js';
import { LarderError } from '../../../../base/errors.js';
import { hiddenInText } from '../../shared/hidden.js';
import { canBeNamed } from '../../../../changes/index/known-addresses.js';
import { TagNames } from '../../../../changes/index/tag-names.js';
import { tagPath } from '../../../../base/paths.js';
import { ownCopy } from '../../../../base/own-copy.js';
import { slugify } from '../../../../base/slug.js';
import { uuidOfPath } from '../../shared/identity.js';
import { OldSite } from '../../shared/old-site.js';
import { isRecord } from '../../shared/read-data.js';
import { SettingsFiles } from '../../shared/settings-files.js';
import { createSource } from '../source.js';
import { createFileLinks } from './file-links.js';
import { HTML, listFiles, readText } from './files.js';
import { nikolaMetadata, splitFrontMatter } from './front-matter.js';
import { firstHeading } from './headings.js';
import { findHiddenFolders, SECTION } from './hidden-folders.js';
import { openLarderExport } from './larder-export.js';
import { isSettings, mediaFinder } from './media-finder.js';
import { readMetadata } from './metadata.js';
import { exportedMetadata } from './mdx.js';
import { keepComments } from './obsidian.js';
import { changeOutsideCode } from './outside-code.js';
import { findOwnHost } from './own-host.js';
import { isLektor, splitLektor, usualName } from './lektor.js';
import { ownSettings } from './own-settings.js';
import { basePath, Permalinks } from './permalinks.js';
import { ownLink } from './sites/menu.js';
import { pathFrom } from './sites/site.js';
import { markdownCover, markdownText } from './text.js';
/** @import { BlogTime, Item, PostOutline, Source, SourceOptions, SourcePost } from '../source.js' */
/** @import { Folder } from './files.js' */
/** @import { Metadata } from './metadata.js' */
/** @import { Site } from './sites/find-site.js' */
/** @import { OwnLink } from './sites/menu.js' */
/** @import { Kind } from './sites/site.js' */
/** @import { FileLinks } from './file-links.js' */

/**
 * @typedef {object} Text  What is known of a file before its post is made.
 * @property {PostOutline} outline  whose name is the file
 * @property {boolean} isOutside  its engine makes no page of it
 * @property {boolean} isPlaced  its place decides whether it is a page
 * @property {Kind} kind  what its engine makes of it there
 * @property {boolean} isDated
 * @property {boolean} mayBePage  if it is not dated
 * @property {string[]} names  paths by whose ends it is found, if no other is
 * @property {string[]} ifShared  its address, if another is
 * @property {{ file: string, date: unknown } | null} unplaced  if nothing says what that address is
 */

/** By which times are read where only names are wanted. @type {BlogTime} */
const ANY_TIME = { timeZone: 'UTC', hasPassed: () => true };

/** Where engines and their themes have their feeds. */
const FEEDS = [
  ...['feed', 'rss', 'atom', 'feed.xml', 'rss.xml', 'atom.xml', 'index.xml', 'rss2.xml'],
  ...['feed/feed.xml', 'feeds/all.atom.xml'],
];

/** What is said of a post that is hidden by another file. */
const HIDDEN_BY_OTHERS = 'its section or a file next to it hides it there; it is a draft here';

/**
 * A folder of Markdown, also one that Larder has exported. A file's post is known by the id in the file, or else by the
 * file's path.
 * @param {string} path a folder, or one file
 * @param {string} _folder the same
 * @param {SourceOptions} options
 * @returns {Promise<Source>}
 * @throws {LarderError} `invalid` when the folder cannot be read
 */
export async function openMarkdown(path, _folder, options) {
  const folder = await listFiles(path);
  const larder = await openLarderExport(folder.root);
  const permalinks = larder ? null : new Permalinks(folder.root, options);
  const scanned = await scan(folder, permalinks);
  const { outlines, urls, tags, skipped, warnings, refused, main, menu, timeZones, ...found } =
    scanned;
  const links = createFileLinks(outlines, folder.root);
  const own = await ownSettings({ main, menu, timeZones, outlines }, links, basename(path));
  const others = folder.others.filter((name) => !isSettings(name));
  return createSource({
    name: basename(path),
    site: new OldSite(urls),
    origin: own.origin,
    settings: own.settings,
    redirects: [
      ...urls.flatMap((url) => [...feedsOf(url), ...tagsOf(url, tags)]),
      ...own.redirects,
    ],
    outlines,
    ...found,
    ...(!larder && { root: folder.root, others: [...skipped, ...others, ...folder.passedOver] }),
    posts: (blog) => postsIn(folder, outlines, permalinks, links, blog),
    findFile: mediaFinder(folder.root, options.within),
    ...larder,
    warnings: [
      ...(larder?.warnings ?? []),
      ...folder.links.map((name) => ({ name, text: 'symbolic links are not followed' })),
      ...warnings,
      ...own.warnings,
    ],
    refused: [
      ...folder.closed.map((name) => ({ name, reason: 'this folder cannot be read' })),
      ...refused,
    ],
  });
}

/** @param {Folder} folder @param {Permalinks | null} permalinks null for an export of Larder */
async function scan({ root, files }, permalinks) {
  const data = new SettingsFiles(root, () => {});
  const [ids, tags] = [new Set(), new TagNames()];
  /** @type {Set<string>} */
  const urls = new Set();
  /** @type {Set<string>} */
  const timeZones = new Set();
  /** @type {Text[]} */
  const texts = [];
  /** @type {Pick<Source, 'unplaced' | 'warnings' | 'refused'>} */
  const found = { unplaced: [], warnings: [], refused: [] };
  /** Pages in HTML without metadata. @type {string[]} */
  const skipped = [];
  /** @type {OwnLink[]} */
  const menu = [];
  /** How many texts are of a site. @type {Map<string, { site: Site, count: number }>} */
  const sites = new Map();
  for (const name of files)
    try {
      await look(name);
    } catch (error) {
      if (!(error instanceof LarderError)) throw error;
      found.refused.push({ name, reason: error.message });
    }
  const inside = texts.filter(({ isOutside }) => !isOutside);
  // If nothing else is there, they are wanted.
  const wanted = inside.length > 0 ? inside : texts;
  const leftOut = wanted === texts ? [] : texts.filter(({ isOutside }) => isOutside);
  setPages(inside);
  found.unplaced = addShared(wanted);
  menu.sort((a, b) => a.weight - b.weight);
  return {
    menu,
    outlines: wanted.map(({ outline }) => outline),
    leftOut: leftOut.map(({ outline }) => outline.name),
    ...found,
    skipped,
    urls: [...urls],
    timeZones: [...timeZones],
    warnings: [...found.warnings, ...(permalinks?.warnings ?? [])],
    tags: tags.all().map(({ name }) => name),
    main: [...sites.values()].sort((a, b) => b.count - a.count)[0]?.site,
  };

  /** @param {string} name of a file */
  async function look(name) {
    const { metadata, body } = await readSource(data, name);
    if (HTML.test(name) && Object.keys(metadata).length === 0) return void skipped.push(name);
    const where = await permalinks?.siteOf(name);
    const isExport = permalinks === null;
    const known = readMetadata(metadata, { ...where, ...ANY_TIME, file: name, isExport });
    const { id = uuidOfPath(name), type, slug, formerPaths, date } = known;
    if (ids.has(id)) throw new LarderError('invalid', `another file has its id ${id}`);
    ids.add(id);
    const [isDated, isPublic] = [date !== undefined, known.status === 'published'];
    const site = await permalinks?.siteOf(name, isDated);
    const isUndated = !isDated && Boolean(site?.engine);
    const isPage = site?.engine && (type === 'page' || site.kind === 'page');
    const mayBeList = isUndated || isPage || SECTION.test(name);
    if (mayBeList && !body.replace(/<!--[^]*?-->/g, '').trim())
      return void found.warnings.push({ name, text: NO_TEXT });
    const heading = firstHeading(body).slice(0, shapes.post.title.maxLength);
    const title = known.title || heading || titleOfName(slug) || 'Untitled';
    // The list of files has its name, too.
    const outline = { ...ownCopy({ id, type, slug, title, formerPaths }), name };
    const addresses = ownCopy(await permalinks?.of({ file: name, raw: metadata, title, date }));
    const {
      isOutside = false,
      isKnown = true,
      certain = [],
      names = [],
      ifShared = [],
    } = addresses ?? {};
    outline.formerPaths.push(...certain);
    const isUnplaced = isPublic && !isKnown && !isOutside;
    texts.push({
      outline,
      isOutside,
      isDated,
      kind: site?.kind ?? null,
      isPlaced: site !== undefined && !known.isTyped,
      mayBePage: isUndated && isPublic,
      names,
      ifShared,
      unplaced: isUnplaced
        ? { file: name, date: date instanceof Date ? date : ownCopy(date) }
        : null,
    });
    if (site?.engine) urls.add(site.url);
    const link = isPublic && site?.engine ? ownLink(metadata, { title, slug }) : null;
    if (link) menu.push(link);
    if (site?.root && !isOutside) {
      const { count } = sites.get(site.root) ?? { count: 0 };
      sites.set(site.root, { site, count: count + 1 });
    }
    if (site?.engine && isPublic) tags.add(tags.unify(known.tags));
    if (site?.timeZone) timeZones.add(site.timeZone);
  }
}

const NO_TEXT = 'it has no text of its own, and is left out: Larder makes its own lists';

/**
 * A text is a page when its engine says so, unless it says so of all; else where most texts, or those in a folder of
 * posts, have a date, and neither it nor any other in its folder has.
 * @param {Text[]} texts
 */
function setPages(texts) {
  const placed = texts.filter(({ isPlaced }) => isPlaced);
  const isPost = (/** @type {Text} */ { kind, isDated }) =>
    kind === 'post' || (kind === null && isDated);
  const hasFolders =
    placed.some(isPost) ||
    texts.some(({ outline, isPlaced }) => outline.type === 'post' && !isPlaced);
  const hasPosts = hasFolders || placed.some(({ kind, isDated }) => kind === 'top' && isDated);
  const isPage = (/** @type {Text} */ { kind }) =>
    (kind === 'page' && hasPosts) || (kind === 'top' && hasFolders);
  const hasBlog = placed.some(({ kind, isDated }) => kind === 'post' && isDated);
  const undated = placed.filter((text) => text.mayBePage && !isPage(text) && text.kind !== 'post');
  const dated = new Set(texts.flatMap((text) => (text.isDated ? folderOf(text) : [])));
  const areFew = undated.length <= texts.length / 2;
  const isApart = (/** @type {Text} */ text) => hasBlog && !dated.has(folderOf(text));
  const pages = [...placed.filter(isPage), ...undated.filter((text) => areFew || isApart(text))];
  for (const { outline } of pages) outline.type = 'page';
}

/** @param {Text} text @returns {string} the folder in which it is, or its bundle */
function folderOf({ outline }) {
  const folder = posix.dirname(outline.name);
  return /\/_?index\.\w+$/i.test(usualName(outline.name)) ? posix.dirname(folder) : folder;
}

/**
 * Gives texts of the same name the addresses by which they can be told apart.
 * @param {Text[]} texts
 * @returns {Source['unplaced']} those of which these are not known
 */
function addShared(texts) {
  const namesOf = (/** @type {Text} */ { outline, names }) =>
    new Set([outline.slug, ...names].map((path) => path.replace(/^.*\//, '').toLowerCase()));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts)
    for (const name of namesOf(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isShared = (/** @type {Text} */ text) =>
    [...namesOf(text)].some((name) => (counts.get(name) ?? 0) > 1);
  const claimed = new Set(texts.flatMap(({ outline }) => outline.formerPaths));
  for (const text of texts) {
    const [address, ...spellings] = text.ifShared;
    const names = isShared(text) ? [] : text.names;
    const isExact = isShared(text) || !text.ifShared.every(canBeNamed);
    // If another has it, that is said when it is imported.
    if (isExact && address) text.outline.formerPaths.push(address);
    for (const path of isExact ? [...spellings, ...names] : names) {
      if (!claimed.has(path)) text.outline.formerPaths.push(path);
      claimed.add(path);
    }
  }
  return texts.filter(isShared).flatMap(({ unplaced }) => unplaced ?? []);
}

/** @param {SettingsFiles} data @param {string} file */
async function readSource(data, file) {
  const { text, modified } = await readText(data.root, file);
  if (isLektor(file)) return { ...splitLektor(text), modified };
  const { metadata, body } = splitFrontMatter(text);
  if (Object.keys(metadata).length > 0) return { metadata, body, modified };
  const exported = /\.mdx$/i.test(file) ? exportedMetadata(body) : {};
  return { metadata: { ...(await nearbyData(data, file)), ...exported }, body, modified };
}

/** What Eleventy and Nikola may have in a file beside a text. @param {SettingsFiles} data @param {string} file */
async function nearbyData(data, file) {
  for (const ending of ['.11tydata.json', '.json', '.yml', '.yaml']) {
    const found = await data.read(file.replace(/\.\w+$/, ending));
    if (isRecord(found) && Object.keys(found).length > 0) return found;
  }
  return nikolaMetadata(await data.text(file.replace(/\.\w+$/, '.meta')));
}

/** @param {string} url of a site @returns {Source['redirects']} */
const feedsOf = (url) =>
  FEEDS.map((feed) => ({ from: pathFrom(basePath(url), feed), to: '/atomfeed' }));

/** @param {string} url of a site @param {string[]} tags @returns {Source['redirects']} */
const tagsOf = (url, tags) =>
  tags.filter(slugify).flatMap((tag) =>
    ['tags', 'categories'].map((list) => ({
      from: pathFrom(basePath(url), list, slugify(tag)),
      to: tagPath(tag),
    })),
  );

/** @param {string} slug */
const titleOfName = (slug) =>
  slug ? slug[0].toUpperCase() + slug.slice(1).replaceAll('-', ' ') : '';

/**
 * @param {Folder} folder
 * @param {PostOutline[]} outlines
 * @param {Permalinks | null} permalinks null for an export of Larder
 * @param {FileLinks} links
 * @param {BlogTime} blog
 * @returns {AsyncIterable<Item<SourcePost>>}
 */
async function* postsIn(folder, outlines, permalinks, links, blog) {
  const isExport = permalinks === null;
  const data = new SettingsFiles(folder.root, () => {});
  const isHiddenNextTo = await findHiddenFolders(folder, (metadata) => isHiddenBy(metadata, blog));
  const host = isExport ? '' : await findOwnHost(folder, links);
  for (const outline of outlines) yield { name: outline.name, read: () => read(outline) };

  /** @param {PostOutline} outline @returns {Promise<SourcePost>} */
  async function read({ id, name: file, type, title, formerPaths }) {
    const { metadata, body, modified } = await readSource(data, file);
    const site = await permalinks?.siteOf(file);
    const reading = { ...site, ...blog, file, isExport };
    const { warnings, separator, ...known } = readMetadata(metadata, reading);
    const marks = isExport ? [] : marksIn(body, file);
    if (!isExport && marks.length === 0 && isHiddenNextTo(file)) marks.push(HIDDEN_BY_OTHERS);
    const status = marks.length > 0 ? 'draft' : known.status;
    const fill = (await site?.about())?.fill;
    const from = { file, title, separator, links, host, formerPaths, engine: site?.engine, fill };
    const { publishedAt = status === 'draft' ? null : undefined, updatedAt } = known;
    const isTimeless = publishedAt === undefined;
    const isUndated = isTimeless && type === 'post';
    const writtenAt = publishedAt ?? modified.toISOString();
    return {
      id,
      status,
      publishedAt,
      updatedAt,
      isUndated,
      excerpt: known.excerpt,
      tags: known.tags,
      comments: [],
      ...known.further,
      author: known.author,
      coAuthors: known.coAuthors,
      // Only an export says of every post whether it takes comments.
      commentsClosed: known.commentsClosed || (isExport ? false : undefined),
      ifNew: {
        ...(isTimeless && { publishedAt: writtenAt }),
        createdAt: known.createdAt ?? writtenAt,
        updatedAt: updatedAt ?? writtenAt,
      },
      hidesPart: known.status === 'published' && marks.length > 0,
      warnings: [
        ...warnings,
        ...(known.status === 'draft' ? [] : marks),
        ...(isUndated ? ['it has no date; the time of the file is used'] : []),
      ],
      text: async (context) => (isExport ? body : markdownText(body, from, context)),
      cover: async (context) =>
        isExport ? coverOf(known) : markdownCover(known.cover, from, context),
    };
  }
}

/** @param {Pick<Metadata, 'cover'>} metadata of an export */
const coverOf = ({ cover }) => cover && { src: cover.address, alt: cover.alt };

/** @param {unknown} metadata of a folder or of a file beside others @param {BlogTime} blog */
function isHiddenBy(metadata, blog) {
  if (metadata === null || typeof metadata !== 'object') return false;
  const raw = { ...metadata, date: '2000-01-01' };
  return readMetadata(raw, { ...blog, timeZone: 'UTC', file: 'x' }).status === 'draft';
}

/** @param {string} body @param {string} file @returns {string[]} by which a part of it is hidden */
function marksIn(body, file) {
  let plain = '';
  changeOutsideCode(keepComments(body), (text) => ((plain += `${text}\n`), text));
  return hiddenInText(plain, { isMarkdown: true, isMdx: /\.mdx$/i.test(file) });
}
