import { siteRoutes } from '../../lib/router/routes/site.js';

const authors = ['/author/:id', '/author/:id/page/:n'];
const lists = ['/', '/posts', '/page/:n', '/tag/:tag', '/tag/:tag/page/:n', ...authors];
const feeds = ['/atomfeed', '/rss.xml', '/feed.json'].flatMap((path) => [
  path,
  `/tag/:tag${path}`,
  `/author/:id${path}`,
]);
const sitemaps = ['/sitemap.xml', '/sitemap-:n.xml'];
const archive = ['/archive', '/archive/:year', '/archive/:year/page/:n'];
const posts = ['/post/:slug'];
const pages = ['/:slug', '/subscribe'];

/** Where the owner may have a page. */
const maybePage = ['/', '/posts'];

const withPictures = [...posts, ...lists, ...feeds, '/:slug'];
const text = [...posts, ...lists, ...feeds, ...sitemaps];
const line = [...text, ...archive, '/post/:slug/card.png'];
const everyPost = [...line, '/tags'];
const everything = siteRoutes.map(({ path }) => path);

const ofSettings = [
  ...posts,
  ...lists,
  ...feeds,
  ...archive,
  ...pages,
  '/comment-received',
  '/subscribe/asked',
  '/post/:slug/card.png',
  ...['/favicon.ico', '/icon.svg', '/llms.txt', '/security.txt', '/.well-known/security.txt'],
  // An owner's template may show more than ours.
  ...sitemaps,
  '/robots.txt',
  '/tags',
  '/source',
  '/source/about',
  '/source/*path',
];

/** Pages that say something in the blog's language. */
const wordy = [
  ...[...posts, ...lists, ...feeds, ...archive, ...pages],
  ...[
    '/comment-received',
    '/subscribe/asked',
    '/tags',
    '/source',
    '/source/about',
    '/source/*path',
  ],
];

/** What the owner's theme makes. */
const themed = [
  ...[
    ...posts,
    ...lists,
    ...archive,
    ...pages,
    '/tags',
    '/source',
    '/source/about',
    '/source/*path',
  ],
  '/comment-received',
  '/subscribe/asked',
  // Their accent.
  ...['/icon.svg', '/favicon.ico', '/post/:slug/card.png'],
];

/** Steps that clear pages because somebody wants it, or that were none in between: counted apart. */
export const onPurpose = new Set(['clearByHand', 'restoreBackup', 'uploadAgain', 'changeBack']);

/**
 * What each kind of step may clear, by route. All else it must keep: a cell that is not named here and was
 * cleared even once fails the test. docs/cache.md has the same as a table.
 * @type {Record<string, string[]>}
 */
export const mayClear = {
  newPost: everyPost,
  // Users and a page, too.
  fill: [...everyPost, ...pages],
  restore: everyPost,
  remove: everyPost,
  removeNewest: everyPost,
  changeMany: everyPost,
  undoMany: everyPost,
  // It uploads the picture, which a page may show, or the blog as its logo.
  editCover: [...text, ...withPictures, ...themed],
  editSearch: [...text, ...pages],
  editStatus: everyPost,
  schedule: everyPost,
  wait: everyPost,
  // A date that is still to come takes a post away.
  editDate: everyPost,
  overtake: everyPost,
  editTags: [...text, '/tags'],
  turnTags: text,
  retag: [...text, '/tags'],
  describeTag: ['/tag/:tag'],
  editTitle: line,
  // A post may become public in between.
  editTwiceInOneSecond: everyPost,
  rename: line,
  editBeginning: text,
  editExcerpt: text,
  editRest: text,
  linkByName: text,
  rerender: [...text, ...pages],
  lengthen: text,
  editAuthor: text,
  turnAuthors: text,
  // What the console has changed is rendered at the next save.
  saveUnchanged: text,
  comment: ['/', '/page/:n', ...posts],
  moderate: ['/', '/page/:n', ...posts],
  removeComment: ['/', '/page/:n', ...posts],
  editComment: posts,
  send: ['/', '/page/:n', ...posts],
  moderateMany: ['/', '/page/:n', ...posts],
  restoreComments: ['/', '/page/:n', ...posts],
  // As above.
  closeComments: text,
  // Posts may also become public meanwhile.
  growOld: everyPost,
  newPage: [...pages, ...sitemaps, ...maybePage],
  editPage: [...pages, ...sitemaps, ...maybePage],
  publishPage: [...pages, ...sitemaps, ...maybePage],
  removePage: [...pages, ...sitemaps, ...maybePage],
  upload: [...withPictures, ...themed],
  describe: [],
  removeUpload: ['/media/:name', '/favicon.ico', ...withPictures, ...themed],
  uploadAgain: ['/media/:name', '/favicon.ico', ...withPictures, ...themed],
  clearByHand: everything,
  changeBack: everything,
  restoreBackup: everything,
  // Anything may be in it.
  console: everything,
  copyBackup: everything,
  importFolder: everything,
  removeUser: [...posts, ...lists, ...feeds],
  setClock: everyPost,
  changeWriter: [],
  update: [],
  updateSource: [],
  updateNode: [],
  changeSetup: [],
  makeBackup: [],
  describeAuthor: [...authors, ...posts],
  nameAuthor: [...posts, ...lists, ...feeds],
  settings: ofSettings,
  words: wordy,
  siteTexts: ofSettings,
  appearance: ofSettings,
  theme: themed,
};

/**
 * @param {Map<string, { cleared: number, kept: number }>} fates by step and route
 * @returns {string[]} a sentence for each thing that was cleared though it should have been kept
 */
export const surprises = (fates) =>
  [...fates].flatMap(([name, { cleared }]) => {
    const [kind, route] = name.split('\t');
    const isExpected = cleared === 0 || mayClear[kind].includes(route);
    return isExpected ? [] : `${kind} cleared ${route} ${cleared} times`;
  });
