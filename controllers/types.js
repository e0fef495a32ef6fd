/** @import { Machine } from '../lib/views/presenters/system.js' */
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Accounts } from '../lib/people/accounts.js' */
/** @import { Cookie, Cookies } from '../lib/people/cookies.js' */
/** @import { UploadQueue } from '../lib/http/upload-queue.js' */
/** @import { Author } from '../lib/people/rights.js' */
/** @import { Read } from '../lib/http/door.js' */
/** @import { Reader } from '../lib/changes/reader.js' */
/** @import { TrackedIndex } from '../lib/changes/tracked-blog.js' */
/** @import { Clock } from '../lib/base/clock.js' */
/** @import { CommentLimits } from '../lib/content/comments/limits.js' */
/** @import { Presence } from '../lib/content/presence.js' */
/** @import { FetchFor } from '../lib/people/notifications/network.js' */
/** @import { Notifications } from '../lib/people/notifications/notifications.js' */
/** @import { Content } from '../lib/content/content.js' */
/** @import { BlogIndex } from '../lib/changes/index/blog-index.js' */
/** @import { Exports } from '../lib/exchange/jobs/exports.js' */
/** @import { Imports } from '../lib/exchange/jobs/imports.js' */
/** @import { Log } from '../lib/base/log.js' */
/** @import { Words } from '../lib/base/words.js' */
/** @import { TextWork } from '../lib/markup/text-work.js' */
/** @import { Kind } from '../lib/responses/entry.js' */
/** @import { DrawShareCard } from '../lib/views/share-cards.js' */
/** @import { SentFile } from '../lib/content/media/multipart.js' */
/** @import { Figures, Metrics } from '../lib/statistics/metrics/status.js' */
/** @import { SubscriberImport } from '../lib/mail/import-job.js' */
/** @import { OpenMail } from '../lib/mail/open.js' */
/** @import { SharedPurgers } from '../lib/networks/networks.js' */
/** @import { Subscribers } from '../lib/mail/subscribers.js' */
/** @import { Subscribing } from '../lib/mail/subscribing.js' */
/** @import { Search } from '../lib/search/search.js' */
/** @import { Resize } from '../lib/content/media/resize.js' */
/** @import { Statistics } from '../lib/statistics/open.js' */
/** @import { Eventual, Settings, Store } from '../lib/store/types.js' */
/** @import { Assets } from '../lib/views/assets.js' */

/** @import { Theme, Themes } from '../lib/views/appearance/themes.js' */
/** @import { Source } from '../lib/views/source.js' */
/** @import { PageModel } from '../lib/views/view-manager.js' */

/**
 * The types of requests, services and results of controllers. Types only.
 *
 * @typedef {object} Blog
 * @property {BlogIndex} index
 * @property {Store} store
 * @property {Assets} assets  of the engine
 * @property {Themes} themes
 * @property {Source} source
 * @property {TextWork} texts
 * @property {() => Figures | Promise<Figures>} status  the figures of /status
 * @property {string} hub  URL of the WebSub hub; '' without one
 * @property {boolean} hasSearch  whether readers can search
 * @property {boolean} sendsMail  whether readers can subscribe by e-mail, if the owner wants it
 * @property {DrawShareCard | null} drawShareCard  null without sharp
 * @property {Resize} resize
 * @property {string} baseUrl  without a slash at the end; all absolute URLs begin with it
 *
 * @typedef {Pick<Blog, 'assets' | 'baseUrl' | 'hub' | 'hasSearch' | 'sendsMail' | 'drawShareCard' | 'themes'> &
 *   { index:
 *   TrackedIndex, source: Source, theme: Theme, hasShareCards: boolean }} ShownBlog the same for cached pages: all
 *   reads are recorded as dependencies (see lib/router/routes/site-pages.js)
 *
 * @typedef {object} BlogRequest
 * @property {string} path  canonical
 * @property {Record<string, string>} params  of the path, decoded
 * @property {Reader} reader  for this render
 *
 * @typedef {object} View  A page to be rendered and cached.
 * @property {string} view  a file of views/
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} [page]
 * @property {string[]} [frames]  origins of what it may show in frames
 * @property {Kind} [kind]  default: by its content type
 *
 * @typedef {object} File  Bytes to be sent as they are, and cached.
 * @property {Buffer} bytes
 * @property {string} contentType
 * @property {boolean} immutable
 * @property {Kind} [kind]  default: by its content type
 * @property {{ disposition: string | null, isDrawing?: boolean, original?: { digest: string, lastModified: number } }}
 *   [upload]  an uploaded file: nothing in it may run
 *
 * @typedef {{ redirect: string, status: 301 | 302 | 308, read?: Read }} Redirect  to a path; `read`: what was looked
 *   for, if it is counted
 * @typedef {{ json: object, status?: number, headers?: string[] }} Json
 *
 * @typedef {View | File | Redirect} CacheableResult  redirects are not cached
 * @typedef {CacheableResult | null} Result  null: not found
 * @typedef {(request: BlogRequest, blog: ShownBlog) => Result | Promise<Result>} Action
 * @typedef {(request: AuthorRequest, blog: Blog) => Redirect | Json | null | Promise<Redirect | Json | null>}
 *   UncachedAction  its answer is never cached
 *
 * @typedef {object} Checking  what checks of requests need
 * @property {Clock} clock
 * @property {string[]} ownOrigins  of the blog's own pages
 * @property {boolean} byAddress  whether it is reached by an address of this machine, since it has no BASE_URL
 *
 * @typedef {object} FormParts  Further services of controllers of readers' forms.
 * @property {Content} content
 * @property {Eventual<CommentLimits>} limits
 * @property {Subscribing} subscribing
 * @typedef {Blog & Checking & FormParts} FormBlog
 *
 * @typedef {object} FormView  A page for the reader who sent the form.
 * @property {string} view  a file of views/
 * @property {object} model
 * @property {Omit<PageModel, 'path'> & { path?: string }} page  `path`: if it is not that of the request
 * @property {number} status
 * @property {string[]} [headers]  further ones, as a flat list
 * @typedef {FormView | { redirect: string }} FormResult  a redirect answers 303
 * @typedef {(request: AuthorRequest, blog: FormBlog) => FormResult | Promise<FormResult>} FormAction
 *
 * @typedef {Blog & { search: Search, statistics: Statistics | null }} SearchBlog
 *
 * @typedef {object} AuthorParts  Further services of controllers of the admin pages and the API.
 * @property {Content} content
 * @property {Accounts} accounts
 * @property {Clock} clock
 * @property {Eventual<Metrics>} metrics  the figures of /status and more, for the page of the cache
 * @property {() => Promise<Machine>} machine  on which it runs
 * @property {FetchFor} fetchPublic
 * @property {((typed: string) => void) | null} mailPasswordLink  to who has this address or sign-in name, in the
 *   background; null: mails are off
 * @property {Notifications['mailUser']} mailUser  in the background, if mails are on
 * @property {Statistics | null} statistics  null: they are off
 * @property {Search | null} search  null: it is off
 * @property {Subscribers} subscribers
 * @property {OpenMail | null} mail  null: mails are off
 * @property {{ states: SharedPurgers['states'], since: number } | null} networks  in front of the blog
 * @property {Subscribing} subscribing
 * @property {SubscriberImport} subscriberImport
 * @property {(path: string) => Promise<boolean>} exists  whether there is something at a canonical path, apart from
 *   redirects
 * @property {ShowAs} showAs  pages as they would look
 * @property {Eventual<Imports>} imports
 * @property {Exports} exports
 * @property {Eventual<Presence>} presence
 * @property {Words} words  of who asks: of the admin pages in their language; English for the API
 * @property {Log} log  for actions on accounts and the cache, with the user who did them
 * @typedef {(path: string, as: { settings: Settings, styleUrl: string }) => Promise<{ body: Buffer, contentType: string
 *   }
 *   | null>} ShowAs  a page as it would look; null: there is none
 * @typedef {Blog & AuthorParts} AuthorBlog
 *
 * @typedef {Omit<AuthorBlog, 'words'>} WordlessBlog
 * @typedef {WordlessBlog & Checking & { cookies: Cookies, uploads: UploadQueue }} AuthorServices  what checks of the
 *   admin pages and the API need too
 *
 * @typedef {object} AuthorRequest  a request whose answer is not cached
 * @property {string} method
 * @property {string} path  canonical
 * @property {Record<string, string>} params  of the path, decoded
 * @property {URLSearchParams} query
 * @property {URLSearchParams} form  fields of the form; empty when none was sent
 * @property {unknown} json  the body, when it was JSON
 * @property {SentFile[]} files  that were sent
 * @property {Author | null} author  who is signed in, or whose token it is
 * @property {IncomingHttpHeaders} headers
 * @property {string} address  of the client
 * @property {string} sessionToken  from the cookie, valid or not; else ''
 * @property {string} deviceToken  likewise
 *
 * @typedef {object} AnswerParts
 * @property {number} [status]  default 200
 * @property {Cookie | null} [session]  a cookie to set; null deletes it
 * @property {Cookie} [device]  a cookie to set
 * @property {string[]} [headers]  further ones, as a flat list
 *
 * @typedef {object} AuthorView
 * @property {string} view  a file of views/
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} [page]
 * @property {boolean | 'mail'} [framed]  the blog's own pages may frame it
 *
 * @typedef {object} Download  A file that is made while it is sent.
 * @property {string} fileName  in ASCII
 * @property {string} contentType
 * @property {() => Promise<AsyncIterable<Buffer>>} open  resolves when there are the first bytes; the iterable throws
 *   when they are not complete
 *
 * @typedef {{ bytes: Buffer, contentType: string, framed?: boolean | 'mail' }} Bytes
 *
 * @typedef {AnswerParts & (AuthorView | Download | Bytes | { redirect: string } | { json: object | null })}
 *   AuthorResult  a redirect answers 303; JSON null has no body (204)
 * @typedef {(request: AuthorRequest, blog: AuthorBlog) => AuthorResult | null | Promise<AuthorResult | null>}
 *   AuthorAction null: there is no such thing
 *
 * @typedef {AuthorRequest & { author: Author }} SignedInRequest  one that came through a check which lets only authors
 *   pass
 * @typedef {(request: SignedInRequest, blog: AuthorBlog) => ReturnType<AuthorAction>} SignedInAction
 */
export {};
