import { remembering } from '../../base/remembering.js';
import { isOfConnection } from './fields.js';

/**
 * What the origin never gets: where the request went, from whom and by which method in the words of other proxies. It
 * is no part of the key, so with it anyone could have a response stored that is meant for another address (“cache
 * poisoning”).
 */
const POISONERS =
  /^(?:forwarded|x-(?:forwarded.*|original-.+|rewrite-.+|host|host-override|backend-host|http-(?:host|method|destinationurl).*|method-override|(?:url-)?scheme|real-ip|(?:cluster-|envoy-)?(?:client-ip|external-address)|remote-.+|proxy.*|arr-ssl|accel-.+|sendfile.*|middleware-.+)|(?:true-|cf-|fastly-)?(?:client|connecting)-ip|front-end-https|proxy|base-url|request-uri|redirect-url)$/;

/**
 * What clients send as a matter of course. Its standard says what it means, so an origin whose response depends on it
 * knows that it has to name it in Vary, and those of the cache itself.
 */
const USUAL = new Set([
  ...[
    'accept',
    'accept-charset',
    'accept-encoding',
    'accept-language',
    'alt-used',
    'authorization',
  ],
  ...['cache-control', 'cdn-loop', 'content-length', 'cookie', 'date', 'device-memory', 'dnt'],
  ...['downlink', 'dpr', 'ect', 'expect', 'from', 'host', 'http2-settings', 'if-match'],
  ...['if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'max-forwards'],
  ...['origin', 'pragma', 'priority', 'purpose', 'range', 'referer', 'rtt', 'save-data', 'sec-gpc'],
  ...['sec-purpose', 'traceparent', 'tracestate', 'upgrade-insecure-requests', 'user-agent', 'via'],
  ...['viewport-width', 'width'],
]);

/** As browsers alone may set them: client hints, and fetch metadata. */
const OF_BROWSERS = /^sec-(?:ch|fetch)-/;

/** @param {string} name in lower case @returns {boolean} */
export const isUsual = (name) => USUAL.has(name) || OF_BROWSERS.test(name);

/**
 * Whether the origin must not get a field: a poisoner, or one that CGI, WSGI and the like would take for a usual one,
 * or for one of the connection, since they tell only letters and digits apart.
 * @param {string} name in lower case
 * @returns {boolean}
 */
export const isRefused = remembering((name) => {
  const folded = name.replace(/[^a-z\d]/g, '-');
  if (POISONERS.test(folded)) return true;
  return folded !== name && (isUsual(folded) || isOfConnection(folded));
});
