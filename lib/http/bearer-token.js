/** @param {string} [authorization] the header (RFC 6750 section 2.1) @returns {string} the token, or '' */
export const bearerToken = (authorization = '') =>
  (/^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization) ?? ['', ''])[1];
