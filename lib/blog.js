/**
 * What controllers work with. Types only.
 *
 * @typedef {object} Blog
 * @property {import('./index/blog-index.js').BlogIndex} index
 * @property {import('./types.js').Store} store
 * @property {import('./assets.js').Assets} assets
 * @property {import('./source.js').Source} source
 * @property {() => object} status  the figures of /status
 * @property {string} baseUrl  without a slash at the end; all absolute URLs begin with it
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
 * @property {string[]} dependsOn  keys of lib/cache/dependencies.js
 *
 * @typedef {object} File  Bytes to be sent as they are, and kept.
 * @property {Buffer} bytes
 * @property {string} contentType
 * @property {boolean} immutable
 * @property {string[]} dependsOn
 *
 * @typedef {{ redirect: string, status: 301 | 302 | 308 }} Redirect  to a path
 * @typedef {{ json: object, status?: number }} Json
 *
 * @typedef {View | File | Redirect | Json | null} Result  null: there is no such thing
 * @typedef {(request: BlogRequest, blog: Blog) => Result | Promise<Result>} Action
 */
export {};
