import { startBlog } from './blog.js';
import { hasOtherAuthors } from './chapters/authors.js';
import { hasPicturesAndImports, isChanged, isSetUp, keepsToItself } from './chapters/begins.js';
import { isPutInOrder } from './chapters/order.js';
import { hasReaders, publishesInTime } from './chapters/readers.js';
import { mailsOnce, mailsWhoWants } from './chapters/mail.js';
import { hasTwoServers, isKilled, isRightInTheEnd, isUpdated } from './chapters/servers.js';
import { isBackedUp, isCopied, isExported } from './chapters/stores.js';
/** @import { Blog } from './blog.js' */

/**
 * What a small blog lives through in a month, on a real store, through the real front door. Each part stands on those
 * before it. `DAY_NODE` names a further Node.js that it goes on with, `DAY_STORE` a CouchDB that it is in.
 */
describe('A small blog', function () {
  this.timeout(240_000);
  this.bail(true);

  /** @type {Blog} */
  let blog;
  before(async () => {
    blog = await startBlog();
  });
  after(() => blog?.end());

  it('is set up and written in, in a browser where there is one', () => isSetUp(blog));
  it('has pictures, posts and imports, whose old addresses lead on', () =>
    hasPicturesAndImports(blog));
  it('is changed: each page shows at once what it is now', () => isChanged(blog));
  it('shows nobody what is not published, not published any more, or deleted', () =>
    keepsToItself(blog));
  it('is put in order: tags, menu, versions, files', () => isPutInOrder(blog));
  it('has readers who come back, and who comment', () => hasReaders(blog));
  it('has other authors, who may do what their role says, until they are gone', () =>
    hasOtherAuthors(blog));
  it('mails each subscriber once, though the server is stopped in the middle', () =>
    mailsOnce(blog));
  it('mails none who has left, or whose address bounces', () => mailsWhoWants(blog));
  it('publishes what is scheduled in time, everywhere', () => publishesInTime(blog));
  it('loses nothing that it has acknowledged when it is killed', () => isKilled(blog));
  it('is backed up while it runs, and restored, as it was', () => isBackedUp(blog));
  it('is the same blog where its export is imported', () => isExported(blog));
  it('is the same blog in another store', () => isCopied(blog));
  it('is served by two servers, and each shows what the other wrote', () => hasTwoServers(blog));
  it('is updated, and served by several workers, on another Node.js where there is one', () =>
    isUpdated(blog));
  it('is in the end what it would be if it began now, and has said nothing that nobody explains', () =>
    isRightInTheEnd(blog));
});
