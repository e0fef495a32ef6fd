/**
 * What becomes of the texts of all sources. Types only.
 *
 * @typedef {object} TextContext  What a text is told about the blog that it becomes part of.
 * @property {{ find: (address: string) => string | undefined, isOwn: (address: string) => boolean, pathOf: (id: string) => string | undefined }} plan
 *   where an address of the old blog leads now, whether it is one, and where a post will stand
 * @property {{ take: (address: string, from?: string) => Promise<Taken | null> }} media  null: there is no such file
 * @property {(text: string) => void} warn
 *
 * @typedef {{ path: string } | { reason: string }} Taken  where a file stands now, or why it is not imported
 */
export {};
