import { uncached } from '../../../controllers/route.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Sample } from '../../statistics/metrics/samples.js' */
/** @import { Area } from '../../../controllers/route.js' */

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
export const createMonitoringArea = (services) => ({
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
