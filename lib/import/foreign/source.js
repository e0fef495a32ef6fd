/**
 * What another blog engine's export is read as. Types only.
 *
 * @typedef {object} Site
 * @property {string} origin  tells this blog from another one, as far as that can be known
 * @property {string} title  '' when it is not known; so with the next two
 * @property {string} tagline
 * @property {string} language
 * @property {string} [timeZone]
 * @property {{ title: string, url: string }[]} [navigation]
 * @property {string[]} addresses  at which the blog stood
 * @property {Map<string, string>} tagPaths  from the end of a path, such as 'category/salt', to a tag
 *
 * @typedef {object} Place  A post or page, and where it stood.
 * @property {string} id  a UUID, the same in every run
 * @property {string} name  for messages
 * @property {'post' | 'page'} type
 * @property {string} slug  as it was, or ''
 * @property {string} title  plain text, or ''
 * @property {string[]} addresses  whole, or paths
 * @property {string[]} queries  by which it was found as well, such as 'p=12'
 *
 * @typedef {object} ForeignPost
 * @property {string} id  a place's
 * @property {'draft' | 'published'} status
 * @property {string} html
 * @property {string} excerpt  plain text, or ''
 * @property {boolean} commentsClosed  to comments that are not there yet
 * @property {string[]} tags
 * @property {string} author  a name, or ''
 * @property {string | null} publishedAt
 * @property {string} [createdAt]
 * @property {string} [updatedAt]
 * @property {Picture | null} cover  stands above the text
 * @property {ForeignComment[]} comments
 * @property {string[]} notes  what is not taken, or not as it was
 *
 * @typedef {{ url: string, alt: string, caption: string }} Picture
 *
 * @typedef {object} ForeignComment
 * @property {string} id  `<post id>:<uuid>`
 * @property {string} replyTo  the id of the comment that began the thread, or ''
 * @property {string} name
 * @property {string} url
 * @property {string} html
 * @property {'pending' | 'approved' | 'spam'} status
 * @property {string} [createdAt]
 *
 * @typedef {object} Source
 * @property {Site} site
 * @property {Place[]} places  of all that `posts` gives
 * @property {{ name: string, url: string }[]} pictures  that were uploaded, shown or not
 * @property {string[]} notTaken  what Larder has nothing like, a sentence for each
 * @property {string | null} broken  where and why the file broke off
 * @property {(timeZone: string) => AsyncIterable<{ name: string, read: () => ForeignPost }>} posts  `read` throws a
 *   LarderError `invalid` for one that cannot be taken; dates without a zone are meant in that of the blog
 */
export {};
