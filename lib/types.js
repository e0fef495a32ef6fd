/**
 * The records of a blog and the port through which both stores keep them. Types only.
 *
 * @typedef {'post' | 'comment' | 'user' | 'settings' | 'address' | 'media' | 'token' | 'session' | 'version' | 'desk' | 'copy' | 'trash' | 'trashedComment' | 'import'} Kind
 *
 * Every record has an `id` (unique within its kind) and, when it was read from a store, an opaque
 * `revision` (its leading number never goes back for one id).
 *
 * @typedef {object} Post  A post, or a page such as /about. All times are ISO 8601 in UTC with milliseconds.
 * @property {string} id  a UUID; never changes; also the Atom id
 * @property {'post' | 'page'} type
 * @property {string} slug  unique among posts, and among pages
 * @property {string} title  plain text
 * @property {string} markdown
 * @property {string} excerpt  the author's own, plain text, or ''
 * @property {string[]} tags  as written, no two alike
 * @property {string} author  a user's id, or ''
 * @property {'draft' | 'published'} status
 * @property {string | null} publishedAt  null only for a draft
 * @property {boolean} commentsClosed  it takes no more comments, whatever the settings say
 * @property {string} createdAt
 * @property {string} updatedAt
 * @property {string} html  sanitised and highlighted, made from `markdown` when it was saved
 * @property {string} teaser  plain text that lists show: the excerpt, or the text's beginning
 * @property {number} words  of the text, for the reading time
 * @property {string} rendered  names the renderer and the input of html, teaser and words (see lib/markup/render.js)
 * @property {string} [revision]
 *
 * @typedef {object} Comment
 * @property {string} id  `<post id>:<uuid>`
 * @property {string} postId
 * @property {string} replyTo  a comment's id, or ''
 * @property {string} name
 * @property {string} url  '' or an http(s) address
 * @property {string} markdown
 * @property {string} html
 * @property {'pending' | 'approved' | 'spam'} status
 * @property {string} createdAt
 * @property {string} [revision]
 *
 * @typedef {object} User
 * @property {string} id  a slug, e.g. 'joyee-cheung'
 * @property {string} name  as readers see it
 * @property {'owner' | 'editor' | 'author'} role
 * @property {string} [email]  where notices go; '' or none: nowhere
 * @property {string} [password]  a hash; none: cannot sign in (an imported author)
 * @property {string} [passwordAt]  when it was last changed; ends the sessions that began before
 * @property {SecondFactor} [secondFactor]  when signing in takes a code besides
 * @property {string} [revision]
 *
 * @typedef {object} SecondFactor
 * @property {string} secret  of the authenticator app, in base 32
 * @property {number} lastStep  that of the last code used (RFC 6238)
 * @property {string[]} recoveryCodes  hashes of those that are left
 *
 * @typedef {object} Session  Of a browser in which somebody is signed in, or about to be, or has been (see lib/auth/devices.js).
 * @property {string} id  a hash of its token
 * @property {string} user  an id
 * @property {string} passwordAt  the user's, when it began
 * @property {'in' | 'code' | 'device'} stage  signed in; the password was right and a code must follow; or a browser that is known
 * @property {string} secret  for an authenticator app, shown and not yet confirmed; else ''
 * @property {string} createdAt
 * @property {string} seenAt  to the hour
 * @property {string} agent  the browser's User-Agent
 * @property {string} [device]  the id of the one with the stage `device` of the same browser
 * @property {string} [revision]
 *
 * @typedef {object} Token  of the API. One with the id 'setup' has only `hashes`: of the links that set up the blog. Those
 *   with an id that begins with 'invitation:' are links for a user (see lib/auth/invitations.js).
 * @property {string} id  a hash of it
 * @property {string} user  an id, or '' for the blog itself
 * @property {Scope[]} scopes
 * @property {string} label
 * @property {string} createdAt
 * @property {string | null} usedAt  to the hour
 * @property {string} [revision]
 *
 * @typedef {'read' | 'posts:write' | 'pages:write' | 'comments:write' | 'media:write' | 'settings:write' | 'admin'} Scope
 *   what a token may do
 *
 * @typedef {object} Settings  one record, id 'site'
 * @property {string} id
 * @property {string} title
 * @property {string} tagline
 * @property {string} language  a BCP 47 tag
 * @property {string} timeZone  an IANA name
 * @property {number} postsPerPage
 * @property {{ title: string, url: string }[]} navigation
 * @property {'held' | 'shown' | 'off'} comments  what becomes of a new one: it waits for approval, is shown at once, or is not taken
 * @property {number} commentsCloseAfterDays  after a post became public; 0: never
 * @property {string} [revision]
 *
 * @typedef {object} Address  A path that belongs, or once belonged, to a post: its present one, an old slug, an old permalink.
 * @property {string} id  the path, decoded, e.g. '/post/hello' or '/2012/05/hello.html'
 * @property {string} owner  a post's id
 * @property {boolean} held  true while it is the owner's present path; false for one that redirects
 * @property {string} claimedAt
 * @property {string} [revision]
 *
 * @typedef {object} Media
 * @property {string} id  `<digest>-<name>.<extension>`, immutable
 * @property {string} type  a media type
 * @property {Buffer} bytes
 * @property {number} size  how many bytes there are
 * @property {number | null} width  in pixels
 * @property {number | null} height
 * @property {string} by  who uploaded it: a user's id, or ''
 * @property {string} alt  what it shows, in words, or ''
 * @property {string} createdAt
 * @property {string} [revision]
 *
 * @typedef {Pick<Post, 'type' | 'slug' | 'title' | 'markdown' | 'excerpt' | 'tags' | 'author' | 'status' | 'publishedAt' | 'updatedAt'>} Written
 *   What an author wrote: a post without what is made from it.
 *
 * @typedef {Written & { id: string, by: string, revision?: string }} Version  A post as it stood before a save.
 *   Its id is `<post id>:<the revision it had>`; `by` is the id of the user who had saved it so, or ''.
 *
 * @typedef {object} PostHistory  What lies beside a post for its authors.
 * @property {string} id  the post's
 * @property {string} by  who saved the post last: a user's id, or ''
 * @property {boolean} autosaved  the last save was made while they typed
 * @property {VersionLine[]} versions  those that are kept, the oldest first
 * @property {string} secret  of the preview link, or '' when there is none
 * @property {string} [revision]
 *
 * @typedef {{ id: string, title: string, status: Post['status'], savedAt: string, by: string }} VersionLine
 *
 * @typedef {object} Autosave  An author's unpublished work on a published post.
 * @property {string} id  `<post id>:<user id>`
 * @property {string} base  the post's revision that the author saw
 * @property {string} savedAt
 * @property {Record<string, string>} fields  of the form, as typed
 * @property {string} [revision]
 *
 * @typedef {object} Trash  A post that was deleted, and can come back.
 * @property {string} id  the post's
 * @property {Post} post  without its revision
 * @property {string} [postRevision]  the one that it had; none where an earlier version deleted it
 * @property {Comment[]} comments
 * @property {string} removedAt
 * @property {string} by  a user's id, or ''
 * @property {string} [revision]
 *
 * @typedef {object} TrashedComment  A comment that was deleted by itself, and can come back.
 * @property {string} id  the comment's
 * @property {Comment} comment  without its revision
 * @property {string} removedAt
 * @property {string} by  a user's id, or ''
 * @property {string} [revision]
 *
 * @typedef {object} Imported  What the last import made of something: of a post, comment, file, setting or user.
 * @property {string} id  `<kind>:<id>`
 * @property {string} given  a digest of what the source had; '' when that does not matter
 * @property {string} kept  a digest of how it stood here afterwards; '' once somebody has brought it back from the trash
 * @property {string} [revision]
 *
 * @typedef {object} Summary  What the index keeps of a post.
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
 * @property {string} teaserDigest  of the teaser: tells whether lists must change
 * @property {string} [textDigest]  of Markdown and excerpt; a store that cannot tell leaves it out
 * @property {number} words
 * @property {string} revision
 *
 * @typedef {object} Change  What the feed tells: the record of this kind and id is no longer what it was.
 * @property {Kind} kind
 * @property {string} id
 * @property {string | null} revision  the newest one, or null when it was removed
 * @property {string} [removedAt]  the removal's own revision: a record with a later one was made anew
 *
 * @typedef {{ kind: Kind, record: any, revision: string | null }} Put  `revision` null creates; else it must be the present one
 * @typedef {{ kind: Kind, id: string, revision: string, removed: true }} Removal
 * @typedef {{ follows?: true }} Following  it follows from what is written before it: where the store cannot write all or nothing, its
 *   refusal leaves it undone, and refuses nothing else
 *
 * @typedef {{ createdAt: string, id: string }} CommentPlace  where a page of comments ends: its last one
 *
 * @typedef {object} Summaries  All that the index needs, and the place in the feed from which to go on.
 * @property {string} epoch  random; another one means that sequences, and all else, must be read anew
 * @property {string} sequence  read before the rest, so that nothing falls between
 * @property {Summary[]} posts
 * @property {string[]} staleRenders  ids of posts whose html may not fit their markdown (edited in the database's console)
 * @property {{ id: string, revision: string }[]} comments  the approved ones
 * @property {Address[]} addresses
 * @property {User[]} users
 * @property {Settings | null} settings
 *
 * @typedef {object} Watcher
 * @property {(changes: Change[], sequence: string) => Promise<void>} onChanges  in order; the next batch waits for it
 * @property {(reason: string) => Promise<void>} onReset  the sequence means nothing any more: read all summaries anew
 * @property {(reachable: boolean) => void} onReachable  the store went away or came back
 *
 * @typedef {(what: string, done: number, total?: number) => void} OnProgress  of a long work, how far it is
 *
 * @typedef {object} Store  The port. Every method answers with a promise; errors are LarderErrors:
 *   `conflict` (the revision is not the present one, or a record to be created exists), `unavailable`
 *   (busy, away, full or read-only; the message says which). Anything else is a bug.
 * @property {'sqlite' | 'couchdb'} kind
 * @property {(kind: Kind, id: string) => Promise<any | null>} get
 * @property {(kind: Kind, ids: string[]) => Promise<(any | null)[]>} getMany  in the order asked for
 * @property {(kind: Kind) => AsyncIterable<any>} all  in the order of ids, read in pages, media without their bytes
 * @property {(postId: string) => Promise<Comment[]>} commentsOf  all of a post's, oldest first
 * @property {(status: Comment['status'], page: { limit: number, before?: CommentPlace }) => Promise<Comment[]>} commentsWith
 *   of the whole blog, newest first, those that come after the place `before`; fewer than `limit` only at the end
 * @property {(status: Comment['status']) => Promise<Map<string, number>>} commentCounts  by the id of the post; where there
 *   are none there is no entry. In a cluster it may trail what was just written
 * @property {(writes: ((Put | Removal) & Following)[]) => Promise<(string | null)[]>} write  one after the other, stops
 *   at the first that fails; all or nothing where the store can. Answers when it is safe on disk, with the new revisions (null for
 *   a removal, '' for what was left undone)
 * @property {(puts: Put[]) => Promise<void>} writeMany  records that have nothing to do with each other, in any order and in few
 *   requests. When it fails, some may be written where the store cannot do all or nothing
 * @property {() => Promise<Summaries>} summaries
 * @property {(sequence: string) => Promise<boolean>} knows  whether what is there came of what was there at that place: not
 *   after a restore, nor when an older copy of the database was put back
 * @property {(since: string, watcher: Watcher) => { close: () => Promise<void> }} watch  at least once each, in order
 * @property {() => Promise<void>} ping  resolves when the store answers
 * @property {(file: string, onProgress?: OnProgress) => Promise<void>} backup  writes all but sessions, as they were at one moment, into a
 *   SQLite file that is not there yet
 * @property {(file: string, onProgress?: OnProgress) => Promise<void>} restore  puts what such a file holds in the place of all there is,
 *   ends all sessions, and renews the epoch
 * @property {() => Promise<void>} close
 */
export {};
