import { describe, LarderError } from '../base/errors.js';

/** RFC 9457. */
export const PROBLEM = 'application/problem+json';

/**
 * @param {unknown} error
 * @returns {{ type: string, title: string, status: number, detail?: string, errors?: { field: string, detail: string
 *   }[] }} problem details (RFC 9457). Internal errors are not revealed.
 */
export function problemOf(error) {
  const { status, title } = describe(error);
  /** @type {ReturnType<typeof problemOf>} */
  const problem = { type: 'about:blank', title, status };
  if (status >= 500 || !(error instanceof LarderError)) return problem;
  const { message: detail, field } = error;
  return { ...problem, detail, ...(field ? { errors: [{ field, detail }] } : {}) };
}
