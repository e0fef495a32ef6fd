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
const userOrPassword = `iif((NEW.id, NEW.name, NEW.role, NEW.about, NEW.picture, NEW.more)
  IS (OLD.id, OLD.name, OLD.role, OLD.about, OLD.picture, OLD.more), 'password', 'user')`;

/** What the console may give any value stands in columns; every other field of a record stands in this one. */
const more = `more TEXT NOT NULL DEFAULT '{}' CHECK (json_type(more) = 'object')`;

/**
 * The tables that readers see. Short columns precede long texts, so that queries for the short ones need not read
 * overflow pages. There are no foreign keys, since CouchDB has none either; `doctor` finds references to missing
 * records.
 */
const readersTables = `
  CREATE TABLE posts (
    id TEXT PRIMARY KEY NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('post', 'page')),
    slug TEXT NOT NULL,
    title TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
    author TEXT NOT NULL DEFAULT '',
    coAuthors TEXT CHECK (json_valid(coAuthors)),
    cover TEXT CHECK (json_valid(cover)),
    status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
    publishedAt TEXT CHECK (publishedAt IS NOT NULL OR status = 'draft'),
    commentsClosed INTEGER NOT NULL DEFAULT 0 CHECK (commentsClosed IN (0, 1)),
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    description TEXT,
    canonicalUrl TEXT,
    noindex INTEGER NOT NULL DEFAULT 0 CHECK (noindex IN (0, 1)),
    ${more},
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
    author TEXT,
    createdAt TEXT NOT NULL,
    ${more},
    revision INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    url TEXT NOT NULL DEFAULT '',
    markdown TEXT NOT NULL,
    html TEXT NOT NULL
  ) STRICT;

  CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'author')),
    about TEXT,
    picture TEXT,
    email TEXT,
    language TEXT,
    password TEXT,
    passwordAt TEXT,
    secondFactor TEXT CHECK (secondFactor IS NULL OR json_type(secondFactor) = 'object'),
    ${more},
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
    comments TEXT NOT NULL DEFAULT 'held' CHECK (comments IN ('held', 'shown', 'off')),
    commentsCloseAfterDays INTEGER NOT NULL DEFAULT 0,
    tagDescriptions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tagDescriptions)),
    logo TEXT NOT NULL DEFAULT '',
    icon TEXT NOT NULL DEFAULT '',
    poweredBy INTEGER NOT NULL DEFAULT 1 CHECK (poweredBy IN (0, 1)),
    llmsText TEXT NOT NULL DEFAULT '',
    securityText TEXT NOT NULL DEFAULT '',
    theme TEXT NOT NULL DEFAULT 'journal',
    appearance TEXT NOT NULL DEFAULT '{}' CHECK (json_type(appearance) = 'object'),
    words TEXT NOT NULL DEFAULT '{}' CHECK (json_type(words) = 'object'),
    ${more},
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`;

/** With a covering index for the summaries, so that reading them does not touch the long texts. */
const readersTriggers = `
  CREATE INDEX posts_summary ON posts (
    id, type, slug, title, tags, author, coAuthors, cover, status, publishedAt, updatedAt, commentsClosed, description,
    canonicalUrl, noindex, more, teaserDigest, words, revision, rendered
  );
  CREATE INDEX comments_of_a_post ON comments (postId, createdAt, id);
  CREATE INDEX comments_approved ON comments (id, revision) WHERE status = 'approved';
  CREATE INDEX comments_by_status ON comments (status, createdAt, id);
  CREATE INDEX comments_counted ON comments (status, postId);

  ${triggers('posts', 'post', { alsoSet: markStale })}
  ${triggers('comments', 'comment')}
  ${triggers('users', 'user', { kindOfUpdate: userOrPassword })}
  ${triggers('settings', 'settings')}
`;

/** Of records that are only looked up by id. @param {string} table @param {string} kind @returns {string} SQL */
const fieldsTable = (table, kind) => `
  CREATE TABLE ${table} (
    id TEXT PRIMARY KEY NOT NULL,
    fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  ${triggers(table, kind)}
`;

/** Of files without their bytes: what stands behind these in the table would be read through all of them. */
const mediaIndex = `
  CREATE INDEX media_facts ON media (id, type, width, height, size, by, alt, createdAt, more, revision);
`;

/** @param {'NEW' | 'OLD' | 'subscribers'} row @returns {string} SQL: by what a subscriber is counted */
const countedBy = (row) => {
  const field = (/** @type {string} */ name) =>
    `coalesce(json_extract(${row}.fields, '$.${name}'), '')`;
  return `${field('state')}, ${field('source')}, substr(${field('confirmedAt')}, 1, 10)`;
};
/** @param {'NEW' | 'OLD' | 'subscribers'} row @returns {string} SQL: not what is only kept so that nobody comes back */
const isCounted = (row) => `json_extract(${row}.fields, '$.email') <> ''`;
/** @param {'NEW' | 'OLD'} row @param {1 | -1} by */
const countSubscriber = (row, by) => `
    INSERT INTO subscriberCounts SELECT ${countedBy(row)}, ${by} WHERE ${isCounted(row)}
      ON CONFLICT DO UPDATE SET count = count + ${by};`;

/** SQL: by what a subscriber is found. */
export const addressOfSubscriber = `lower(json_extract(fields, '$.email'))`;

/**
 * Their addresses, to look through, and how many there are, which would take long to count: kept by the writes
 * themselves, so always right.
 */
const withSubscriberCounts = `
  CREATE TABLE subscriberCounts (
    state TEXT NOT NULL,
    source TEXT NOT NULL,
    day TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (state, source, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX subscribers_by_address ON subscribers (${addressOfSubscriber}, id);
  INSERT INTO subscriberCounts
    SELECT ${countedBy('subscribers')}, count(*) FROM subscribers WHERE ${isCounted('subscribers')} GROUP BY 1, 2, 3;
  CREATE TRIGGER subscribers_counted AFTER INSERT ON subscribers BEGIN ${countSubscriber('NEW', 1)} END;
  CREATE TRIGGER subscribers_recounted AFTER UPDATE OF fields ON subscribers BEGIN
    ${countSubscriber('OLD', -1)} ${countSubscriber('NEW', 1)}
  END;
  CREATE TRIGGER subscribers_discounted AFTER DELETE ON subscribers BEGIN ${countSubscriber('OLD', -1)} END;
`;

/** Of what people do and what is mailed to them. */
const withPeople = `
  ${fieldsTable('acts', 'act')}
  ${fieldsTable('subscribers', 'subscriber')}
  ${fieldsTable('mailings', 'mailing')}
  ${fieldsTable('deliveries', 'delivery')}
  ${fieldsTable('mails', 'mail')}
`;

/** All tables of a new database. */
export const schema = `
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

  ${readersTables}
  ${readersTriggers}

  CREATE TABLE addresses (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    held INTEGER NOT NULL CHECK (held IN (0, 1)),
    claimedAt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  ${triggers('addresses', 'address')}

  CREATE TABLE media (
    id TEXT PRIMARY KEY NOT NULL,
    type TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    size INTEGER NOT NULL,
    by TEXT NOT NULL DEFAULT '',
    alt TEXT NOT NULL DEFAULT '',
    createdAt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    bytes BLOB NOT NULL,
    ${more}
  ) STRICT;
  ${mediaIndex}
  ${triggers('media', 'media')}

  ${fieldsTable('tokens', 'token')}
  ${fieldsTable('sessions', 'session')}
  ${fieldsTable('versions', 'version')}
  ${fieldsTable('histories', 'history')}
  ${fieldsTable('autosaves', 'autosave')}
  ${fieldsTable('trash', 'trash')}
  ${fieldsTable('trashedComments', 'trashedComment')}
  ${fieldsTable('imports', 'import')}
  ${fieldsTable('statistics', 'statistics')}
  ${fieldsTable('counts', 'counts')}
  ${fieldsTable('jobs', 'job')}
  ${withPeople}
  ${withSubscriberCounts}
`;

/** What makes a database another one than that of which it is a copy. */
export const renewEpoch = `UPDATE main.meta SET value = lower(hex(randomblob(16))) WHERE name = 'epoch'`;

/** The PRAGMA user_version of that, and of the oldest database that is brought over, which this commit wrote. */
export const VERSION = 24;
export const OLDEST = 19;
export const OLDEST_COMMIT = '40fc539b';
/** When jobs came, when the column `more` did, when that of media, and when what is mailed. */
const WITH_JOBS = 20;
const WITH_MORE = 21;
const WITH_MORE_OF_MEDIA = 22;
const WITH_PEOPLE = 23;

/** Tables whose columns are another, and those that only have another name, with what their kind was called. */
const REBUILT = ['posts', 'comments', 'users', 'settings'];
const RENAMED = [
  { before: 'desks', table: 'histories', kind: 'history' },
  { before: 'copies', table: 'autosaves', kind: 'autosave' },
  { before: 'tallies', table: 'counts', kind: 'counts' },
];

/** @param {string} table @returns {string} SQL */
const dropTriggers = (table) =>
  ['inserted', 'updated', 'deleted'].map((event) => `DROP TRIGGER ${table}_${event};`).join('\n');

/**
 * @param {number} version  from OLDEST to VERSION - 1
 * @param {(table: string) => string[]} columnsOf  a table of the database
 * @returns {string} SQL that brings the database over; the revisions of its records stay
 */
export const bringOver = (version, columnsOf) => `
  ${version < WITH_MORE ? withMore(version, columnsOf) : ''}
  ${version < WITH_MORE_OF_MEDIA ? `ALTER TABLE media ADD COLUMN ${more}; ${mediaIndex}` : ''}
  ${version < WITH_PEOPLE ? withPeople : ''}
  ${withSubscriberCounts}
`;

/** @type {typeof bringOver} */
const withMore = (version, columnsOf) => `
  ${REBUILT.map((table) => `${dropTriggers(table)} ALTER TABLE ${table} RENAME TO before_${table};`).join('\n')}
  ${['posts_summary', ...['of_a_post', 'approved', 'by_status', 'counted'].map((name) => `comments_${name}`)].map((index) => `DROP INDEX ${index};`).join('\n')}
  ${readersTables}
  ${REBUILT.map((table) => {
    const columns = columnsOf(table).join(', ');
    return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM before_${table}; DROP TABLE before_${table};`;
  }).join('\n')}
  ${readersTriggers}
  ${RENAMED.map(({ before, table, kind }) => `${dropTriggers(before)} ALTER TABLE ${before} RENAME TO ${table}; ${triggers(table, kind)}`).join('\n')}
  ${version < WITH_JOBS ? fieldsTable('jobs', 'job') : ''}
`;
