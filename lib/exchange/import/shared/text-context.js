/**
 * The context in which texts of all sources are converted. Types only.
 *
 * @typedef {object} TextContext  What the conversion of a text needs to know of this blog.
 * @property {{ find: (address: string) => string | undefined, isOwn: (address: string) => boolean, pathOf: (id: string) => string | undefined }} plan
 *   `find`: the new path of an old URL; `isOwn`: whether a URL is of the old blog; `pathOf`: the path of a post
 * @property {{ take: (address: string, from?: string) => Promise<Taken | null> }} media  null: there is no such file
 * @property {(text: string) => void} warn
 *
 * @typedef {{ path: string } | { reason: string }} Taken  the path of a file, or why it was not imported
 */
export {};
