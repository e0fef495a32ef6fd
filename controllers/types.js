/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Accounts } from '../lib/auth/accounts.js' */
/** @import { Cookie } from '../lib/auth/cookies.js' */
/** @import { Author } from '../lib/auth/rights.js' */
/** @import { Reader, TrackedIndex } from '../lib/changes/tracked-blog.js' */
/** @import { Clock } from '../lib/clock.js' */
/** @import { CommentLimits } from '../lib/comments/limits.js' */
/** @import { Content } from '../lib/content/content.js' */
/** @import { BlogIndex } from '../lib/index/blog-index.js' */
/** @import { Log } from '../lib/log.js' */
/** @import { TextWork } from '../lib/markup/text-work.js' */
/** @import { SentFile } from '../lib/media/multipart.js' */
/** @import { Figures, Metrics } from '../lib/metrics/status.js' */
/** @import { Notifications } from '../lib/notifications/notifications.js' */
/** @import { Store } from '../lib/types.js' */
/** @import { Assets } from '../lib/views/assets.js' */
/** @import { PageModel } from '../lib/views/presenters/site.js' */
/** @import { Source } from '../lib/views/source.js' */
/** @import { ViewName } from '../lib/views/view-manager.js' */

/**
 * What controllers work with. Types only.
 *
 * @typedef {object} Blog
 * @property {BlogIndex} index
 * @property {Store} store
 * @property {Assets} assets
 * @property {Source} source
 * @property {TextWork} texts
 * @property {() => Figures} status  the figures of /status
 * @property {string} baseUrl  without a slash at the end; all absolute URLs begin with it
 *
 * @typedef {Pick<Blog, 'assets' | 'baseUrl'> & { index: TrackedIndex, source: Source }} ShownBlog
 *   the same for what is kept: whatever is asked is noted (see lib/routes/site-pages.js)
 *
 * @typedef {object} BlogRequest
 * @property {string} path  canonical
 * @property {Record<string, string>} params  of the path, decoded
 * @property {Reader} reader  for this one render
 *
 * @typedef {object} View  A page to be rendered and kept.
 * @property {ViewName} view
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} [page]
 *
 * @typedef {object} File  Bytes to be sent as they are, and kept.
 * @property {Buffer} bytes
 * @property {string} contentType
 * @property {boolean} immutable
 * @property {{ isDownload: boolean }} [upload]  it came from outside: nothing in it may run, and it may be no page
 *
 * @typedef {{ redirect: string, status: 301 | 302 | 308 }} Redirect  to a path
 * @typedef {{ json: object, status?: number, headers?: string[] }} Json
 *
 * @typedef {View | File | Redirect} CacheableResult  a redirect is not kept after all
 * @typedef {CacheableResult | null} Result  null: there is no such thing
 * @typedef {(request: BlogRequest, blog: ShownBlog) => Result | Promise<Result>} Action
 * @typedef {(request: AuthorRequest, blog: Blog) => Redirect | Json | null | Promise<Redirect | Json | null>} UncachedAction  of what is
 *   never kept
 *
 * @typedef {object} FormParts  What controllers of readers' forms work with besides.
 * @property {Content} content
 * @property {CommentLimits} limits
 * @property {Notifications} notifications
 * @typedef {Blog & FormParts} FormBlog
 *
 * @typedef {object} FormView  A page for the one who sent the form.
 * @property {ViewName} view
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} page
 * @property {number} status
 * @property {string[]} [headers]  further ones, as a flat list
 * @typedef {FormView | { redirect: string }} FormResult  a redirect answers 303
 * @typedef {(request: AuthorRequest, blog: FormBlog) => FormResult | Promise<FormResult>} FormAction
 *
 * @typedef {object} AuthorParts  What controllers of the admin pages and the API work with besides.
 * @property {Content} content
 * @property {Accounts} accounts
 * @property {Clock} clock
 * @property {Metrics} metrics  the same figures and more, for those who run the blog
 * @property {Log} log  what was done to the house, and by whom
 * @typedef {Blog & AuthorParts} AuthorBlog
 *
 * @typedef {object} AuthorRequest  for an answer that nobody keeps
 * @property {string} method
 * @property {string} path  canonical
 * @property {Record<string, string>} params  of the path, decoded
 * @property {URLSearchParams} query
 * @property {URLSearchParams} form  of a form that was sent; empty when there is none
 * @property {unknown} json  the body, when it was JSON
 * @property {SentFile[]} files  that were sent
 * @property {Author | null} author  who is signed in, or whom the token speaks for
 * @property {IncomingHttpHeaders} headers
 * @property {string} address  of the client
 * @property {string} sessionToken  from the cookie, whether or not it is good for anything; else ''
 * @property {string} deviceToken  in the same way
 *
 * @typedef {object} AnswerParts
 * @property {number} [status]  200 when left out
 * @property {Cookie | null} [session]  a cookie to set; null takes it away
 * @property {Cookie} [device]  another one
 * @property {string[]} [headers]  further ones, as a flat list
 *
 * @typedef {object} AuthorView
 * @property {ViewName} view
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} [page]
 * @property {boolean} [framed]  may stand in a frame of the admin's own pages
 *
 * @typedef {AnswerParts & (AuthorView | { redirect: string } | { json: object | null })} AuthorResult  a redirect
 *   answers 303; JSON null has no body (204)
 * @typedef {(request: AuthorRequest, blog: AuthorBlog) => AuthorResult | null | Promise<AuthorResult | null>} AuthorAction
 *   null: there is no such thing
 *
 * @typedef {AuthorRequest & { author: Author }} SignedInRequest  one that came through a check which lets only authors pass
 * @typedef {(request: SignedInRequest, blog: AuthorBlog) => ReturnType<AuthorAction>} SignedInAction
 */
export {};
