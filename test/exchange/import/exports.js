/** Makes small exports of other engines for tests. */

/**
 * @param {string} inside of the channel
 * @param {string} [before] the channel
 * @returns {string} an export of WordPress
 */
export const wxr = (inside, before = '<?xml version="1.0" encoding="UTF-8" ?>\n') =>
  `${before}<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>The old larder</title><link>https://old.example</link><description>Jams &amp;amp; more</description>
<language>de-DE</language><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name><![CDATA[Ann Other]]></wp:author_display_name></wp:author>
${inside}</channel></rss>\n`;

/**
 * @param {number} number
 * @param {object} [metadata]
 * @param {string} [metadata.title]
 * @param {string} [metadata.content]
 * @param {string} [metadata.slug]
 * @param {string} [metadata.status]
 * @param {string} [metadata.type]
 * @param {string} [metadata.date] in Greenwich
 * @param {string} [metadata.more] elements
 * @returns {string} an item of such an export
 */
export const item = (
  number,
  {
    title = `Jar ${number}`,
    content = `Text ${number}.`,
    slug = `jar-${number}`,
    status = 'publish',
    type = 'post',
    date = '2012-05-06 07:08:09',
    more = '',
  } = {},
) => `<item><title><![CDATA[${title}]]></title><link>https://old.example/2012/05/${slug}/</link>
<guid isPermaLink="false">https://old.example/?p=${number}</guid><dc:creator><![CDATA[ann]]></dc:creator>
<content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${number}</wp:post_id><wp:post_date>2012-05-06 09:08:09</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>
`;

/**
 * @param {number} number
 * @param {object} [metadata]
 * @param {number} [metadata.parent]
 * @param {string} [metadata.approved]
 * @param {string} [metadata.type]
 * @param {string} [metadata.text]
 */
export const comment = (
  number,
  { parent = 0, approved = '1', type = 'comment', text = 'Hm.' } = {},
) =>
  `<wp:comment><wp:comment_id>${number}</wp:comment_id><wp:comment_author><![CDATA[Eve ${number}]]></wp:comment_author>
<wp:comment_author_url>https://eve.example/</wp:comment_author_url><wp:comment_date_gmt>2012-05-07 00:00:0${number}</wp:comment_date_gmt>
<wp:comment_content><![CDATA[${text}]]></wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved>
<wp:comment_type>${type}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`;

/**
 * @param {number} number
 * @param {string} url
 * @param {string} [more] elements
 */
export const attachment = (number, url, more = '') =>
  item(number, {
    type: 'attachment',
    status: 'inherit',
    slug: `file-${number}`,
    more: `<wp:attachment_url>${url}</wp:attachment_url>${more}`,
  });

/**
 * @param {object[]} posts
 * @param {Record<string, unknown>} [tables]
 * @returns {string} an export of Ghost
 */
export const ghostExport = (posts, tables = {}) =>
  JSON.stringify({
    db: [{ meta: { exported_on: 1700000000000, version: '5.75.0' }, data: { posts, ...tables } }],
  });

/** @param {string} slug @param {object} [metadata] */
export const ghostPost = (slug, metadata = {}) => ({
  id: `id-${slug}`,
  uuid: `uuid-${slug}`,
  title: `About ${slug}`,
  slug,
  html: `<p>On ${slug}.</p>`,
  status: 'published',
  visibility: 'public',
  type: 'post',
  created_at: '2020-01-02T03:04:05.000Z',
  updated_at: '2020-01-03T03:04:05.000Z',
  published_at: '2020-01-02T03:04:05.000Z',
  ...metadata,
});
