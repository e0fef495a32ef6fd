import { decodeAnswer, decodeMessage } from '../../../lib/accelerator/peers/message.js';
import { readSelector, readReport } from '../../../lib/accelerator/control/selectors.js';
import { checkEmail } from '../../../lib/people/email.js';
import { fieldsOfForm, readAuthors } from '../../../lib/content/post-form.js';
import { plainText, validateTags } from '../../../lib/content/validate.js';
import { differences, merge } from '../../../lib/markup/differences.js';
import { formula } from '../../../lib/markup/formula.js';
import { highlight } from '../../../lib/markup/highlight.js';
import { LANGUAGES } from '../../../lib/markup/languages.js';
import { nest } from '../../../lib/markup/nesting.js';
import { renderPost } from '../../../lib/markup/render.js';
import { isQuick } from '../../../lib/markup/text-work.js';
import { sanitiseComment, sanitisePost } from '../../../lib/markup/sanitise.js';
import { inspect } from '../../../lib/content/media/inspect.js';
import { readFiles } from '../../../lib/content/media/multipart.js';
import { fileName } from '../../../lib/content/media/names.js';
import { readAvif } from '../../../lib/content/media/formats/avif.js';
import { orientationOf } from '../../../lib/content/media/formats/exif.js';
import { readGif } from '../../../lib/content/media/formats/gif.js';
import { readJpeg } from '../../../lib/content/media/formats/jpeg.js';
import { readPng } from '../../../lib/content/media/formats/png.js';
import { readWebp } from '../../../lib/content/media/formats/webp.js';
import { excerptOf } from '../../../lib/search/excerpt.js';
import { visibleText } from '../../../lib/search/visible-text.js';
import { wordsOf } from '../../../lib/search/words.js';
import { parseJson } from '../../../lib/base/parse-json.js';
import { AUTHOR, APART, of } from './entrance.js';

/** Characters of a text that is rendered in the main thread. */
const SHORT = 8000;
const LARGE = 1_000_000;

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

/** What authors send. */
export const authors = () => [
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
    'what is told of ETags': (text) => readReport({ url: `/${text}`, new: text }),
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
  ...of(APART, LARGE, ['letters', 'blanks', 'punctuation'], {
    'an excerpt of a search': (text) => excerptOf(text, ['a', 'ab1', '字']),
    'words of a post': (text) => [...wordsOf(text)].length,
  }),
];

/** @param {string} text */
const post = (text) => renderPost({ markdown: text, excerpt: text.slice(0, 2000), language: 'en' });

/** @param {string} text */
const isShort = (text) => isQuick({ markdown: text, excerpt: '' });
