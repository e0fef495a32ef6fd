/**
 * What controllers work with. Types only.
 *
 * @typedef {object} Blog
 * @property {import('./index/blog-index.js').BlogIndex} index
 * @property {import('./types.js').Store} store
 * @property {import('./assets.js').Assets} assets
 * @property {import('./source.js').Source} source
 * @property {import('./content/text-work.js').TextWork} texts
 * @property {() => import('./status.js').Figures} status  the figures of /status
 * @property {string} baseUrl  without a slash at the end; all absolute URLs begin with it
 *
 * @typedef {Pick<Blog, 'assets' | 'baseUrl'> & { index: import('./index/tracked-index.js').TrackedIndex, source: import('./source.js').Source }} ShownBlog
 *   the same for what is kept: whatever is asked is noted (see lib/views/site-pages.js)
 *
 * @typedef {object} BlogRequest
 * @property {string} path  canonical
 * @property {Record<string, string>} params  of the path, decoded
 * @property {import('./content/reader.js').Reader} reader  for this one render
 *
 * @typedef {import('./presenters/site.js').PageModel} PageModel
 *
 * @typedef {object} View  A page to be rendered and kept.
 * @property {import('./view-manager.js').ViewName} view
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
 * @typedef {View | File | Redirect} KeptResult  a redirect is not kept after all
 * @typedef {KeptResult | null} Result  null: there is no such thing
 * @typedef {(request: BlogRequest, blog: ShownBlog) => Result | Promise<Result>} Action
 * @typedef {(request: AuthorRequest, blog: Blog) => Redirect | Json | null | Promise<Redirect | Json | null>} LiveAction  of what is
 *   never kept
 *
 * @typedef {object} FormParts  What controllers of readers' forms work with besides.
 * @property {import('./content/content.js').Content} content
 * @property {import('./comments/limits.js').CommentLimits} limits
 * @property {import('./notices/notices.js').Notices} notices
 * @typedef {Blog & FormParts} FormBlog
 *
 * @typedef {object} FormView  A page for the one who sent the form.
 * @property {import('./view-manager.js').ViewName} view
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} page
 * @property {number} status
 * @property {string[]} [headers]  further ones, as a flat list
 * @typedef {FormView | { redirect: string }} FormResult  a redirect answers 303
 * @typedef {(request: AuthorRequest, blog: FormBlog) => FormResult | Promise<FormResult>} FormAction
 *
 * @typedef {import('./accounts/rights.js').Author} Author
 *
 * @typedef {object} AuthorParts  What controllers of the admin pages and the API work with besides.
 * @property {import('./content/content.js').Content} content
 * @property {import('./accounts/accounts.js').Accounts} accounts
 * @property {import('./clock.js').Clock} clock
 * @property {import('./status.js').Insight} insight  the same figures and more, for those who run the blog
 * @property {import('./log.js').Log} log  what was done to the house, and by whom
 * @typedef {Blog & AuthorParts} AuthorBlog
 *
 * @typedef {object} AuthorRequest  for an answer that nobody keeps
 * @property {string} method
 * @property {string} path  canonical
 * @property {Record<string, string>} params  of the path, decoded
 * @property {URLSearchParams} query
 * @property {URLSearchParams} form  of a form that was sent; empty when there is none
 * @property {unknown} json  the body, when it was JSON
 * @property {import('./media/multipart.js').SentFile[]} files  that were sent
 * @property {Author | null} author  who is signed in, or whom the token speaks for
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} address  of the client
 * @property {string} sessionToken  from the cookie, whether or not it is good for anything; else ''
 * @property {string} deviceToken  in the same way
 *
 * @typedef {object} AnswerParts
 * @property {number} [status]  200 when left out
 * @property {import('./accounts/cookies.js').Cookie | null} [session]  a cookie to set; null takes it away
 * @property {import('./accounts/cookies.js').Cookie} [device]  another one
 * @property {string[]} [headers]  further ones, as a flat list
 *
 * @typedef {object} AuthorView
 * @property {import('./view-manager.js').ViewName} view
 * @property {object} model
 * @property {Omit<PageModel, 'path'>} [page]
 * @property {boolean} [framed]  may stand in a frame of the admin's own pages
 *
 * @typedef {AnswerParts & (AuthorView | { redirect: string } | { json: object | null })} AuthorResult  a redirect
 *   answers 303; JSON null has no body (204)
 * @typedef {(request: AuthorRequest, blog: AuthorBlog) => AuthorResult | null | Promise<AuthorResult | null>} AuthorAction
 *   null: there is no such thing
 */
export {};
