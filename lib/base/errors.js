/**
 * All expected errors, in one table: code, HTTP status and the title that visitors see. Anything
 * else is logged with its cause and answered as `internal`.
 */
const table = /** @type {const} */ ({
  badRequest: { status: 400, title: 'Bad request' },
  unauthorised: { status: 401, title: 'Please sign in' },
  forbidden: { status: 403, title: 'You don’t have permission' },
  notFound: { status: 404, title: 'Not found' },
  methodNotAllowed: { status: 405, title: 'Method not allowed' },
  timeout: { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'This was changed in the meantime' },
  gone: { status: 410, title: 'This page was removed' },
  preconditionFailed: { status: 412, title: 'This was changed in the meantime' },
  tooLarge: { status: 413, title: 'Too large' },
  uriTooLong: { status: 414, title: 'The address is too long' },
  unsupported: { status: 415, title: 'Unsupported content type' },
  misdirected: { status: 421, title: 'Wrong host' },
  invalid: { status: 422, title: 'Invalid input' },
  preconditionRequired: { status: 428, title: 'If-Match is required' },
  tooMany: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  notImplemented: { status: 501, title: 'Not supported' },
  badGateway: { status: 502, title: 'The origin gave no usable response' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  gatewayTimeout: { status: 504, title: 'The origin took too long' },
  notStored: { status: 504, title: 'Nothing is stored that fits the request' },
  noSpace: { status: 507, title: 'Out of space' },
  loop: { status: 508, title: 'The request goes in a circle' },
});

/** @typedef {keyof typeof table} ErrorCode */

/**
 * What became of a write that failed, in the words of the author. `open`: nobody can know yet; `unsettled`: not saved,
 * like all others until the record has one text again.
 */
const outcomes = /** @type {const} */ ({
  saved: 'What you sent was saved.',
  notSaved: 'What you sent was not saved.',
  open: 'What you sent may still appear.',
  unsettled:
    'What you sent was not saved, because the database has two texts of it. If that stays so, the owner finds at “System” what to do.',
});

/** @typedef {keyof typeof outcomes} Outcome */

/** An error with one of the codes above. `message` is for the log and the terminal. */
export class LarderError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message one sentence that says what is wrong and, where it can, what to do
   * @param {{ cause?: unknown, field?: string, details?: Record<string, unknown>, headers?: string[], outcome?:
   * Outcome, word?: [key: string, values?: Record<string, string | number>] }} [options] `field` names the invalid
   * input; `headers`: of the response, as a flat list; `outcome`: of what was to be written; `word`: what readers see
   * of it, in words/en.json
   */
  constructor(code, message, options = {}) {
    const { cause, field, details, headers = [], outcome = 'notSaved', word } = options;
    super(message, { cause });
    this.name = 'LarderError';
    this.code = code;
    this.field = field;
    this.details = details;
    this.headers = headers;
    this.outcome = outcome;
    this.word = word;
  }
}

/**
 * @param {unknown} error
 * @param {Outcome} outcome
 * @returns {unknown} an `unavailable` with this outcome; any other as it is, and one that tells more than `notSaved`
 */
export function withOutcome(error, outcome) {
  if (!isError(error, 'unavailable')) return error;
  if (error.outcome === 'unsettled' && outcome === 'notSaved') return error;
  const { code, message, ...options } = error;
  return new LarderError(code, message, { ...options, cause: error.cause, outcome });
}

/** @param {LarderError} error of a request that writes @returns {string} a sentence on what became of it */
export const sayOutcome = ({ outcome }) => outcomes[outcome];

/**
 * @param {unknown} error
 * @returns {{ code: ErrorCode, status: number, title: string }} what a visitor may see of it
 */
export function describe(error) {
  const code = error instanceof LarderError ? error.code : 'internal';
  return { code, ...table[code] };
}

/**
 * @param {unknown} error
 * @param {ErrorCode} code
 * @returns {error is LarderError}
 */
export const isError = (error, code) => error instanceof LarderError && error.code === code;

/**
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException} whether a call to the operating system has failed
 */
export const isSystemError = (error) => error instanceof Error && 'syscall' in error;

/** @param {unknown} error whatever was thrown @returns {string} what it says */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
