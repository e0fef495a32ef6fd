import { parseCacheControl, parseTargeted } from './cache-control.js';
import { valueOf } from './fields.js';

/**
 * @param {readonly string[]} headers of a response
 * @returns {number | undefined} seconds for which they say that it is fresh in a shared cache; undefined: they do not say
 */
export function explicitLifetime(headers) {
  const directives =
    parseTargeted(valueOf(headers, 'cdn-cache-control')) ??
    parseCacheControl(valueOf(headers, 'cache-control'));
  return directives.seconds('s-maxage') ?? directives.seconds('max-age');
}
