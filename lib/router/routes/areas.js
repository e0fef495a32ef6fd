import { SessionCookie } from '../../people/cookies.js';
import { ownOriginsOf } from '../auth-guards.js';
import { createUploadQueue } from '../../http/upload-queue.js';
import { createFormArea, createSiteArea } from './site.js';
import { uncached } from '../../../controllers/route.js';
/** @import { AuthorServices, SearchBlog } from '../../../controllers/types.js' */
/** @import { CommentLimits } from '../../content/comments/limits.js' */
/** @import { AnyArea, Area } from '../../../controllers/route.js' */
/** @import { ViewManager } from '../../views/view-manager.js' */
/** @import { Eventual } from '../../store/types.js' */
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Sample } from '../../statistics/metrics/samples.js' */

/**
 * All routes of the blog, and what each group of them works with.
 * @param {object} parts
 * @param {Omit<AuthorServices, 'ownOrigins' | 'cookies' | 'uploads'>} parts.services
 * @param {string} parts.address  at which the server listens
 * @param {Eventual<CommentLimits>} parts.limits  on comments
 * @param {Monitoring} parts.monitoring
 * @param {ViewManager} parts.views
 * @param {AnyArea['showError']} parts.showError  of the site
 * @returns {(AnyArea | { paths: RegExp, load: () => Promise<AnyArea> })[]} in the order in which a request goes through
 *   them
 */
export function createAreas({ address, limits, monitoring, views, showError, ...parts }) {
  const { baseUrl, clock, search } = parts.services;
  const cookies = {
    session: new SessionCookie(baseUrl),
    device: new SessionCookie(baseUrl, 'larder-device'),
  };
  const services = {
    ...parts.services,
    ownOrigins: ownOriginsOf(baseUrl, address),
    cookies,
    uploads: createUploadQueue({ clock }),
  };
  const forAuthors = { services, views, cookies };
  return [
    createFormArea({ services: { ...services, limits } }),
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
    createSiteArea({ services, showError }),
  ];

  /** @param {SearchBlog} own */
  function laterSearch(own) {
    return {
      paths: /^\/(?:search|opensearch\.xml)$/,
      load: async () => (await import('./search.js')).createSearchArea({ services: own }),
    };
  }
}

/**
 * @typedef {object} Monitoring
 * @property {(request: { headers: IncomingHttpHeaders, address: string }) => boolean} mayRead
 * @property {() => Promise<{ worker?: number, value: Sample }[]>} takeSamples
 */

/**
 * `/metrics`, for Prometheus. To everyone else it is a page that does not exist.
 * @param {Monitoring} services
 * @returns {Area<Monitoring, { text: string, contentType: string }>}
 */
const createMonitoringArea = (services) => ({
  kind: 'api',
  routes: [uncached('GET')('/metrics', [], showMetrics)],
  services,
  show: ({ text, contentType }) => ({ status: 200, contentType, body: text }),
  showError: () => null,
});

/** @param {{ headers: IncomingHttpHeaders, address: string }} request @param {Monitoring} services */
async function showMetrics(request, { mayRead, takeSamples }) {
  if (!mayRead(request)) return null;
  // Takes some milliseconds and 3 MB to load.
  const { contentType, format } = await import('../../statistics/metrics/prometheus.js');
  return { contentType, text: await format(await takeSamples()) };
}
