/** @import { Further } from './fields.js' */
/** @import { Profile, Texts } from './text-fields.js' */
/** @import { RowSettings } from './settings-fields.js' */

/**
 * The records of a blog, and the port that both stores implement. Types only.
 *
 * @typedef {'post' | 'comment' | 'user' | 'settings' | 'address' | 'media' | 'token' | 'session' | 'version' |
 *   'history' | 'autosave' | 'trash' | 'trashedComment' | 'import' | 'statistics' | 'counts' | 'job' | 'act' |
 *   'subscriber' | 'mailing' | 'delivery' | 'mail'} Kind
 *
 * Every record has an `id` (unique within its kind) and, when it was read from a store, an opaque
 * `revision` (its leading number never decreases for one id).
 *
 * @typedef {{ id: string, revision?: string } & Record<string, unknown>} StoredRecord  of any kind
 *
 * @typedef {PlainPost & Further} Post  A post, or a page such as /about. Some have further fields: see fields.js.
 *
 * @typedef {object} PlainPost  All times are ISO 8601 in UTC with milliseconds.
 * @property {string} id  a UUID; never changes; also the Atom id
 * @property {'post' | 'page'} type
 * @property {string} slug  unique among posts, and among pages
 * @property {string} title  plain text
 * @property {string} markdown
 * @property {string} excerpt  the author's own, plain text, or ''
 * @property {string[]} tags  as written, without duplicates
 * @property {string} author  a user's id, or ''
 * @property {'draft' | 'published'} status
 * @property {string | null} publishedAt  null only for a draft
 * @property {boolean} commentsClosed  closed to comments, whatever the settings say
 * @property {string} createdAt
 * @property {string} updatedAt
 * @property {string} html  sanitised and highlighted, made from `markdown` when it was saved
 * @property {string} teaser  plain text for lists: the excerpt, or the beginning of the text
 * @property {number} words  of the text, for the reading time
 * @property {string} rendered  identifies the renderer, the input and the result of html, teaser and words (see
 *   lib/markup/render.js)
 * @property {string} [revision]
 *
 * @typedef {Pick<Post, 'author' | 'coAuthors'>} Authored
 *
 * @typedef {{ src: string, alt: string }} Cover  An image that stands for a post: its path here or a URL, and what it
 * shows, in plain text.
 *
 * @typedef {PlainComment & Texts<'comment'>} Comment  with further texts: see text-fields.js
 *
 * @typedef {object} PlainComment
 * @property {string} id  `<post id>:<uuid>`
 * @property {string} postId
 * @property {string} replyTo  a comment's id, or ''
 * @property {string} name
 * @property {string} markdown
 * @property {string} html
 * @property {'pending' | 'approved' | 'spam'} status
 * @property {string} [author]  the id of the user who wrote it in the admin pages
 * @property {string} createdAt
 * @property {string} [revision]
 *
 * @typedef {PlainUser & Profile} User  Some say more of themselves: see text-fields.js.
 *
 * @typedef {object} PlainUser
 * @property {string} id  a slug, e.g. 'joyee-cheung'
 * @property {string} name  as readers see it
 * @property {'owner' | 'editor' | 'author'} role
 * @property {string} [email]  for notifications and a forgotten password; '' or none: no mails
 * @property {string} [language]  of the admin pages, BCP 47; none: as their browser asks
 * @property {string} [password]  a hash; none: cannot sign in (an imported author)
 * @property {string} [passwordAt]  when it was last changed; ends the sessions that began before
 * @property {SecondFactor} [secondFactor]  set when two-factor authentication is on
 * @property {Passkey[]} [passkeys]
 * @property {string[]} [usedChallenges]  of passkeys, each with its end, until then
 * @property {string[]} [recoveryCodes]  hashes of the unused ones
 * @property {string} [revision]
 *
 * @typedef {object} SecondFactor
 * @property {string} secret  of the authenticator app, in base 32
 * @property {number} lastStep  the step of the last code used (RFC 6238)
 * @property {string[]} [recoveryCodes]  where they were before they served passkeys too
 *
 * @typedef {object} Passkey  Web Authentication, level 3. It is both factors.
 * @property {string} id  of the credential, in base64url
 * @property {string} key  its public key (COSE), likewise
 * @property {number} counter  of its uses, as it counts them; 0: it does not count
 * @property {string} name  for its user
 * @property {string} site  whose pages can use it: a host name
 * @property {string} createdAt
 * @property {string} usedAt  '' when it was not
 *
 * @typedef {object} Session  Of a browser in which a user is signed in, is signing in, or has signed in before (see
 *   lib/people/devices.js).
 * @property {string} id  a hash of its token
 * @property {string} user  an id
 * @property {string} passwordAt  the user's, when it began
 * @property {'in' | 'code' | 'device'} stage  signed in; the password was right and the code comes next; a known
 *   browser
 * @property {string} secret  for an authenticator app, shown and not yet confirmed; else ''
 * @property {string} createdAt
 * @property {string} seenAt  to the hour; of a device, the last sign-in
 * @property {string} agent  the browser's User-Agent
 * @property {string} [device]  the id of the one with the stage `device` of the same browser
 * @property {{ what: string, at: string }[]} [notices]  acts that concern the account, to be shown in it
 * @property {string} [revision]
 *
 * @typedef {object} Token  of the API. The record with the id 'setup' has only `hashes`, of the set-up links. Records
 * whose id begins with 'invitation:' or 'reset:' are links to choose a password (see lib/people/invitations.js).
 * @property {string} id  a hash of it
 * @property {string} user  an id, or '' if it was created before there were users
 * @property {Scope[]} scopes
 * @property {string} label
 * @property {string} createdAt
 * @property {string | null} usedAt  to the hour
 * @property {string} [revision]
 *
 * @typedef {'read' | 'posts:write' | 'pages:write' | 'comments:write' | 'media:write' | 'settings:write' |
 *   'statistics:read' | 'activity:read' | 'subscribers:read' | 'subscribers:write' |
 *   'bounces:write' | 'admin'} Scope what a token may do
 *
 * @typedef {PlainSettings & RowSettings} Settings  one record, id 'site': see settings-fields.js
 *
 * @typedef {object} PlainSettings
 * @property {string} id
 * @property {string} title
 * @property {string} tagline
 * @property {string} language  a BCP 47 tag
 * @property {string} timeZone  an IANA name
 * @property {{ title: string, url: string }[]} navigation
 * @property {'held' | 'shown' | 'off'} comments  new comments wait for approval, are published at once, or are not
 *   accepted
 * @property {{ tag: string, text: string }[]} tagDescriptions  shown at the top of the pages of these tags; a blank
 *   line begins a paragraph
 * @property {Record<string, string>} words  of the owner instead of Larder's, by their key in words/en.json; of a
 *   plural, by key and category, such as `posts.one`
 * @property {string} logo  instead of the title at the top of each page: the path of an upload, or ''
 * @property {string} icon  of the blog, in browsers and feeds: the path of an upload, or ''
 * @property {string} theme  one of Larder's, or the path of an uploaded one
 * @property {Partial<Appearance>} appearance  what differs from the default
 * @property {string} [revision]
 *
 * @typedef {object} Appearance  How the blog looks, apart from its theme. A blog stores what differs from the default.
 * @property {string} accent  of links and marks, such as '#0f766e'; '': the theme's
 * @property {string} background  '' likewise; text colours follow from it
 * @property {'device' | 'light' | 'dark'} scheme
 * @property {boolean} schemeSwitch  whether readers can choose light or dark
 * @property {FontPair} fonts
 * @property {'narrow' | 'normal' | 'wide'} width  of the text
 * @property {'left' | 'centred'} header
 * @property {boolean} headerTagline  whether the header shows the tagline
 * @property {string} logoDark  instead of the logo in dark colours: the path of an upload, or ''
 * @property {'small' | 'medium' | 'large'} logoSize
 * @property {'list' | 'compact' | 'grid' | 'first'} front  how the lists of posts look; `first`: with a large first
 *   post
 * @property {boolean} frontCovers
 * @property {boolean} frontTeasers
 * @property {string[]} pinned  ids of posts at the top of the front page
 * @property {string} frontPage  the id of a page to show instead of the newest posts, or ''
 * @property {string} footer  plain text; a blank line begins a paragraph
 * @property {{ title: string, url: string }[]} links  to the owner elsewhere (rel=me)
 * @property {boolean} postDate
 * @property {boolean} postMinutes
 * @property {boolean} postAuthor
 * @property {boolean} postCover
 * @property {boolean} postContents
 * @property {boolean} postRelated
 * @property {boolean} postShare  links to share a post with
 * @property {string} css  the owner's own
 * @property {{ name: string, content: string }[]} verification  meta elements that prove whose site it is
 * @property {Record<string, string | boolean>} switches  what the theme declares, by name
 *
 * @typedef {'theme' | 'serif' | 'sans' | 'literata' | 'inter' | 'fraunces'} FontPair
 *
 * @typedef {object} Address  A path that belongs or belonged to a post: its current one, a former slug, a former
 *   permalink.
 * @property {string} id  the path, decoded, e.g. '/post/hello' or '/2012/05/hello.html'
 * @property {string} owner  a post's id; of an address that leads to something else, its path, e.g. '/atomfeed'
 * @property {boolean} held  true: the owner's current path; false: it redirects
 * @property {string} claimedAt
 * @property {string} [revision]
 *
 * @typedef {PlainMedia & Texts<'media'>} Media  with further texts: see text-fields.js
 *
 * @typedef {object} PlainMedia
 * @property {string} id  `<digest>-<name>.<extension>`, immutable
 * @property {string} type  a media type
 * @property {Buffer} bytes
 * @property {number} size  how many bytes there are
 * @property {number | null} width  in pixels
 * @property {number | null} height
 * @property {string} by  who uploaded it: a user's id, or ''
 * @property {string} createdAt
 * @property {string} [revision]
 *
 * @typedef {Pick<Post, 'type' | 'slug' | 'title' | 'markdown' | 'excerpt' | 'tags' | 'author' | 'status' |
 *   'publishedAt' | 'updatedAt'> & Omit<Further, 'cover'> & { cover?: Cover | null }} Written What an author wrote: a
 *   post without derived fields. Versions of earlier Larders say nothing of a cover; null: there was none.
 *
 * @typedef {Written & { id: string, by: string, revision?: string }} Version  A former version of a post.
 * Its id is `<post id>:<its revision>`; `by` is the id of the user who saved it, or ''.
 *
 * @typedef {object} PostHistory  A post's history and preview link, for its authors.
 * @property {string} id  the post's
 * @property {string} by  who saved the post last: a user's id, or ''
 * @property {boolean} autosaved  whether the last save was an autosave
 * @property {VersionLine[]} versions  the earlier versions, oldest first
 * @property {string} secret  of the preview link, or '' when there is none
 * @property {string} [revision]
 *
 * @typedef {{ id: string, title: string, status: Post['status'], savedAt: string, by: string }} VersionLine
 *
 * @typedef {object} Autosave  An author's unpublished changes to a published post.
 * @property {string} id  `<post id>:<user id>`
 * @property {string} base  the post's revision that the author saw
 * @property {string} savedAt
 * @property {Record<string, string>} fields  of the form, as typed
 * @property {string} [revision]
 *
 * @typedef {object} Trash  A deleted post, which can be restored.
 * @property {string} id  the post's
 * @property {Post} post  without its revision
 * @property {string} [postRevision]  its revision; missing if an earlier version of Larder deleted it
 * @property {Comment[]} comments
 * @property {string} removedAt
 * @property {string} by  a user's id, or ''
 * @property {string} [revision]
 *
 * @typedef {object} TrashedComment  A comment that was deleted on its own, and can be restored.
 * @property {string} id  the comment's
 * @property {Comment} comment  without its revision
 * @property {string} removedAt
 * @property {string} by  a user's id, or ''
 * @property {string} [revision]
 *
 * @typedef {object} Imported  The result of the last import of a post, comment, file, setting or user.
 * @property {string} id  `<kind>:<id>`
 * @property {string} given  a digest of the record in the source; '' when it does not matter
 * @property {string} kept  a digest of the record stored here; '' once it was restored from the trash
 * @property {string} [revision]
 *
 * @typedef {{ message: string, word?: [key: string, values?: Record<string, string | number>] }} Problem  `message`: ''
 *   where only the log may know
 *
 * @typedef {object} Job  Work on many records (see lib/content/jobs/jobs.js). Other fields say what is done.
 * @property {string} id
 * @property {string} name  of the work
 * @property {string} by  a user's id, or ''
 * @property {number} total
 * @property {number} done
 * @property {boolean} isOver
 * @property {Problem | null} problem  why it broke off
 * @property {string} worker  the process that does it
 * @property {number} until  when another one goes on with it if it hears nothing, in milliseconds since 1970
 * @property {string} [revision]
 *
 * @typedef {object} Act  Something that a person or a command did. The newest has the first id.
 * @property {string} id
 * @property {string} at
 * @property {string} by  a user's id, or ''
 * @property {string} via  `session …` or `token …` with the beginning of its id, `command …` with its name, `job`,
 *   `link`
 * @property {string} what  such as `post.published`
 * @property {string} of  the id of the thing, or ''
 * @property {string} about  its title or name then, or what of it was changed
 * @property {number} count  that it stands for
 * @property {string} [revision]
 *
 * @typedef {{ state: string, source: string, day: string, count: number }} SubscriberCount  of those whose address is
 *   kept; `day`: of the confirmation, in UTC, or ''
 *
 * Records of the kinds `statistics` and `counts` are in lib/statistics/records.js; `subscriber`, `mailing`, `delivery`
 * and `mail` in lib/mail/records.js.
 *
 * @typedef {PlainSummary & Further} Summary  What the index keeps of a post.
 *
 * @typedef {object} PlainSummary
 * @property {string} id
 * @property {'post' | 'page'} type
 * @property {string} slug
 * @property {string} title
 * @property {string[]} tags
 * @property {string} author
 * @property {'draft' | 'published'} status
 * @property {string | null} publishedAt
 * @property {string} updatedAt
 * @property {boolean} commentsClosed
 * @property {string} teaserDigest  of the teaser, to find out whether lists change
 * @property {string} [textDigest]  differs when the HTML does; missing if the store cannot provide it
 * @property {number} words
 * @property {string} revision
 *
 * @typedef {Pick<Media, 'id' | 'width' | 'height'> & { revision: string }} PictureSummary  What the index keeps of an
 *   uploaded picture.
 *
 * @typedef {object} FeedChange  Reported by the feed: the record of this kind and id has changed.
 * @property {Kind} kind
 * @property {string} id
 * @property {string | null} revision  the newest one, or null when it was removed
 * @property {string} [removedAt]  the removal's own revision: a record with a later one was created again
 * @property {number} [replaces]  generation of the removal of a rival, whose place this revision takes though its
 *   number is lower
 *
 * @typedef {{ kind: Kind, record: StoredRecord, revision: string | null }} Put  `revision` null creates; else it must
 *   be the current one
 * @typedef {{ kind: Kind, id: string, revision: string, removed: true }} Removal
 * @typedef {{ follows?: true }} Following  it follows from the writes before it: where the store cannot write all or
 * nothing, it is skipped if refused, and the others are still made
 *
 * @typedef {{ createdAt: string, id: string }} CommentPlace  the last comment of a page, where the next page begins
 *
 * @typedef {object} Summaries  All that the index needs, and the place in the feed from which to continue.
 * @property {string} epoch  random; if it changes, everything must be read again
 * @property {string} sequence  read before the rest, so that no change is missed
 * @property {Summary[]} posts
 * @property {string[]} staleRenders  ids of posts whose html may not match their markdown (edited in the database's
 *   console)
 * @property {{ id: string, revision: string }[]} comments  the approved ones
 * @property {Address[]} addresses
 * @property {User[]} users
 * @property {PictureSummary[]} pictures
 * @property {Settings | null} settings
 *
 * @typedef {object} Watcher
 * @property {(changes: FeedChange[], sequence: string) => Promise<void>} onChanges  in order; the next batch waits for
 *   it
 * @property {(change: FeedChange) => boolean} [isKnown]  whether the watcher need not read the record: then it is told
 *   of it at once
 * @property {(reason: string) => Promise<void>} onReset  sequences have become meaningless: read all summaries again
 * @property {(reachable: boolean) => void} onReachable  the store became unreachable or reachable again
 *
 * @typedef {(what: string, done: number, total?: number) => void} OnProgress  progress of a long task
 *
 * @typedef {object} Store  The port. Every method returns a promise; errors are LarderErrors:
 * `conflict` (the revision is not the current one, or a record to be created exists), `unavailable`
 * (busy, unreachable, full or read-only; the message says which). Anything else is a bug.
 * @property {'sqlite' | 'couchdb'} kind
 * @property {(kind: Kind, id: string) => Promise<any | null>} get
 * @property {(kind: Kind, ids: string[], without?: string[]) => Promise<(any | null)[]>} getMany  in the requested
 *   order; fields that are not needed, `without`, may be left out
 * @property {(kind: Kind, without?: string[], after?: string) => AsyncIterable<any>} all  in the order of ids, those
 *   `after` one, read in pages, media without their bytes; what is not needed of trash, such as 'post.html', may be
 *   left out
 * @property {(postId: string) => Promise<Comment[]>} commentsOf  all of a post's, oldest first
 * @property {(status: Comment['status'], page: { limit: number, before?: CommentPlace }) => Promise<Comment[]>}
 *   commentsWith of the whole blog, newest first, those that come after the place `before`; fewer than `limit` only at
 *   the end
 * @property {(status: Comment['status']) => Promise<Map<string, number>>} commentCounts  by the id of the post; where
 *   there are none there is no entry. In a cluster it may trail what was just written
 * @property {() => Promise<SubscriberCount[]>} subscriberCounts  In a cluster they may trail what was just written
 * @property {(part: string, page: { after: string, limit: number }) => Promise<{ ids: string[], next: string }>}
 *   subscribersWith  that part in their address, both in lower case, in the order of addresses; `next`: the address
 *   after which to go on, or ''. Each call looks at some of them, so it may find none
 * @property {(writes: ((Put | Removal) & Following)[]) => Promise<(string | null)[]>} write  in this order, stops
 * at the first that fails; all or nothing where the store supports it. Resolves when it is safe on disk, to the new
 * revisions (null for a removal, '' for a write that was not made)
 * @property {(puts: Put[]) => Promise<void>} writeMany  independent records, in any order and in few
 * requests. When it fails, some may be written, where the store does not support all or nothing
 * @property {() => Promise<Summaries>} summaries
 * @property {(sequence: string) => Promise<boolean>} knows  whether the store has evolved from its state at that place:
 * not after a restore, or when an older copy of the database was put back
 * @property {() => Promise<string>} epoch  of the summaries: another one after a restore, and in every copy
 * @property {(since: string, watcher: Watcher) => { close: () => Promise<void> }} watch  at least once each, in order
 * @property {() => Promise<void>} adoptActs  records acts that processes left which have ended, where the store has no
 *   transactions
 * @property {() => Promise<void>} ping  resolves when the store answers
 * @property {(file: string, onProgress?: OnProgress) => Promise<void>} backup  writes a consistent copy of everything
 * except sessions to a new SQLite file
 * @property {(file: string, onProgress?: OnProgress) => Promise<void>} restore  replaces everything by the content of
 * such a file, ends all sessions, and renews the epoch
 * @property {() => Promise<void>} close
 */

/**
 * The methods of an object that may be in another process.
 * @template T
 * @typedef {{ [K in keyof T as T[K] extends Function ? K : never]: T[K] extends (...args: infer A) => infer R ?
 *   (...args: A) => R | Promise<Awaited<R>> : never }} Eventual
 */
export {};
