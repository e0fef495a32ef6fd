/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Clock } from '../clock.js' */

/** Milliseconds and bytes for which one who is still sending is listened to. */
const LINGER = 2000;
const LISTEN_TO = 4 * 1024 * 1024;

/**
 * Ends an answer to one who is still sending. To close at once would make the client's system throw the answer away
 * unread (RFC 9112 section 9.6); to read to the end would let anyone send for as long as they like.
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
