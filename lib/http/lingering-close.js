/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */

/** For how many milliseconds and bytes the rest of a request is read and discarded. */
const LINGER = 2000;
const LISTEN_TO = 4 * 1024 * 1024;

/**
 * Ends a response while the client is still sending. Closing at once would make the client's system discard the
 * response unread (RFC 9112 section 9.6); reading to the end would let anyone send for ever.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response whose headers were written, with `Connection: close`
 * @param {Buffer} body
 * @param {Pick<Clock, 'after'>} clock
 */
export function closeLingering(request, response, body, clock) {
  let heard = 0;
  const end = () => {
    cancel();
    request.off('data', listen).off('end', end).off('close', end);
    response.end();
  };
  const listen = (/** @type {Buffer} */ chunk) => {
    heard += chunk.length;
    if (heard > LISTEN_TO) end();
  };
  const cancel = clock.after(LINGER, end);
  request.on('data', listen).on('end', end).on('close', end);
  if (body.length > 0) response.write(body);
  else response.flushHeaders();
  request.resume();
}
