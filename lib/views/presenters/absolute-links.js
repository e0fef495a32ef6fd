/**
 * Makes addresses absolute, since a feed is read elsewhere. Our own renderer wrote the HTML: attributes stand in
 * double quotes, and no `<` or `>` stands in them.
 * @param {string} html
 * @param {string} baseUrl
 * @param {string} path of the page on which it stands
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
