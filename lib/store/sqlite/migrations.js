/**
 * What the triggers of one table do. Every write to it, also one in the database's own console, gets
 * the next number in `changes`, and that number becomes the record's revision: so it never goes back
 * for one id. Our own updates set revision to 0, so an update that leaves it alone is the console's; one
 * that sets any other is the trigger's own (which comes back here under recursive_triggers).
 *
 * @param {string} table
 * @param {string} kind
 * @param {{ kindOfUpdate?: string, alsoSet?: string }} [more] SQL in which NEW and OLD stand for the row
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

/** What the console can change without making the HTML anew: such a row is marked with rendered = ''. */
const markStale = `,
      rendered = iif(NEW.revision = OLD.revision AND NEW.rendered = OLD.rendered
        AND (NEW.markdown, NEW.excerpt, NEW.html, NEW.teaser) IS NOT (OLD.markdown, OLD.excerpt, OLD.html, OLD.teaser),
        '', NEW.rendered),
      teaserDigest = iif(NEW.revision = OLD.revision AND NEW.teaser <> OLD.teaser, '', NEW.teaserDigest)`;

/** A password is no business of readers: a change of it alone is noted as a kind that the feed leaves out. */
const userOrPassword = `iif((NEW.id, NEW.name, NEW.role) IS (OLD.id, OLD.name, OLD.role), 'password', 'user')`;

/**
 * The tables in their first shape. Short columns come first and long texts last, so that whatever reads
 * the short ones does not go through the pages which long texts spill into. No table refers to another: both stores keep what
 * they are told and take away nothing else, and doctor finds what dangles.
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
/**
 * What is looked up by id alone.
 * @param {string} table
 * @param {string} kind
 */
const fieldsTable = (table, kind) => `
  CREATE TABLE ${table} (
    id TEXT PRIMARY KEY NOT NULL,
    fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  ${triggers(table, kind)}
`;

/** What lies beside a post for its authors: earlier versions, unpublished work, what was deleted. */
const beside =
  fieldsTable('versions', 'version') +
  fieldsTable('desks', 'desk') +
  fieldsTable('copies', 'copy') +
  fieldsTable('trash', 'trash');

/** How users sign in. */
const signIn = `
  ALTER TABLE users ADD COLUMN passwordAt TEXT;
  ALTER TABLE users ADD COLUMN secondFactor TEXT CHECK (secondFactor IS NULL OR json_type(secondFactor) = 'object');
`;

/** All that the summaries need, so that they are read from here and never from among the long texts. */
const summary = `
  CREATE INDEX posts_summary ON posts (
    id, type, slug, title, tags, author, status, publishedAt, updatedAt, teaserDigest, words, revision, rendered
  );
`;

/** What becomes of comments, and where notices of them go. */
const comments = `
  ALTER TABLE settings ADD COLUMN comments TEXT NOT NULL DEFAULT 'held' CHECK (comments IN ('held', 'shown', 'off'));
  ALTER TABLE settings ADD COLUMN commentsCloseAfterDays INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN email TEXT;
`;

/**
 * Who uploaded a file, what it shows, and its size. The bytes stay last, so that what lists files does not go through them:
 * hence another table, and not new columns behind them.
 */
const facts = `
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

/** Whether a post is closed to comments, in the summary too; comments by status, for those who moderate. */
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

/** Comments that were deleted and can come back. */
const trashedComments = fieldsTable('trashedComments', 'trashedComment');

/** What imports have brought. */
const imports = fieldsTable('imports', 'import');

/** In JSON: the image that stands for a post, and its further authors. */
const covers = `
  ALTER TABLE posts ADD COLUMN cover TEXT CHECK (json_valid(cover));
  ALTER TABLE posts ADD COLUMN coAuthors TEXT CHECK (json_valid(coAuthors));
`;

/** Each takes the tables to the next version (PRAGMA user_version). Only ever add to the end. */
export const migrations = [
  first,
  beside,
  signIn,
  summary,
  comments,
  facts,
  moderation,
  trashedComments,
  imports,
  covers,
];
