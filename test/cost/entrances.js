import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAnswer, decodeMessage } from '../../lib/accelerator/peers/message.js';
import { hintsOf } from '../../lib/accelerator/proxy/early-hints.js';
import { readKey } from '../../lib/accelerator/control/keys.js';
import { checkPut } from '../../lib/accelerator/control/put-response.js';
import { readSelector, readTelling } from '../../lib/accelerator/control/selectors.js';
import { parseCacheControl, parseTargeted } from '../../lib/accelerator/rules/cache-control.js';
import { endToEnd, isField, membersOf } from '../../lib/accelerator/rules/fields.js';
import { groupsOf } from '../../lib/accelerator/rules/groups.js';
import { concernedBy } from '../../lib/accelerator/rules/invalidation.js';
import { policyOf } from '../../lib/accelerator/rules/policy.js';
import { isRefused, isUsual } from '../../lib/accelerator/rules/request-fields.js';
import { requestDirectives } from '../../lib/accelerator/rules/reuse.js';
import { isStorable } from '../../lib/accelerator/rules/storable.js';
import { variedBy, varyOf } from '../../lib/accelerator/rules/vary.js';
import { checkEmail } from '../../lib/auth/email.js';
import { SessionCookie } from '../../lib/auth/cookies.js';
import { readCommentForm, validateCommentForm } from '../../lib/comments/comment-form.js';
import { fieldsOfForm, readAuthors } from '../../lib/content/post-form.js';
import { plainName } from '../../lib/content/validate-comment.js';
import { isWebAddress, plainText, validateTags } from '../../lib/content/validate.js';
import { readHtml, toMarkdown } from '../../lib/import/html/to-markdown.js';
import { pastedMarkdown } from '../../lib/import/html/pasted.js';
import { commentMarkdown } from '../../lib/import/html/comment-text.js';
import { readDate } from '../../lib/import/shared/dates.js';
import { hiddenInText } from '../../lib/import/shared/hidden.js';
import { fillPattern } from '../../lib/import/shared/pattern.js';
import { plain } from '../../lib/import/shared/plain.js';
import { readYaml } from '../../lib/import/shared/read-yaml.js';
import { plainCards } from '../../lib/import/sources/ghost/html-cards.js';
import { convertFormulas, convertKramdown } from '../../lib/import/sources/markdown/formulas.js';
import { splitFrontMatter } from '../../lib/import/sources/markdown/front-matter.js';
import { firstHeading, withoutTitle } from '../../lib/import/sources/markdown/headings.js';
import { changeLinks, linksIn } from '../../lib/import/sources/markdown/links.js';
import { exportedMetadata, mdxToMarkdown } from '../../lib/import/sources/markdown/mdx.js';
import { convertWikiLinks, keepComments } from '../../lib/import/sources/markdown/obsidian.js';
import { changeOutsideCode } from '../../lib/import/sources/markdown/outside-code.js';
import * as slugs from '../../lib/import/sources/markdown/sites/slugs.js';
import { settingIn } from '../../lib/import/sources/markdown/sites/site.js';
import { convertBlocks, readArgs } from '../../lib/import/sources/markdown/template-blocks.js';
import { convertTemplates } from '../../lib/import/sources/markdown/templates.js';
import { takeBlocks } from '../../lib/import/sources/wordpress/blocks.js';
import { paragraphs } from '../../lib/import/sources/wordpress/paragraphs.js';
import { takeFootnotes, takePatterns } from '../../lib/import/sources/wordpress/patterns.js';
import { takeCode, takeShortcodes } from '../../lib/import/sources/wordpress/shortcodes.js';
import { readXml } from '../../lib/import/sources/wordpress/xml.js';
import { differences, merge } from '../../lib/markup/differences.js';
import { formula } from '../../lib/markup/formula.js';
import { highlight } from '../../lib/markup/highlight.js';
import { LANGUAGES } from '../../lib/markup/languages.js';
import { nest } from '../../lib/markup/nesting.js';
import { renderComment, renderPost } from '../../lib/markup/render.js';
import { isQuick } from '../../lib/markup/text-work.js';
import { sanitiseComment, sanitisePost } from '../../lib/markup/sanitise.js';
import { namesIn } from '../../lib/markup/syntax/wiki-links.js';
import { requestedFileName } from '../../lib/media/content-disposition.js';
import { inspect } from '../../lib/media/inspect.js';
import { readFiles } from '../../lib/media/multipart.js';
import { fileName } from '../../lib/media/names.js';
import { readAvif } from '../../lib/media/formats/avif.js';
import { orientationOf } from '../../lib/media/formats/exif.js';
import { readGif } from '../../lib/media/formats/gif.js';
import { readJpeg } from '../../lib/media/formats/jpeg.js';
import { readPng } from '../../lib/media/formats/png.js';
import { readWebp } from '../../lib/media/formats/webp.js';
import { chooseEncoding, matchesWeakly, rangeOf } from '../../lib/responses/negotiation.js';
import { parseDate } from '../../lib/responses/http-date.js';
import { createClients } from '../../lib/router/clients.js';
import { bearerToken } from '../../lib/router/auth-guards.js';
import { parseForm } from '../../lib/router/form-fields.js';
import { isPlainlyCoded } from '../../lib/router/transfer-coding.js';
import { fromAbsoluteForm } from '../../lib/router/request-target.js';
import { excerptOf } from '../../lib/search/excerpt.js';
import { similarTo } from '../../lib/search/similar-words.js';
import { visibleText } from '../../lib/search/visible-text.js';
import { wordsOf } from '../../lib/search/words.js';
import { readAgent } from '../../lib/statistics/agents.js';
import { isLeftOut } from '../../lib/statistics/conventions.js';
import { readReferrer } from '../../lib/statistics/referrers.js';
import { parseJson } from '../../lib/util/parse-json.js';
import { canonicalPath, pathOfTarget } from '../../lib/util/paths.js';
import { slugify } from '../../lib/util/slug.js';

/**
 * Every parser and entrance that text of others reaches.
 *
 * @typedef {Parameters<typeof import('./tokens.js').shapesOf>[0]} Lists
 * @typedef {object} Entrance
 * @property {string} name
 * @property {Lists} lists  of tokens that it knows
 * @property {number} most  characters that reach it at most
 * @property {number} longest  milliseconds of CPU that these may take
 * @property {(text: string) => unknown} feed  errors that it throws are answers
 */

/** Milliseconds: for what a stranger sends, for what an author sends, and where only a process or thread of its own waits. */
const [STRANGER, AUTHOR, APART] = [50, 250, 10_000];
/** Bytes of a request's fields together. */
const FIELDS = 15_800;
/** Bytes of an origin's fields together. */
const OF_ORIGIN = 63_000;
/** Characters of a text that is rendered in the main thread. */
const SHORT = 8000;
const LARGE = 1_000_000;

const none = () => {};
const nowhere = () => null;
const clients = createClients(2);
const cookie = new SessionCookie('https://a.example');
const stored = { status: 200, requestedAt: 0, receivedAt: 0 };
const bytes = (/** @type {string} */ text) => Buffer.from(text);
/** Between the parts of a form. */
const MARK = 'mark';

/** @param {string} text */
const json = (text) => JSON.parse(text);

/** @param {string} text @param {string} name */
const upload = (text, name = 'a.svg') => inspect(bytes(text), name);

/** @param {string} head @param {(bytes: Buffer) => unknown} read @returns {(text: string) => unknown} */
const after = (head, read) => (text) => read(Buffer.from(head + text, 'latin1'));

/** @param {string} body */
const multipart = (body) =>
  readFiles(
    { 'content-type': `multipart/form-data; boundary=${MARK}` },
    (async function* () {
      yield Buffer.from(body);
    })(),
  );

/** @param {() => string} makeFolder for their own files @returns {Entrance[]} */
export const entrancesIn = (makeFolder) => [
  ...of(STRANGER, FIELDS, ['punctuation', 'blanks', 'fields', 'letters'], {
    'Cache-Control': parseCacheControl,
    'requested Cache-Control': (text) => requestDirectives({ 'cache-control': text, pragma: text }),
    'If-None-Match': (text) => matchesWeakly(text, 'W/"a"'),
    'If-Modified-Since': (text) => parseDate(text, 0),
    Range: (text) => rangeOf({ method: 'GET', headers: { range: text } }, 100),
    'Accept-Encoding': chooseEncoding,
    Referer: (text) => readReferrer(text, 'a.example'),
    'the host of Referer': (text) => readReferrer(`https://${text}`, 'a.example'),
    'User-Agent': readAgent,
    'X-Forwarded-For': (text) =>
      clients.addressOf({
        headers: { 'x-forwarded-for': text },
        socket: { remoteAddress: '127.0.0.1' },
      }),
    'X-Forwarded-Proto': (text) =>
      clients.isEncrypted(
        /** @type {any} */ ({
          headers: { 'x-forwarded-proto': text },
          socket: { remoteAddress: '127.0.0.1' },
        }),
      ),
    Cookie: (text) => [cookie.read(text), isLeftOut(text)],
    Authorization: bearerToken,
    'Content-Disposition': (text) =>
      requestedFileName({ 'content-disposition': `attachment; ${text}` }, new URLSearchParams()),
    'a query': (text) => [...new URLSearchParams(text)],
    'a path': canonicalPath,
    'a target': (text) => pathOfTarget(`/${text}`),
    'an absolute target': (text) => fromAbsoluteForm(`http://${text}`, ['a']),
    'a name of a field': (text) => [
      isField(text, text),
      isPlainlyCoded({ headers: { 'transfer-encoding': text } }),
      isUsual(text),
      isRefused(text),
    ],
    Vary: (text) => variedBy(['Vary', text], { cookie: text, 'accept-language': text }),
    'words of a search': (text) => [...wordsOf(text)],
    'a word of a search': (text) => similarTo(text.slice(0, 100)),
    slugs: slugify,
    'the key of an entry': readKey,
  }),
  ...of(STRANGER, OF_ORIGIN, ['punctuation', 'blanks', 'fields'], {
    'CDN-Cache-Control': parseTargeted,
    'Cache-Groups': (text) => groupsOf(['Cache-Groups', text]),
    'Link of early hints': (text) => hintsOf(['Link', `<a>${text}`]),
    'Vary of an origin': (text) => varyOf(['Vary', text]),
    'Connection of an origin': (text) => endToEnd(['Connection', text, 'A', 'a']),
    'a list of an origin': membersOf,
    'policy of an origin': (text) => {
      const fields = [
        'Cache-Control',
        'CDN-Cache-Control',
        'ETag',
        'Expires',
        'Age',
        'Date',
        'Last-Modified',
      ];
      const headers = fields.flatMap((name) => [name, text]);
      return policyOf({ ...stored, headers });
    },
    'what may be stored': (text) =>
      isStorable(
        { method: 'GET', headers: {}, directives: null },
        { status: 200, headers: ['Cache-Control', text, 'Vary', text, 'Set-Cookie', text] },
      ),
    'Location of an origin': (text) =>
      concernedBy('http://a/', ['Location', text, 'Content-Location', text], 'a'),
    'fields of a PUT': (text) => checkPut({ 'cache-control': text, 'cache-groups': text }),
    'the type of a PUT': (text) => checkPut({ 'content-type': text }),
  }),
  ...of(STRANGER, 20_000, ['letters', 'blanks', 'punctuation', 'markdown', 'tables', 'html'], {
    'a comment': renderComment,
  }),
  ...of(STRANGER, 20_000, ['code', 'punctuation', 'letters'], {
    'code in a comment': (text) => renderComment(`\`\`\`js\n${text}\n\`\`\``),
  }),
  ...of(STRANGER, 181_000, ['punctuation', 'blanks', 'letters', 'fields'], {
    'a form': (text) => parseForm(bytes(text)),
    'the form of a comment': (text) => {
      const form = new URLSearchParams();
      for (const name of ['name', 'url', 'markdown']) form.set(name, text);
      return validateCommentForm(readCommentForm(form), 'a');
    },
    'a name': plainName,
    'an address': (text) => isWebAddress(text, 500),
  }),
  ...of(
    AUTHOR,
    SHORT,
    ['letters', 'blanks', 'punctuation', 'markdown', 'tables', 'html', 'formulas'],
    {
      'a post in the main thread': (text) => isShort(text) && post(text),
    },
  ),
  ...of(AUTHOR, SHORT, ['formulas', 'punctuation'], {
    'a formula': (text) => formula(text, '$$', {}),
  }),
  ...[...LANGUAGES.values()].flatMap((language) =>
    of(AUTHOR, SHORT, ['code', 'punctuation', 'blanks', 'letters'], {
      [`code in ${language}`]: (text) => highlight(text, language),
    }),
  ),
  ...of(
    APART,
    200_000,
    ['letters', 'blanks', 'punctuation', 'markdown', 'tables', 'html', 'formulas'],
    {
      'a long post': post,
    },
  ),
  ...of(APART, LARGE, ['html', 'punctuation', 'blanks', 'letters'], {
    'HTML of a post': sanitisePost,
    'HTML of a comment': sanitiseComment,
    'nested HTML': (text) => nest(sanitisePost(text)),
    'visible text': visibleText,
  }),
  ...of(AUTHOR, LARGE, ['svg', 'html', 'punctuation', 'blanks'], {
    'an SVG': (text) => upload(`<svg>${text}`),
    'an SVG that is whole': (text) => upload(`<svg>${text}</svg>`),
    'an upload': (text) => upload(text),
    'a prolog of an SVG': (text) => upload(`<?xml?>${text}<svg/>`),
    'an attribute of an SVG': (text) =>
      upload(`<svg><g style="${text.replaceAll('"', "'")}"/></svg>`),
    'the style of an SVG': (text) =>
      upload(`<svg><style>${text.replaceAll('<', '')}</style></svg>`),
  }),
  ...of(AUTHOR, LARGE, ['punctuation', 'letters', 'blanks'], {
    'a JPEG': after('\xff\xd8', readJpeg),
    'markers of a JPEG': (text) =>
      readJpeg(Buffer.from(`\xff\xd8${text.replaceAll('a', '\xff\xe0\0\x02')}`, 'latin1')),
    'a PNG': after('\x89PNG\r\n\x1a\n', readPng),
    'empty parts of a PNG': (text) =>
      readPng(
        Buffer.from(`\x89PNG\r\n\x1a\n${text.replaceAll('a', '\0\0\0\0tEXt\0\0\0\0')}`, 'latin1'),
      ),
    'a GIF': after('GIF89a', readGif),
    'blocks of a GIF': (text) =>
      readGif(Buffer.from(`GIF89a\0\x01\0\x01\0\0\0${text.replaceAll('a', '!\xfe\0')}`, 'latin1')),
    'a WebP': after('RIFF\0\0\0\0WEBP', readWebp),
    'an AVIF': after('\0\0\0\x18ftypavif', readAvif),
    'boxes of an AVIF': (text) =>
      readAvif(
        Buffer.from(
          `\0\0\0\x18ftypavif\0\0\0\0avifmif1${text.replaceAll('a', '\0\0\0\x08free')}`,
          'latin1',
        ),
      ),
    'the orientation of a picture': after('Exif\0\0MM\0*', orientationOf),
  }),
  ...of(AUTHOR, LARGE, ['punctuation', 'blanks', 'fields', 'letters'], {
    'a form with files': (text) => multipart(text),
    'a file in a form': (text) =>
      multipart(
        `--${MARK}\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n${text}`,
      ),
    'a header in a form': (text) =>
      multipart(`--${MARK}\r\nContent-Disposition: form-data; ${text}\r\n\r\n`),
    'many fields': (text) =>
      multipart(
        text.replaceAll('a', `--${MARK}\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n`),
      ),
    'marks in a form': (text) => multipart(text.replaceAll('a', `\r\n--${MARK}`)),
    'JSON of the API': (text) => parseJson(bytes(text)),
    'the fields of a post': (text) =>
      fieldsOfForm(new URLSearchParams({ title: text, slug: text, tags: text, authors: text })),
    tags: (text) => validateTags(text.slice(0, LARGE).split(/[,\n]/)),
    authors: (text) => readAuthors(text, new Map([['a', { name: 'a' }]])),
    'a line of text': plainText,
    'an e-mail address': checkEmail,
    'the name of a file': (text) => fileName(text, 'txt'),
    'a selector': (text) => readSelector(json(text)),
    'what is told of ETags': (text) => readTelling({ url: `/${text}`, new: text }),
    'a message of a peer': (text) => {
      const body = bytes(text);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      return decodeMessage(Buffer.concat([length, body]));
    },
    'an answer of a peer': (text) => decodeAnswer(bytes(text)),
  }),
  ...of(AUTHOR, 4000, ['punctuation', 'blanks', 'letters', 'markdown'], {
    'texts that are compared': (text) => differences(text, [...text].reverse().join('')),
    'texts that are merged': (text) => merge(text, `a\n${text}`, `${text}b\n`),
  }),
  ...of(
    APART,
    LARGE,
    ['markdown', 'tables', 'html', 'templates', 'punctuation', 'blanks', 'letters', 'wordpress'],
    {
      'links of an import': (text) => [linksIn(text), changeLinks(text, (link) => link)],
      'names of posts': namesIn,
      'marks that hide': (text) =>
        hiddenInText(text, { isMarkdown: true, isMdx: true, hasShortcodes: true }),
      'links of Obsidian': (text) => convertWikiLinks(keepComments(text), nowhere, none),
      'formulas of an import': (text) => [convertFormulas(text), convertKramdown(text)],
      'headings of an import': (text) => [firstHeading(text), withoutTitle(text, 'a')],
      templates: (text) => convertTemplates(text, nowhere, none),
      'blocks of templates': convertBlocks,
      'arguments of templates': readArgs,
      MDX: (text) => [mdxToMarkdown(text, none), exportedMetadata(text)],
      'code of an import': (text) => changeOutsideCode(text, (part) => part),
      'HTML of an import': (text) => toMarkdown(readHtml(text)),
      'HTML of a comment of an import': commentMarkdown,
      'HTML that is pasted': pastedMarkdown,
      'a title of an import': plain,
      'cards of Ghost': (text) => plainCards(`<div class="kg-card">${text}`, none),
      'cards of Ghost in turn': (text) =>
        plainCards(text.replaceAll('<b>', '<b class="kg-card kg-file-card-title">'), none),
      'paragraphs of WordPress': paragraphs,
      'blocks of WordPress': (text) => takeBlocks(`<!-- wp:a -->${text}`, none),
      'patterns of WordPress': (text) => [
        takePatterns(text, new Map([['1', { text: 'a', isPublic: true }]]), none),
        takeFootnotes(`${text}<!-- wp:footnotes /-->`, text),
      ],
      'shortcodes of WordPress': (text) => [
        takeCode(text),
        takeShortcodes(text, { pictures: () => [], note: none }),
      ],
      'Markdown of an import': sanitisePost,
    },
  ),
  ...of(APART, 200_000, ['data', 'punctuation', 'blanks', 'letters'], {
    YAML: readYaml,
    'YAML in a list': (text) => readYaml(`a: [${text}`),
    'front matter': splitFrontMatter,
    'front matter in YAML': (text) => splitFrontMatter(`---\n${text}\n---\n`),
    'front matter in TOML': (text) => splitFrontMatter(`+++\n${text}\n+++\n`),
    'front matter in JSON': (text) => splitFrontMatter(`{"a":1,\n${text}`),
    'front matter of Hexo': (text) => splitFrontMatter(`"a": 1\n${text}\n;;;\n`),
    'a header of Pelican': (text) => splitFrontMatter(`title: a\n${text}`),
    'TOML in a list': (text) => splitFrontMatter(`+++\na = [${text}\n+++\n`),
    'a date': (text) => readDate(text, 'UTC'),
    'the end of a date': (text) => readDate(`2012-03-04 17:05 ${text}`, 'UTC'),
    'a pattern of addresses': (text) => fillPattern(text, () => 'a'),
    'settings in code': (text) => settingIn(text, 'title'),
    'slugs of other engines': (text) =>
      Object.values(slugs).map((slug) => /** @type {(text: string) => string} */ (slug)(text)),
  }),
  ...of(APART, LARGE, ['html', 'svg', 'wordpress', 'punctuation', 'blanks', 'letters'], {
    XML: (text) => xml(makeFolder, text),
    'XML of an item': (text) => xml(makeFolder, `<rss><channel><item>${text}`),
    'XML of a text': (text) => xml(makeFolder, `<rss><channel><item><content:encoded>${text}`),
  }),
  ...of(APART, LARGE, ['letters', 'blanks', 'punctuation'], {
    'an excerpt of a search': (text) => excerptOf(text, ['a', 'ab1', '字']),
    'words of a post': (text) => [...wordsOf(text)].length,
  }),
];

/**
 * @param {Entrance['feed']} feed
 * @param {string} text
 * @throws {TypeError} and what else is no answer
 */
export async function answered(feed, text) {
  try {
    await feed(text);
  } catch (error) {
    if (error instanceof TypeError && !('code' in error)) throw error;
  }
}

/** @param {string} text */
const post = (text) => renderPost({ markdown: text, excerpt: text.slice(0, 2000), language: 'en' });

/** @param {string} text */
const isShort = (text) => isQuick({ markdown: text, excerpt: '' });

/** @param {() => string} makeFolder @param {string} text */
async function xml(makeFolder, text) {
  const file = join(makeFolder(), 'a.xml');
  writeFileSync(file, text);
  const ending = { broken: null, unreadable: 0 };
  let count = 0;
  for await (const node of readXml(file, ending)) count += node.children.length;
  return count;
}

/**
 * @param {number} longest
 * @param {number} most
 * @param {Lists} lists
 * @param {Record<string, (text: string) => unknown>} feeds
 * @returns {Entrance[]}
 */
function of(longest, most, lists, feeds) {
  return Object.entries(feeds).map(([name, feed]) => ({ name, lists, most, longest, feed }));
}
