/**
 * The security headers of every response, for hits and misses alike.
 * @param {string} baseUrl
 * @param {object} [options]
 * @param {boolean | 'mail'} [options.framed]  the blog's own pages may frame it; `mail`: it is one, with styles of its
 *   own, and nothing may run in it
 * @param {string[]} [options.frames]  origins of what it may show in frames
 * @param {boolean} [options.sandboxed]  an uploaded file, in which nothing may run or load anything
 * @param {boolean} [options.styled]  a drawing, with its own styles and pictures
 * @returns {[name: string, value: string][]}
 */
export function securityHeaders(
  baseUrl,
  { framed = false, frames = [], sandboxed = false, styled = false } = {},
) {
  const isHttps = baseUrl.startsWith('https:');
  const strictest = [
    ...['sandbox', "default-src 'none'"],
    ...(styled ? ["style-src 'unsafe-inline'", 'img-src data:', 'font-src data:'] : []),
    "frame-ancestors 'none'",
  ];
  const ofMails = [
    ...['sandbox', "default-src 'none'", "img-src 'self'"],
    ...["style-src 'unsafe-inline'", "frame-ancestors 'self'"],
  ];
  const ofPages = [
    "default-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    // A theme that is tried out runs nothing, also where it is opened without its frame.
    ...(framed ? ["script-src 'none'"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    // A blog at http://nas:3000 must keep its style sheet.
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  /** @type {[name: string, value: string][]} */
  const headers = [
    [
      'Content-Security-Policy',
      (framed === 'mail' ? ofMails : sandboxed ? strictest : ofPages).join('; '),
    ],
    ['X-Content-Type-Options', 'nosniff'],
    // Not no-referrer: browsers would send “Origin: null” with forms.
    ['Referrer-Policy', 'same-origin'],
  ];
  // By the HTML standard, a sandboxed response with this header is a network error.
  if (!sandboxed && framed !== 'mail') headers.push(['Cross-Origin-Opener-Policy', 'same-origin']);
  headers.push(['Permissions-Policy', 'camera=(), geolocation=(), microphone=()']);
  if (isHttps) headers.push(['Strict-Transport-Security', 'max-age=31536000']);
  return headers;
}

/** Cache-Control by kind of response. Pages are always revalidated: browsers cannot be purged, and a 304 is cheap. */
export const cacheControl = {
  page: 'max-age=0, must-revalidate',
  immutable: 'max-age=31536000, immutable',
  never: 'no-store',
};
