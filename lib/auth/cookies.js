/** @typedef {{ value: string, maxAge: number }} Cookie  `maxAge` in seconds */

/** The cookie of a session, or of a device. */
export class SessionCookie {
  #name;
  #attributes;

  /**
   * @param {string} baseUrl behind https the cookie is Secure, and its prefix ties it to this very host
   * @param {string} [name]
   */
  constructor(baseUrl, name = 'larder') {
    const isHttps = baseUrl.startsWith('https:');
    this.#name = isHttps ? `__Host-${name}` : name;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  }

  /** @param {string} [header] Cookie @returns {string} '' when it is not there */
  read(header = '') {
    const prefix = `${this.#name}=`;
    const pair = header.split(';').find((each) => each.trimStart().startsWith(prefix)) ?? '';
    return pair.trim().slice(prefix.length);
  }

  /** @param {Cookie | null} cookie null takes it away @returns {string} Set-Cookie */
  write(cookie) {
    const { value, maxAge } = cookie ?? { value: '', maxAge: 0 };
    return `${this.#name}=${value}; Max-Age=${maxAge}; ${this.#attributes}`;
  }
}
