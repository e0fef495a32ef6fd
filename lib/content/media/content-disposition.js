/** @import { IncomingHttpHeaders } from 'node:http' */

/**
 * The name of a file that is the whole body of a request: `?name=`, else that of Content-Disposition (RFC 6266),
 * whose `filename*` comes first.
 * @param {IncomingHttpHeaders} headers
 * @param {URLSearchParams} query
 * @returns {string} anything; '' when none is given
 */
export function requestedFileName(headers, query) {
  const disposition = headers['content-disposition'] ?? '';
  return query.get('name') ?? extended(disposition) ?? plain(disposition) ?? '';
}

/** RFC 8187. @param {string} disposition @returns {string | undefined} */
function extended(disposition) {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[\w-]*'([^\s;]+)/i.exec(disposition) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** @param {string} disposition @returns {string | undefined} */
function plain(disposition) {
  const [, quoted, token] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(disposition) ?? [];
  const name = quoted?.replace(/\\(.)/g, '$1') ?? token;
  // Node decodes headers as Latin-1, but clients send UTF-8.
  return name && Buffer.from(name, 'latin1').toString();
}

/**
 * @param {string} name of a file
 * @returns {string} Content-Disposition of an answer that is saved under this name (RFC 6266, RFC 8187)
 */
export function attachmentNamed(name) {
  if (/^[\w.-]+$/.test(name)) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
