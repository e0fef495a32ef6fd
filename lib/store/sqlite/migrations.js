/**
 * The triggers of one table. Every write to it, including one with the sqlite3 command-line shell, gets the next number
 * in `changes`, which becomes the revision of the record; so a revision never decreases. Our own updates set the
 * revision to 0. An update that does not change it comes from the shell. One that sets another value is the trigger's
 * own, which fires it again under recursive_triggers.
 *
 * @param {string} table
 * @param {string} kind
 * @param {{ kindOfUpdate?: string, alsoSet?: string }} [more] SQL that may use NEW and OLD
 * @returns {string} SQL
 */
const triggers = (table, kind, { kindOfUpdate = `'${kind}'`, alsoSet = '' } = {}) => `
  CREATE TRIGGER ${table}_inserted AFTER INSERT ON ${table} BEGIN
    INSERT INTO changes (kind, id, removed) VALUES ('${kind}', NEW.id, 0);
    UPDATE ${table} SET revision = last_insert_rowid() WHERE id = NEW.id;
  END;
  CREATE TRIGGER ${table}_updated AFTER UPDATE ON ${table} WHEN NEW.revision IN (0, OLD.revision) BEGIN
    INSERT INTO changes (kind, id, removed) SELECT '${kind}', OLD.id, 1 WHERE OLD.id <> NEW.id;
    INSERT INTO changes (kind, id, removed) VALUES (${kindOfUpdate}, NEW.id, 0);
    UPDATE ${table} SET revision = last_insert_rowid()${alsoSet} WHERE id = NEW.id;
  END;
  CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN
    INSERT INTO changes (kind, id, removed) VALUES ('${kind}', OLD.id, 1);
  END;
`;

/** The shell can change a text without rendering its HTML: such a row is marked with rendered = ''. */
const markStale = `,
      rendered = iif(NEW.revision = OLD.revision AND NEW.rendered = OLD.rendered
        AND (NEW.markdown, NEW.excerpt, NEW.html, NEW.teaser) IS NOT (OLD.markdown, OLD.excerpt, OLD.html, OLD.teaser),
        '', NEW.rendered),
      teaserDigest = iif(NEW.revision = OLD.revision AND NEW.teaser <> OLD.teaser, '', NEW.teaserDigest)`;

/** Readers never see a password: if only that changes, it is recorded as a kind that the feed skips. */
const userOrPassword = `iif((NEW.id, NEW.name, NEW.role) IS (OLD.id, OLD.name, OLD.role), 'password', 'user')`;

/**
 * The first schema. Short columns precede long texts, so that queries for the short ones need not read overflow pages.
 * There are no foreign keys, since CouchDB has none either; `doctor` finds references to missing records.
 */
const first = `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('epoch', lower(hex(randomblob(16))));

  CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    removed INTEGER NOT NULL,
    at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  ) STRICT;
  CREATE TRIGGER changes_bounded AFTER INSERT ON changes WHEN NEW.sequence % 1000 = 0 BEGIN
    DELETE FROM changes WHERE sequence <= NEW.sequence - 100000;
  END;

  CREATE TABLE posts (
    id TEXT PRIMARY KEY NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('post', 'page')),
    slug TEXT NOT NULL,
    title TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
    author TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
    publishedAt TEXT CHECK (publishedAt IS NOT NULL OR status = 'draft'),
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    words INTEGER NOT NULL DEFAULT 0,
    rendered TEXT NOT NULL DEFAULT '',
    teaserDigest TEXT NOT NULL DEFAULT '',
    revision INTEGER NOT NULL DEFAULT 0,
    excerpt TEXT NOT NULL DEFAULT '',
    teaser TEXT NOT NULL DEFAULT '',
    markdown TEXT NOT NULL,
    html TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE comments (
    id TEXT PRIMARY KEY NOT NULL,
    postId TEXT NOT NULL,
    replyTo TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'spam')),
    createdAt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    url TEXT NOT NULL DEFAULT '',
    markdown TEXT NOT NULL,
    html TEXT NOT NULL
  ) STRICT;
  CREATE INDEX comments_of_a_post ON comments (postId, createdAt, id);
  CREATE INDEX comments_approved ON comments (id, revision) WHERE status = 'approved';

  CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'author')),
    password TEXT,
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE settings (
    id TEXT PRIMARY KEY NOT NULL CHECK (id = 'site'),
    title TEXT NOT NULL,
    tagline TEXT NOT NULL,
    language TEXT NOT NULL,
    timeZone TEXT NOT NULL,
    postsPerPage INTEGER NOT NULL,
    navigation TEXT NOT NULL DEFAULT '[]' CHECK (json_type(navigation) = 'array'),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE addresses (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    held INTEGER NOT NULL CHECK (held IN (0, 1)),
    claimedAt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE media (
    id TEXT PRIMARY KEY NOT NULL,
    type TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    createdAt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY NOT NULL,
    fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY NOT NULL,
    fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  ${triggers('posts', 'post', { alsoSet: markStale })}
  ${triggers('comments', 'comment')}
  ${triggers('users', 'user', { kindOfUpdate: userOrPassword })}
  ${triggers('settings', 'settings')}
  ${triggers('addresses', 'address')}
  ${triggers('media', 'media')}
  ${triggers('tokens', 'token')}
  ${triggers('sessions', 'session')}
`;

/**
 * A table of records that are only looked up by id.
 *
 * @param {string} table
 * @param {string} kind
 * @returns {string} SQL
 */
const fieldsTable = (table, kind) => `
  CREATE TABLE ${table} (
    id TEXT PRIMARY KEY NOT NULL,
    fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  ${triggers(table, kind)}
`;

/** Earlier versions of posts, unpublished edits, conflicting copies, and deleted posts. */
const history =
  fieldsTable('versions', 'version') +
  fieldsTable('desks', 'desk') +
  fieldsTable('copies', 'copy') +
  fieldsTable('trash', 'trash');

/** How users sign in. */
const signIn = `
  ALTER TABLE users ADD COLUMN passwordAt TEXT;
  ALTER TABLE users ADD COLUMN secondFactor TEXT CHECK (secondFactor IS NULL OR json_type(secondFactor) = 'object');
`;

/** A covering index for the summaries, so that reading them does not touch the long texts. */
const summary = `
  CREATE INDEX posts_summary ON posts (
    id, type, slug, title, tags, author, status, publishedAt, updatedAt, teaserDigest, words, revision, rendered
  );
`;

/** Whether comments are held for approval, when they close, and where notifications go. */
const comments = `
  ALTER TABLE settings ADD COLUMN comments TEXT NOT NULL DEFAULT 'held' CHECK (comments IN ('held', 'shown', 'off'));
  ALTER TABLE settings ADD COLUMN commentsCloseAfterDays INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN email TEXT;
`;

/**
 * Who uploaded a file, its description, and its size. A new table, since the bytes must stay the last column: listing
 * files would otherwise read them.
 */
const mediaMetadata = `
  CREATE TABLE media_with_facts (
    id TEXT PRIMARY KEY NOT NULL,
    type TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    size INTEGER NOT NULL,
    by TEXT NOT NULL DEFAULT '',
    alt TEXT NOT NULL DEFAULT '',
    createdAt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    bytes BLOB NOT NULL
  ) STRICT;
  INSERT INTO media_with_facts (id, type, width, height, size, createdAt, revision, bytes)
    SELECT id, type, width, height, length(bytes), createdAt, revision, bytes FROM media;
  DROP TABLE media;
  ALTER TABLE media_with_facts RENAME TO media;
  ${triggers('media', 'media')}
`;

/** Posts can be closed to comments; comments are listed and counted by status. */
const moderation = `
  ALTER TABLE posts ADD COLUMN commentsClosed INTEGER NOT NULL DEFAULT 0 CHECK (commentsClosed IN (0, 1));
  DROP INDEX posts_summary;
  CREATE INDEX posts_summary ON posts (
    id, type, slug, title, tags, author, status, publishedAt, updatedAt, commentsClosed, teaserDigest, words, revision,
    rendered
  );
  CREATE INDEX comments_by_status ON comments (status, createdAt, id);
  CREATE INDEX comments_counted ON comments (status, postId);
`;

/** Deleted comments that can be restored. */
const trashedComments = fieldsTable('trashedComments', 'trashedComment');

/** What was imported, and as what. */
const imports = fieldsTable('imports', 'import');

/** In JSON: the cover image of a post, and its co-authors. */
const covers = `
  ALTER TABLE posts ADD COLUMN cover TEXT CHECK (json_valid(cover));
  ALTER TABLE posts ADD COLUMN coAuthors TEXT CHECK (json_valid(coAuthors));
`;

/** What an author's page shows, and whose pages show a post. */
const authorPages = `
  ALTER TABLE users ADD COLUMN about TEXT;
  ALTER TABLE users ADD COLUMN picture TEXT;
  DROP TRIGGER users_inserted;
  DROP TRIGGER users_updated;
  DROP TRIGGER users_deleted;
  ${triggers('users', 'user', {
    kindOfUpdate: `iif((NEW.id, NEW.name, NEW.role, NEW.about, NEW.picture)
      IS (OLD.id, OLD.name, OLD.role, OLD.about, OLD.picture), 'password', 'user')`,
  })}
  DROP INDEX posts_summary;
  CREATE INDEX posts_summary ON posts (
    id, type, slug, title, tags, author, coAuthors, cover, status, publishedAt, updatedAt, commentsClosed, teaserDigest, words,
    revision, rendered
  );
`;

/** Who reads what: days and months, and the hours of the days that are not over. */
const statistics = fieldsTable('statistics', 'statistics') + fieldsTable('tallies', 'tally');

/** In JSON: texts at the top of the pages of tags. */
const tagDescriptions = `
  ALTER TABLE settings ADD COLUMN tagDescriptions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tagDescriptions));
`;

/** Which user wrote a comment. */
const commentAuthors = 'ALTER TABLE comments ADD COLUMN author TEXT;';

/** What search engines are told of a post. */
const searchEngines = `
  ALTER TABLE posts ADD COLUMN description TEXT;
  ALTER TABLE posts ADD COLUMN canonicalUrl TEXT;
  ALTER TABLE posts ADD COLUMN noindex INTEGER NOT NULL DEFAULT 0 CHECK (noindex IN (0, 1));
  DROP INDEX posts_summary;
  CREATE INDEX posts_summary ON posts (
    id, type, slug, title, tags, author, coAuthors, cover, status, publishedAt, updatedAt, commentsClosed, description,
    canonicalUrl, noindex, teaserDigest, words, revision, rendered
  );
`;

/** The owner's name, and the summary for AI tools. */
const siteTexts = `
  ALTER TABLE settings ADD COLUMN logo TEXT NOT NULL DEFAULT '';
  ALTER TABLE settings ADD COLUMN icon TEXT NOT NULL DEFAULT '';
  ALTER TABLE settings ADD COLUMN poweredBy INTEGER NOT NULL DEFAULT 1 CHECK (poweredBy IN (0, 1));
  ALTER TABLE settings ADD COLUMN llmsText TEXT NOT NULL DEFAULT '';
  ALTER TABLE settings ADD COLUMN securityText TEXT NOT NULL DEFAULT '';
`;

/** How the blog looks. */
const appearance = `
  ALTER TABLE settings ADD COLUMN theme TEXT NOT NULL DEFAULT 'journal';
  ALTER TABLE settings ADD COLUMN appearance TEXT NOT NULL DEFAULT '{}' CHECK (json_type(appearance) = 'object');
`;

/** What the owner says otherwise. */
const words = `
  ALTER TABLE settings ADD COLUMN words TEXT NOT NULL DEFAULT '{}' CHECK (json_type(words) = 'object');
`;

/** Of the admin pages. */
const languages = 'ALTER TABLE users ADD COLUMN language TEXT;';

/** Work on many records, under way and done. */
const jobs = fieldsTable('jobs', 'job');

/** Each migrates to the next schema version (PRAGMA user_version). Only append. */
export const migrations = [
  first,
  history,
  signIn,
  summary,
  comments,
  mediaMetadata,
  moderation,
  trashedComments,
  imports,
  covers,
  authorPages,
  statistics,
  tagDescriptions,
  commentAuthors,
  searchEngines,
  siteTexts,
  appearance,
  words,
  languages,
  jobs,
];
