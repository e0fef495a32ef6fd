import { LarderError } from './errors.js';

/** Values in one body: a post has some ten and its tags. Each costs memory, however little was sent of it. */
const MOST_VALUES = 10_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/**
 * @param {Buffer} body
 * @returns {unknown}
 * @throws {LarderError} `badRequest`; `tooLarge` when it is made of more than 10,000 values
 */
export function parseJson(body) {
  if (body.length === 0) throw new LarderError('badRequest', 'The JSON body is missing');
  refuseMany(body);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw new LarderError('badRequest', 'The body is not valid UTF-8', { cause: error });
    const { message } = error;
    throw new LarderError('badRequest', `The body is not JSON: ${message}`, { cause: error });
  }
}

/** @param {Buffer} body */
function refuseMany(body) {
  let values = 1;
  let isText = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  }
  if (values > MOST_VALUES)
    throw new LarderError('tooLarge', `A JSON body can have at most ${MOST_VALUES} values`);
}
