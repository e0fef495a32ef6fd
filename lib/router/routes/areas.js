import { SessionCookie } from '../../people/cookies.js';
import { ownOriginsOf } from '../auth-guards.js';
import { UploadQueue } from '../../http/upload-queue.js';
import { createMonitoringArea } from './monitoring.js';
import { createFormArea, createSiteArea } from './site.js';
/** @import { Accounts } from '../../people/accounts.js' */
/** @import { AuthorBlog, Blog, SearchBlog } from '../../../controllers/types.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { CommentLimits } from '../../content/comments/limits.js' */
/** @import { Presence } from '../../content/presence.js' */
/** @import { Content } from '../../content/content.js' */
/** @import { Exports } from '../../exchange/jobs/exports.js' */
/** @import { Imports } from '../../exchange/jobs/imports.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Monitoring } from './monitoring.js' */
/** @import { Metrics } from '../../statistics/metrics/status.js' */
/** @import { AnyArea } from '../../../controllers/route.js' */
/** @import { Search } from '../../search/search.js' */
/** @import { Statistics } from '../../statistics/open.js' */
/** @import { ViewManager } from '../../views/view-manager.js' */
/** @import { Eventual } from '../../store/types.js' */

/**
 * All routes of the blog, and what each group of them works with.
 * @param {object} deps
 * @param {Blog} deps.blog
 * @param {string} deps.address  at which the server listens
 * @param {boolean} deps.byAddress  whether it is reached by an address of this machine, since it has no BASE_URL
 * @param {Content} deps.content
 * @param {Accounts} deps.accounts
 * @param {Eventual<Imports>} deps.imports
 * @param {Eventual<CommentLimits>} deps.limits  on comments
 * @param {Eventual<Presence>} deps.presence
 * @param {Exports} deps.exports
 * @param {Eventual<Metrics>} deps.metrics
 * @param {AuthorBlog['machine']} deps.machine
 * @param {AuthorBlog['mailPasswordLink']} deps.mailPasswordLink
 * @param {AuthorBlog['fetchPublic']} deps.fetchPublic
 * @param {Statistics | null} deps.statistics  null: they are off
 * @param {Search | null} deps.search  null: it is off
 * @param {AuthorBlog['exists']} deps.exists
 * @param {AuthorBlog['showAs']} deps.showAs
 * @param {Monitoring} deps.monitoring
 * @param {ViewManager} deps.views
 * @param {AnyArea['showError']} deps.showError  of the site
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @returns {(AnyArea | { paths: RegExp, load: () => Promise<AnyArea> })[]} in the order in which a request goes through
 *   them
 */
export function createAreas({ blog, address, byAddress, views, showError, ...deps }) {
  const { content, accounts, limits, imports, exports, presence, metrics, monitoring } = deps;
  const { machine, mailPasswordLink, fetchPublic, statistics, search, exists, showAs, clock, log } =
    deps;
  const checking = { clock, ownOrigins: ownOriginsOf(blog.baseUrl, address), byAddress };
  const cookies = {
    session: new SessionCookie(blog.baseUrl),
    device: new SessionCookie(blog.baseUrl, 'larder-device'),
  };
  const uploads = new UploadQueue({ clock });
  const services = {
    ...blog,
    ...checking,
    content,
    accounts,
    imports,
    exports,
    presence,
    metrics,
    machine,
    mailPasswordLink,
    fetchPublic,
    statistics,
    search,
    exists,
    showAs,
    log,
    cookies,
    uploads,
  };
  const forAuthors = { services, views, cookies };
  return [
    createFormArea({ services: { ...blog, ...checking, content, limits } }),
    {
      paths: /^\/admin(\/|$)/,
      load: async () => (await import('./admin.js')).createAdminArea(forAuthors),
    },
    {
      paths: /^\/api(\/|$)/,
      load: async () => (await import('./api.js')).createApiArea(forAuthors),
    },
    ...(search ? [laterSearch({ ...services, search })] : []),
    createMonitoringArea(monitoring),
    createSiteArea({ services: blog, showError }),
  ];

  /** @param {SearchBlog} own */
  function laterSearch(own) {
    return {
      paths: /^\/(?:search|opensearch\.xml)$/,
      load: async () => (await import('./search.js')).createSearchArea({ services: own }),
    };
  }
}
