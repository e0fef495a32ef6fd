import { createHash } from 'node:crypto';
import { usualSettings } from '../../lib/store/settings-fields.js';
import { textsOf } from '../../lib/store/text-fields.js';
/** @import { Address, Comment, Autosave, PostHistory, Imported, Kind, Media, Post } from '../../lib/store/types.js' */
/** @import { Session, Settings, Token, Trash, TrashedComment, User, Version } from '../../lib/store/types.js' */

/** Records with names, as the tests use them. */

/** @type {Post} */
export const welcomePost = {
  id: '0b5c7f2e-6a0e-4f0c-9d62-0d6f3c1f7a01',
  type: 'post',
  slug: 'welcome',
  title: 'Welcome to the larder',
  markdown: 'Jam, *pickles* and `bread`.',
  excerpt: '',
  tags: ['Kitchen', 'node.js'],
  author: 'ada',
  status: 'published',
  publishedAt: '2026-03-01T08:00:00.000Z',
  commentsClosed: false,
  createdAt: '2026-02-27T19:30:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  html: '<p>Jam, <em>pickles</em> and <code>bread</code>.</p>',
  teaser: 'Jam, pickles and bread.',
  words: 4,
  rendered: '1:kH2pUuQm',
};

/** @type {Post} */
export const breadDraft = {
  ...welcomePost,
  id: '7d3e9a44-5b0f-4c1d-8a57-5d5f7f1f9b02',
  slug: 'bread',
  title: 'Bread, one day',
  tags: [],
  author: '',
  status: 'draft',
  publishedAt: null,
  markdown: 'Flour.',
  html: '<p>Flour.</p>',
  teaser: 'Flour.',
  words: 1,
};

/** @type {Post} */
export const aboutPage = {
  ...welcomePost,
  id: 'c4a1f9d0-1111-4a6b-8a57-0d6f3c1f7a03',
  type: 'page',
  slug: 'about',
  title: 'About',
  tags: [],
  commentsClosed: true,
  cover: { src: '/media/0123456789abcdef-jar.png', alt: 'A “jar”' },
  coAuthors: ['grace', 'bob'],
  description: 'Jars, “described”',
  canonicalUrl: 'https://jars.example/?a=1',
  noindex: true,
};

/** @type {Comment} */
export const friendlyComment = {
  ...textsOf('comment', {}),
  id: `${welcomePost.id}:5a0d7b1e-0000-4000-8000-000000000001`,
  postId: welcomePost.id,
  replyTo: '',
  author: 'grace',
  name: 'Grace',
  url: 'https://grace.example',
  markdown: 'What a *shelf*!',
  html: '<p>What a <em>shelf</em>!</p>',
  status: 'approved',
  createdAt: '2026-03-02T10:00:00.000Z',
};

/** @type {Comment} */
export const waitingComment = {
  ...friendlyComment,
  id: `${welcomePost.id}:0e6f1c2d-0000-4000-8000-000000000002`,
  replyTo: friendlyComment.id,
  name: 'Linus',
  url: '',
  status: 'pending',
  createdAt: '2026-03-03T10:00:00.000Z',
};

/** @type {User} */
export const ada = {
  id: 'ada',
  name: 'Ada Lovelace',
  role: 'owner',
  email: 'ada@example.org',
  password: 'scrypt$of-a-secret',
  passwordAt: '2026-02-01T08:00:00.000Z',
  secondFactor: { secret: 'MZXW6YTB', lastStep: 59_000_000, recoveryCodes: ['digest-of-a-code'] },
};

/** @type {User} */
export const importedAuthor = { id: 'joyee', name: 'Joyee', role: 'author' };

/** @type {Settings} */
export const siteSettings = {
  ...usualSettings,
  id: 'site',
  title: 'The larder',
  tagline: 'Kept ready',
  language: 'en-GB',
  timeZone: 'Europe/Berlin',
  postsPerPage: 10,
  navigation: [{ title: 'About', url: '/about' }],
  comments: 'shown',
  commentsCloseAfterDays: 30,
  tagDescriptions: [{ tag: 'C++', text: 'A language.\n\nOf many.' }],
  logo: '',
  icon: '',
  poweredBy: false,
  llmsText: '# The larder\n',
  securityText: '',
  theme: 'magazine',
  appearance: { accent: '#7c2d12', pinned: ['7c4a8d09-ca37-4f1e-9b3d-2f1a0e5c6b7d'] },
  words: { readNext: 'More like this' },
};

/** @type {Address} */
export const welcomeAddress = {
  id: '/post/welcome',
  owner: welcomePost.id,
  held: true,
  claimedAt: '2026-03-01T08:00:00.000Z',
};

/** @type {Address} */
export const oldAddress = {
  ...welcomeAddress,
  id: '/2012/05/_local/jam & bröt?.html',
  held: false,
};

const pixels = Buffer.from([0, 255, 1, 254, 13, 10, 0]);

/** @type {Media} */
export const jamPhoto = {
  ...textsOf('media', {}),
  id: `${createHash('sha256').update(pixels).digest('hex').slice(0, 16)}-jam.png`,
  type: 'image/png',
  bytes: pixels,
  size: pixels.length,
  width: 640,
  height: null,
  by: 'ada',
  alt: 'Six jars on a shelf',
  createdAt: '2026-03-01T08:00:00.000Z',
};

/** @type {Token} */
export const publishingToken = {
  id: 'digest-of-a-token',
  user: 'ada',
  scopes: ['posts:write'],
  label: 'Phone',
  createdAt: '2026-03-01T08:00:00.000Z',
  usedAt: null,
};

/** @type {Session} */
export const adasSession = {
  id: 'digest-of-a-cookie',
  user: 'ada',
  passwordAt: '2026-02-01T08:00:00.000Z',
  stage: 'in',
  secret: '',
  createdAt: '2026-03-01T08:00:00.000Z',
  seenAt: '2026-03-01T09:00:00.000Z',
  agent: 'Lynx',
};

/** @type {Version} */
export const firstVersion = {
  id: `${welcomePost.id}:3-abc`,
  type: 'post',
  slug: 'welcome',
  title: 'Welcome',
  markdown: 'Jam.\n',
  excerpt: '',
  tags: ['Kitchen'],
  author: 'ada',
  status: 'draft',
  publishedAt: null,
  updatedAt: '2026-02-28T08:00:00.000Z',
  by: 'ada',
};

/** @type {PostHistory} */
export const welcomeHistory = {
  id: welcomePost.id,
  by: 'ada',
  autosaved: false,
  versions: [
    {
      id: firstVersion.id,
      title: 'Welcome',
      status: 'draft',
      savedAt: '2026-02-28T08:00:00.000Z',
      by: 'ada',
    },
  ],
  secret: 'of-the-preview-link',
};

/** @type {Autosave} */
export const adasAutosave = {
  id: `${welcomePost.id}:ada`,
  base: '4-def',
  savedAt: '2026-03-05T08:00:00.000Z',
  fields: { title: 'Welcome!', markdown: 'Jam & more.', slug: 'welcome' },
};

/** @type {Trash} */
export const deletedBread = {
  id: breadDraft.id,
  post: breadDraft,
  comments: [{ ...friendlyComment, revision: '1-x' }],
  removedAt: '2026-03-06T08:00:00.000Z',
  by: '',
};

/** @type {TrashedComment} */
export const deletedComment = {
  id: waitingComment.id,
  comment: waitingComment,
  removedAt: '2026-03-07T08:00:00.000Z',
  by: 'ada',
};

/** @type {Imported} */
export const importedWelcome = { id: `post:${welcomePost.id}`, given: 'abc', kept: 'def' };

/** A name that V8 and databases could take for something else. */
const odd = JSON.parse('{"toString": 1, "constructor": 2, "": 3, "/1": 4}');
export const countedDay = { id: 'day:2026-03-06', views: 10, pages: odd, hours: { '07': [10, 2] } };
export const countedHour = { id: 'hour:2026-03-07T08:w:1', hour: '2026-03-07T08', pages: odd };

/** One of every kind. @type {[Kind, any][]} */
export const oneOfEachKind = [
  ['post', welcomePost],
  ['post', breadDraft],
  ['post', aboutPage],
  ['comment', friendlyComment],
  ['comment', waitingComment],
  ['user', ada],
  ['user', importedAuthor],
  ['settings', siteSettings],
  ['address', welcomeAddress],
  ['address', oldAddress],
  ['media', jamPhoto],
  ['token', publishingToken],
  ['session', adasSession],
  ['version', firstVersion],
  ['history', welcomeHistory],
  ['autosave', adasAutosave],
  ['trash', deletedBread],
  ['trashedComment', deletedComment],
  ['import', importedWelcome],
  ['statistics', countedDay],
  ['counts', countedHour],
];

/** A log that keeps quiet, but remembers. */
export function quietLog() {
  /** @type {any[]} */
  const entries = [];
  const note = (/** @type {any[]} */ ...entry) => void entries.push(entry);
  return { entries, trace: note, debug: note, info: note, warn: note, error: note, fatal: note };
}

export const clock = { now: () => performance.now() };
