import { LarderError } from '../base/errors.js';
/** @import { IncomingMessage as Request } from 'node:http' */

/**
 * @param {Pick<Request, 'headers'>} request
 * @returns {boolean} whether its body has no other transfer coding than Node.js decodes
 */
export const isPlainlyCoded = ({ headers: { 'transfer-encoding': coding } }) =>
  coding === undefined || /^chunked$/i.test(coding.trim());

/** RFC 9112 section 6.1. */
export const otherCoding = () =>
  new LarderError('notImplemented', 'Of transfer codings, chunked alone is supported', {
    headers: ['Connection', 'close'],
  });
