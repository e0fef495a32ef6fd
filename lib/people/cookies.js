/** @typedef {{ value: string, maxAge: number }} Cookie  `maxAge` in seconds */

/** @typedef {{ session: SessionCookie, device: SessionCookie }} Cookies */

/** The cookie of a session, or of a device. */
export class SessionCookie {
  #name;
  #attributes;

  /**
   * @param {string} baseUrl with https, the cookie is Secure and has the __Host- prefix, which ties it to this host
   * @param {string} [name]
   */
  constructor(baseUrl, name = 'larder') {
    const isHttps = baseUrl.startsWith('https:');
    this.#name = isHttps ? `__Host-${name}` : name;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  }

  /** @param {string} [header] the Cookie header @returns {string} its value, or '' */
  read(header = '') {
    const prefix = `${this.#name}=`;
    const pair = header.split(';').find((each) => each.trimStart().startsWith(prefix)) ?? '';
    return pair.trim().slice(prefix.length);
  }

  /** @param {Cookie | null} cookie null deletes it @returns {string} the Set-Cookie header */
  write(cookie) {
    const { value, maxAge } = cookie ?? { value: '', maxAge: 0 };
    return `${this.#name}=${value}; Max-Age=${maxAge}; ${this.#attributes}`;
  }
}
