import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { postOf, workshop } from './workshop.js';

describe('The metadata of an imported post', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /** @param {string} file @param {string} frontMatter @param {string} [body] */
  async function imported(file, frontMatter, body = 'Text') {
    const blog = await openEmptyBlog();
    const text = frontMatter ? `---\n${frontMatter}\n---\n${body}` : body;
    const result = await importInto(blog, write({ [file]: text }));
    const [summary] = blog.index.posts();
    const post = summary && (await blog.store.get('post', summary.id));
    return { blog, post, ...result };
  }

  it('comes from the name of the file when there is no front matter', async () => {
    const { post } = await imported('2012-03-04-pickled-lemons.md', '');
    deepEqual(
      [post.slug, post.title, post.publishedAt],
      ['pickled-lemons', 'Pickled lemons', '2012-03-04T00:00:00.000Z'],
    );
  });

  it('comes from the folder of an index file whose name has the date', async () => {
    const { post } = await imported('posts/lemons/2012-03-04-index.md', 'title: L');
    deepEqual([post.slug, post.publishedAt], ['lemons', '2012-03-04T00:00:00.000Z']);
  });

  it('comes from the folder of an index file', async () => {
    const { post } = await imported('posts/2012-03-04-lemons/index.md', 'title: L');
    deepEqual([post.slug, post.publishedAt], ['lemons', '2012-03-04T00:00:00.000Z']);
  });

  it('has the time of the file when there is no date, with a warning', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.md': 'Text' });
    utimesSync(join(folder, 'a.md'), 1_330_880_706, 1_330_880_706);
    const { warnings } = await importInto(blog, folder);
    deepEqual(warnings, ['a.md: it has no date; the time of the file is used']);
    equal((await postOf(blog, 'a')).publishedAt, '2012-03-04T17:05:06.000Z');
    utimesSync(join(folder, 'a.md'), 1_430_880_706, 1_430_880_706);
    equal((await importInto(blog, folder)).counts.unchanged, 1);
  });

  it('has dates in the time zone of the blog', async () => {
    const blog = await openEmptyBlog();
    await blog.content.saveSettings({ timeZone: 'Asia/Tokyo' });
    await importInto(blog, write({ 'a.md': '---\ndate: 2012-03-04 08:00\n---\nText' }));
    equal((await postOf(blog, 'a')).publishedAt, '2012-03-03T23:00:00.000Z');
  });

  for (const [name, value] of Object.entries({
    dateTime: '2012-03-04T17:05:06Z',
    pubDate: 'Mar 04 2012',
    pubDatetime: '2012-03-04',
    publishDate: '4 March 2012',
    published: '2012-03-04',
    publishedAt: '2012-03-04',
    created: '2012-03-04',
    created_at: '2012-03-04',
    posted: '2012-03-04',
    Date: '2012-03-04',
  }))
    it(`has a date that is called ${name}`, async () => {
      const { post } = await imported('a.md', `${name}: ${value}`);
      equal(post.publishedAt.slice(0, 10), '2012-03-04');
    });

  for (const [file, frontMatter] of [
    ['2012/3/4/a.md', ''],
    ['2012-03-04-x/a.md', ''],
    ['20120304-a.md', ''],
    ['a-2012.03.04.md', ''],
    ['2012-03-04.md', 'date: Last Modified'],
    ['a.md', 'path: 2012/03/04/a'],
    ['a.md', 'permalink: /2012/03/04/a.html'],
  ])
    it(`has the date that its path says: ${file} ${frontMatter}`, async () => {
      equal((await imported(file, frontMatter)).post.publishedAt, '2012-03-04T00:00:00.000Z');
    });

  it('has the date of its name when that in it cannot be read, with a warning', async () => {
    const { post, warnings } = await imported('2012-03-04-a.md', 'date: 11-9-2017');
    equal(post.publishedAt, '2012-03-04T00:00:00.000Z');
    match(warnings.join(), /its date “11-9-2017” cannot be used; the one in its name is used/);
  });

  it('is a draft when no date of it can be read, and says so', async () => {
    for (const date of ['2012-02-30', 'last spring', '03/04/2012']) {
      const { post, warnings } = await imported('a.md', `title: A\ndate: ${date}`);
      deepEqual([post.type, post.status, post.publishedAt], ['post', 'draft', null]);
      match(
        warnings.join(),
        new RegExp(
          `^a\\.md: its date “${date}.*” cannot be used, so it is a draft here: enter a date`,
        ),
      );
    }
  });

  it('has no date from a path that has none', async () => {
    for (const file of ['20123456-a.md', '2012-13-04x/a.md', '120120304.md']) {
      const { post, hints } = await imported(file, 'title: A');
      ok(post.publishedAt > '2020', file);
      match(hints.join(), /^Posts without a date, so the date of the file is used \(1\)/);
    }
  });

  it('has the date of the post rather than a day of publication that has passed', async () => {
    const { post } = await imported('a.md', 'date: 2012-03-04\npublishDate: 2013-01-01');
    equal(post.publishedAt, '2012-03-04T00:00:00.000Z');
  });

  it('has dates in the time zone of its site, which becomes that of the blog', async () => {
    const blog = await openEmptyBlog();
    const config = 'timezone: Asia/Tokyo\n';
    const text = '---\ndate: 2012-03-04 08:00\n---\nText';
    await importInto(blog, write({ '_config.yml': config, '_posts/2012-03-04-a.md': text }));
    equal((await postOf(blog, 'a')).publishedAt, '2012-03-03T23:00:00.000Z');
    equal(blog.index.settings.timeZone, 'Asia/Tokyo');
  });

  it('has tags from tags and categories, in one spelling', async () => {
    const { post } = await imported(
      'a.md',
      'tags: [Salt, "sea  water"]\ncategories:\n  - [salt, Food]\n  - Food\ncategory: Two words',
    );
    deepEqual(post.tags, ['Salt', 'sea water', 'Food', 'Two words']);
  });

  it('has tags from words in one line in a file named as in Jekyll', async () => {
    deepEqual((await imported('2012-03-04-a.md', 'tags: b c')).post.tags, ['b', 'c']);
    deepEqual((await imported('a.md', 'tags: b c')).post.tags, ['b c']);
    deepEqual((await imported('a.md', 'tags: b, c')).post.tags, ['b', 'c']);
  });

  it('makes it a draft when any generator says so', async () => {
    for (const line of ['draft: true', 'published: false', 'status: draft']) {
      const { post } = await imported('a.md', line);
      deepEqual([post.status, post.publishedAt], ['draft', null], line);
    }
    equal((await imported('_drafts/a.md', 'title: A')).post.status, 'draft');
  });

  it('makes a page of what is one', async () => {
    const { post, warnings } = await imported('archive.md', 'layout: page\ndate: 2012-03-04');
    deepEqual([post.type, post.slug], ['page', 'archive-page']);
    match(warnings[0], /its URL “archive” is already used; it is now at \/archive-page/);
  });

  it('has an author, who becomes a user once', async () => {
    const blog = await openEmptyBlog();
    await blog.content.saveUser({ name: 'Ann Other', role: 'owner' });
    const folder = write({
      'a.md': '---\nauthor: ann other\n---\n',
      'b.md': '---\nauthors: [{ name: Bob }, Cid]\n---\n',
      'c.md': '---\nauthor: Bob\n---\n',
      'd.md': '---\nauthor: Ann-Other!\n---\n',
    });
    const { warnings } = await importInto(blog, folder);
    ok(!warnings.join().includes('author'), warnings.join());
    deepEqual((await postOf(blog, 'b')).coAuthors, ['cid']);
    const authors = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (slug) => (await postOf(blog, slug)).author),
    );
    deepEqual(authors, ['ann-other', 'bob', 'bob', 'ann-other']);
    deepEqual(
      [...blog.index.users.values()].map(({ id, name, role }) => [id, name, role]),
      [
        ['ann-other', 'Ann Other', 'owner'],
        ['bob', 'Bob', 'author'],
        ['cid', 'Cid', 'author'],
      ],
    );
  });

  it('has old addresses that redirect to the new one', async () => {
    const { blog, post, warnings } = await imported(
      'a.md',
      'permalink: https://old.example/2012/a/\naliases: [/b.html, "/:year/:title/"]\nredirect_from: /c',
    );
    for (const path of ['/2012/a', '/b.html', '/c'])
      equal(blog.index.addresses.get(path), post.id, path);
    match(warnings.join(), /its old URL “\/:year\/:title\/” cannot be kept/);
  });

  it('has an excerpt from the description', async () => {
    equal((await imported('a.md', 'description: "On <b>salt</b>"')).post.excerpt, 'On salt');
  });

  it('ends the teaser at the author’s own mark', async () => {
    const { post } = await imported('a.md', 'excerpt_separator: "[cut]"', 'One.\n\n[cut]\n\nTwo.');
    equal(post.teaser, 'One.');
  });

  it('takes its title from a heading that comes before all others, or else from its name', async () => {
    equal((await imported('salt.md', '', 'By me\n\n# Sea salt\n\n## How')).post.title, 'Sea salt');
    equal((await imported('salt.md', '', '## How\n\n# Sea salt')).post.title, 'Salt');
  });

  it('does not repeat the title', async () => {
    const { post } = await imported(
      'a.md',
      'title: Salt & *pepper*',
      '# Salt & \\*pepper\\*\n\nText',
    );
    equal(post.markdown, 'Text');
  });

  it('is cut to the limits of a post', async () => {
    const { post, warnings } = await imported(
      'a.md',
      `title: ${'a'.repeat(400)}\ndescription: ${'b'.repeat(2100)}`,
    );
    deepEqual([post.title.length, post.excerpt.length], [300, 2000]);
    equal(warnings.length >= 2, true);
  });

  it('is safe with names such as __proto__', async () => {
    const { post } = await imported(
      'constructor.md',
      '__proto__: { title: x }\ntags: [__proto__, constructor]\nauthor: constructor',
    );
    deepEqual([post.slug, post.title], ['constructor', 'Constructor']);
    deepEqual(post.tags, ['__proto__', 'constructor']);
  });
});
