/**
 * The errors that Larder knows, in one table: what went wrong, the HTTP status and the sentence a
 * visitor may read. Anything else is unknown: it is logged with its cause and answered as `internal`.
 */
const table = /** @type {const} */ ({
  badRequest: { status: 400, title: 'That request makes no sense' },
  unauthorised: { status: 401, title: 'Please sign in first' },
  forbidden: { status: 403, title: 'That is not yours to do' },
  notFound: { status: 404, title: 'There is nothing here' },
  methodNotAllowed: { status: 405, title: 'That cannot be done here' },
  timeout: { status: 408, title: 'That took too long' },
  conflict: { status: 409, title: 'This was changed meanwhile' },
  gone: { status: 410, title: 'This was taken down' },
  preconditionFailed: { status: 412, title: 'This was changed meanwhile' },
  tooLarge: { status: 413, title: 'That is too large' },
  unsupported: { status: 415, title: 'That kind of content is not understood here' },
  misdirected: { status: 421, title: 'This server does not answer for that host' },
  invalid: { status: 422, title: 'Something does not fit' },
  preconditionRequired: { status: 428, title: 'Say which revision you have seen' },
  tooMany: { status: 429, title: 'That was too often' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'The blog is taking a short break' },
});

/** @typedef {keyof typeof table} ErrorCode */

/** An error with one of the codes above. `message` is for the log and the terminal. */
export class LarderError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message one sentence that says what is wrong and, where it can, what to do
   * @param {{ cause?: unknown, field?: string, details?: object, headers?: string[] }} [options] `field` names the
   *   input that does not fit; `headers` belong to the answer, as a flat list
   */
  constructor(code, message, { cause, field, details, headers = [] } = {}) {
    super(message, { cause });
    this.name = 'LarderError';
    this.code = code;
    this.field = field;
    this.details = details;
    this.headers = headers;
  }
}

/**
 * @param {unknown} error
 * @returns {{ code: ErrorCode, status: number, title: string }} what a visitor may know of it
 */
export function describe(error) {
  const code = error instanceof LarderError ? error.code : 'internal';
  return { code, ...table[code] };
}

/**
 * @param {unknown} error
 * @param {ErrorCode} code
 * @returns {boolean}
 */
export const isError = (error, code) => error instanceof LarderError && error.code === code;
