import { isField, isOfConnection, valueOf } from '../rules/fields.js';
/** @import { StoredResponse } from '../types.js' */

/**
 * For what comes from another process, perhaps of an older version: sent, it would be an error, or end elsewhere than
 * it says.
 * @param {Pick<StoredResponse, 'status' | 'headers' | 'body'>} response
 * @returns {boolean} whether it can be sent as it is
 */
export function isSendable({ status, headers, body }) {
  if (!(status >= 200 && status <= 999) || headers.length % 2 > 0) return false;
  for (let i = 0; i < headers.length; i += 2)
    if (!isField(headers[i], headers[i + 1]) || isOfConnection(headers[i].toLowerCase()))
      return false;
  const length = valueOf(headers, 'content-length');
  return length === undefined || length === String(body.length);
}
