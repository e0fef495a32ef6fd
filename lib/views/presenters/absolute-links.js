/**
 * Makes URLs absolute, since feeds are read elsewhere. The HTML is from our own renderer, so attributes are in double
 * quotes and contain no `<` or `>`.
 * @param {string} html
 * @param {string} baseUrl
 * @param {string} path of the page with the HTML
 * @returns {string}
 */
export const absoluteLinks = (html, baseUrl, path) =>
  html.replace(/<[^<>]+>/g, (tag) =>
    tag.replace(/ (href|src|poster)="([^"]*)"/g, (whole, name, url) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//')) return whole;
      const plain = url.replaceAll('&amp;', '&');
      if (!URL.canParse(plain, baseUrl + path)) return whole;
      const absolute = new URL(plain, baseUrl + path).href;
      return ` ${name}="${absolute.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
    }),
  );
