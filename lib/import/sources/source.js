/** @import { LarderError } from '../../errors.js' */
/** @import { Settings, User } from '../../types.js' */
/** @import { OldSite } from '../shared/old-site.js' */
/** @import { TextContext } from '../shared/text-context.js' */

/**
 * What every source gives, whatever engine it comes from: settings, users, media, posts and comments. It is gone through
 * twice: the outlines tell which posts there are, so that the plan knows where each will stand, and `posts` reads them.
 *
 * @typedef {object} Source
 * @property {string} name  of its file, for messages
 * @property {string} origin  tells this blog from another one, as far as that can be known
 * @property {boolean} isVerbatim  an export of Larder, in which names and tags are imported as they are
 * @property {OldSite} site  the blog as it was
 * @property {Partial<Settings>} settings
 * @property {Item<Pick<User, 'id' | 'name' | 'role'>>[]} users
 * @property {Item<SourceMedia>[]} media  kept under the names that they have
 * @property {PostOutline[]} outlines  of all that `posts` gives
 * @property {(blog: BlogTime) => AsyncIterable<Item<SourcePost>>} posts
 * @property {() => AsyncIterable<Item<Thread>>} comments  that do not come with their post
 * @property {{ name: string, url: string }[]} uploads  files, whether a post shows them or not
 * @property {(address: string, from: string) => Promise<string | null>} findFile  the real path of what a text names;
 *   `from`: the text's file, if it has one
 * @property {{ name: string, text: string }[]} notes  what is not imported
 * @property {{ name: string, reason: string }[]} refused  what cannot be read
 * @property {string | null} broken  where and why the file broke off
 *
 * @typedef {object} BlogTime  What times are read by.
 * @property {string} timeZone  of the blog, in which dates without a zone are meant
 * @property {(time: string) => boolean} hasPassed  of a time in ISO 8601
 *
 * @typedef {object} PostOutline  A post or page, and where it stood.
 * @property {string} id  a UUID, the same in every run
 * @property {string} name  for messages
 * @property {'post' | 'page'} type
 * @property {string} slug  as it was, or ''
 * @property {string} title  plain text, or ''
 * @property {string[]} formerPaths  decoded
 * @property {string[]} [queries]  by which it was found as well, such as 'p=12'
 *
 * @typedef {object} SourcePost
 * @property {string} id  of an outline
 * @property {'draft' | 'published'} status
 * @property {string} excerpt  plain text, or ''
 * @property {string[]} tags  as written
 * @property {string} author  a name, or ''
 * @property {boolean} [commentsClosed]  undefined: as it is here
 * @property {string | null} [publishedAt]  undefined: as it is here
 * @property {string} [updatedAt]
 * @property {{ publishedAt?: string, createdAt?: string, updatedAt?: string }} ifNew  times of a post that is not here yet
 * @property {SourceComment[]} comments
 * @property {string[]} notes  what is not imported, or not as it was
 * @property {(context: TextContext) => Promise<string>} text  in Markdown
 *
 * @typedef {object} SourceComment  Its text is in Markdown or in HTML.
 * @property {string} id  `<post id>:<uuid>`
 * @property {string} replyTo  the id of the comment that began the thread, or ''
 * @property {string} name
 * @property {string} url
 * @property {string} [markdown]
 * @property {string} [html]
 * @property {'pending' | 'approved' | 'spam'} status
 * @property {string} [createdAt]
 *
 * @typedef {{ postId: string, comments: (SourceComment | LarderError)[] }} Thread  an error: why one cannot be taken
 * @typedef {{ id: string, name: string, type: string, bytes: Buffer, width: number | null, height: number | null, by: string, alt: string, createdAt?: string }} SourceMedia
 */

/**
 * @template T
 * @typedef {{ name: string, read: () => T | Promise<T> }} Item  `read` throws a LarderError `invalid` when it cannot be taken
 */

/**
 * @param {Partial<Source> & Pick<Source, 'name' | 'site' | 'outlines' | 'posts' | 'findFile'>} parts
 * @returns {Source} which has nothing else
 */
export const createSource = (parts) => ({
  ...{ origin: '', isVerbatim: false, settings: {}, broken: null },
  ...{ users: [], media: [], uploads: [], notes: [], refused: [] },
  comments: async function* () {},
  ...parts,
});
