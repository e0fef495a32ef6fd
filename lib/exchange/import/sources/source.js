import { shapes } from '../../../content/shapes.js';
import { plainText } from '../../../content/validate.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { Texts } from '../../../store/text-fields.js' */
/** @import { FurtherInput, PostField } from '../../../store/fields.js' */
/** @import { Cover, Settings, User } from '../../../store/types.js' */
/** @import { OldSite } from '../shared/old-site.js' */

/**
 * What every source provides, for any engine: settings, users, media, posts and comments. Posts are read twice:
 * `outlines` lists them, so that their URLs can be planned, and `posts` reads them.
 *
 * @typedef {object} Source
 * @property {string} name  of its file, for messages
 * @property {string} origin  identifies the imported blog, as far as possible
 * @property {boolean} isVerbatim  an export of Larder, whose names and tags are imported unchanged
 * @property {PostField[]} [exported]  of an export of Larder: the further fields that it knew which wrote it
 * @property {OldSite} site  its URLs
 * @property {Partial<Settings>} settings
 * @property {Item<Pick<User, 'id' | 'name' | 'role'>>[]} users
 * @property {Item<SourceMedia>[]} media  imported with their ids
 * @property {PostOutline[]} outlines  of all `posts`
 * @property {{ from: string, to: string }[]} redirects  of addresses that are no post's, to old addresses or to paths
 *   here
 * @property {{ file: string, date: unknown }[]} unplaced  public posts of which nothing says at which address they
 *   stood
 * @property {string[]} leftOut  files of which the engine made no page, such as notes on the sources; they are not
 *   among `outlines`
 * @property {string} root  the folder of `others`
 * @property {string[]} others  files that are no texts of posts, used by posts or not, and folders that are not looked
 *   into, with a slash
 * @property {(blog: BlogTime) => AsyncIterable<Item<SourcePost>>} posts
 * @property {() => AsyncIterable<Item<Thread>>} comments  comments comments that do not come with their post
 * @property {{ name: string, url: string }[]} uploads  files, used by posts or not
 * @property {(address: string, from: string) => Promise<string | null>} findFile  the real path of a file that a text
 *   refers to; `from`: the text's file, if it has one
 * @property {{ name: string, text: string }[]} warnings  what is not imported
 * @property {{ name: string, reason: string }[]} refused  what cannot be read
 * @property {string | null} broken  where and why the file could not be read further
 *
 * @typedef {object} SourceOptions
 * @property {string} [permalink]  a pattern of the addresses of its posts
 * @property {string} [within]  a real path of a folder out of which nothing is read
 *
 * @typedef {object} BlogTime  How times are interpreted.
 * @property {string} timeZone  of the blog, for dates without a zone
 * @property {(time: string) => boolean} hasPassed  of a time in ISO 8601
 *
 * @typedef {object} PostOutline  A post or page, and its former URLs.
 * @property {string} id  a UUID, the same in every run
 * @property {string} name  for messages
 * @property {'post' | 'page'} type
 * @property {string} slug  in the source, or ''
 * @property {string} title  plain text, or ''
 * @property {string[]} formerPaths  decoded
 * @property {string[]} [queries]  that led to it too, such as 'p=12'
 *
 * @typedef {PlainSourcePost & Omit<FurtherInput, 'cover' | 'coAuthors'>} SourcePost  Further fields that are undefined
 *   stay as they are here.
 *
 * @typedef {object} PlainSourcePost
 * @property {string} id  of an outline
 * @property {'draft' | 'published'} status
 * @property {string} excerpt  plain text, or ''
 * @property {string[]} tags  as written
 * @property {string} author  a name, or ''
 * @property {string[]} [coAuthors]  names of further authors
 * @property {(context: TextContext) => Promise<Cover | null>} [cover]  the image that represents it, if the text does
 *   not show it
 * @property {boolean} [commentsClosed]  undefined: as it is here
 * @property {string | null} [publishedAt]  undefined: as it is here
 * @property {string} [updatedAt]
 * @property {{ publishedAt?: string, createdAt?: string, updatedAt?: string }} ifNew  times for a new post
 * @property {SourceComment[]} comments
 * @property {string[]} warnings  what is not imported, or not as it was
 * @property {boolean} [isUndated]  public there, though nothing says its date
 * @property {boolean} [hidesPart]  published there, with a text that may hide a part of itself
 * @property {(context: TextContext) => Promise<string>} text  in Markdown
 *
 * @typedef {PlainSourceComment & Partial<Texts<'comment'>>} SourceComment  Texts that are undefined stay
 *   as they are here.
 *
 * @typedef {object} PlainSourceComment  Its text is in Markdown or in HTML.
 * @property {string} id  `<post id>:<uuid>`
 * @property {string} replyTo  the id of the comment that began the thread, or ''
 * @property {string} name
 * @property {string} [author]  the id of the user who wrote it; undefined: as it is here
 * @property {string} [markdown]
 * @property {string} [html]
 * @property {'pending' | 'approved' | 'spam'} status
 * @property {string} [createdAt]
 *
 * @typedef {{ postId: string, comments: (SourceComment | LarderError)[] }} Thread  an error: why one cannot be imported
 * @typedef {{ id: string, name: string, type: string, bytes: Buffer, width: number | null, height: number | null, by:
 *   string, createdAt?: string } & Partial<Texts<'media'>>} SourceMedia  texts that are undefined stay as they are here
 */

/**
 * @typedef {object} TextContext  What the conversion of a text needs to know of this blog.
 * @property {{ find: (address: string) => string | undefined, isOwn: (address: string) => boolean, pathOf: (id: string)
 *   => string | undefined }} plan `find`: the new path of an old URL; `isOwn`: whether a URL is of the old blog;
 *   `pathOf`: the path of a post
 * @property {{ take: (address: string, from?: string) => Promise<Taken | null> }} media  null: there is no such file
 * @property {(text: string) => void} warn
 *
 * @typedef {{ path: string } | { reason: string }} Taken  the path of a file, or why it was not imported
 */

/**
 * @template T
 * @typedef {{ name: string, read: () => T | Promise<T> }} Item  `read` throws a LarderError `invalid` when it cannot be
 *   imported
 */

/**
 * @param {Partial<Source> & Pick<Source, 'name' | 'site' | 'outlines' | 'posts' | 'findFile'>} parts
 * @returns {Source} which has nothing else
 */
export const createSource = (parts) => ({
  origin: '',
  isVerbatim: false,
  settings: {},
  broken: null,
  users: [],
  media: [],
  uploads: [],
  redirects: [],
  root: '',
  others: [],
  unplaced: [],
  leftOut: [],
  warnings: [],
  refused: [],
  comments: async function* () {},
  ...parts,
});

const shape = shapes.settings;

/**
 * @param {{ title: string, tagline: string, language: string, timeZone?: string, navigation?: Settings['navigation'] }}
 *   site as another engine has it; '' for what is not known
 * @returns {Partial<Settings>} what is known
 */
export const siteSettings = ({ title, tagline, language, timeZone, navigation = [] }) => ({
  ...(title && { title: plainText(title).slice(0, shape.title.maxLength) }),
  ...(tagline && { tagline: plainText(tagline).slice(0, shape.tagline.maxLength) }),
  ...(language && { language: language.replace('_', '-') }),
  ...(timeZone && { timeZone }),
  ...(navigation.length > 0 && { navigation }),
});
