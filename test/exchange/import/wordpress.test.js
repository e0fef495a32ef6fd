import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { attachment, comment, item, wxr } from './exports.js';
import { importInto, jarImage, postOf, put, workshop } from './workshop.js';

describe('An import from WordPress', () => {
  const { write, openEmptyBlog } = workshop();

  /** @param {string | Buffer} text @param {Record<string, string | Buffer>} [files] beside it */
  async function importing(text, files = {}) {
    const blog = await openEmptyBlog();
    const folder = write({ 'export.xml': text, ...files });
    return { blog, folder, ...(await importInto(blog, join(folder, 'export.xml'))) };
  }

  it('takes posts and pages with what belongs to them', async () => {
    const category = (/** @type {string} */ domain, /** @type {string} */ name) =>
      `<category domain="${domain}" nicename="x"><![CDATA[${name}]]></category>`;
    const more = category('category', 'Sweet') + category('post_tag', 'R&amp;D');
    const { blog, counts, warnings } = await importing(
      wxr(
        item(1, { content: 'One.\n\nTwo\nlines.', more }) + item(2, { type: 'page', slug: 'us' }),
      ),
    );
    deepEqual([counts.created, counts.refused, warnings], [2, 0, []]);
    const jar = await postOf(blog, 'jar-1');
    equal(jar.markdown, 'One.\n\nTwo\\\nlines.\n');
    deepEqual(jar.tags, ['Sweet', 'R&D']);
    equal(jar.publishedAt, '2012-05-06T07:08:09.000Z');
    equal(blog.index.users.get(jar.author)?.name, 'Ann Other');
    equal(blog.index.addresses.get('/2012/05/jar-1'), jar.id);
    equal((await postOf(blog, 'us', 'page')).title, 'Jar 2');
    const { title, tagline, language } = blog.index.settings;
    deepEqual([title, tagline, language], ['The old larder', 'Jams & more', 'de-DE']);
  });

  it('leaves the settings of a blog that has its own', async () => {
    const blog = await openEmptyBlog();
    await blog.content.saveSettings({ title: 'Mine' });
    await importInto(blog, join(write({ 'a.xml': wxr(item(1)) }), 'a.xml'));
    equal(blog.index.settings.title, 'Mine');
  });

  it('maps what a post can be, and says what is other than it was', async () => {
    const { blog, warnings, refusals } = await importing(
      wxr(
        item(1, { status: 'private' }) +
          item(2, { status: 'draft', date: '0000-00-00 00:00:00' }) +
          item(3, { status: 'future', date: '2030-01-01 00:00:00' }) +
          item(4, { status: 'trash' }) +
          item(8, { status: 'auto-draft', title: 'Auto Draft' }) +
          item(9, { status: 'auto-draft', type: 'page' }) +
          item(5, {
            more: '<wp:post_password>x</wp:post_password><wp:is_sticky>1</wp:is_sticky>',
          }) +
          item(6, { date: '12000-01-01 00:00:00' }) +
          item(7, { type: 'nav_menu_item' }),
      ),
    );
    const states = [...blog.index.posts()].map(({ slug, status }) => `${slug} ${status}`).sort();
    deepEqual(states, [
      ...['jar-1 draft', 'jar-2 draft', 'jar-3 published', 'jar-5 draft', 'jar-6 draft'],
    ]);
    equal((await postOf(blog, 'jar-2')).publishedAt, null);
    for (const sentence of [
      /Jar 1.*was private/,
      /1 of the kind “nav_menu_item”/,
      /had a password/,
      /was sticky/,
      /“12000-.* it is a draft/,
      /export\.xml: posts and pages not imported, in the trash \(1\): Jar 4/,
      /posts and pages not imported, never saved \(2\): Auto Draft, Jar 9/,
    ])
      match(warnings.join('\n'), sentence);
    deepEqual(refusals, []);
  });

  it('takes the time of the blog where there is none of Greenwich', async () => {
    const blog = await openEmptyBlog();
    await blog.content.saveSettings({ timeZone: 'Europe/Berlin' });
    const text = wxr(item(1, { date: '0000-00-00 00:00:00' }));
    await importInto(blog, join(write({ 'a.xml': text }), 'a.xml'));
    equal((await postOf(blog, 'jar-1')).publishedAt, '2012-05-06T07:08:09.000Z');
  });

  it('takes comments, with answers one level deep', async () => {
    const comments = [
      comment(1),
      comment(2, { parent: 1, approved: '0', text: 'One\n\n<b>Two</b> <script>x</script>' }),
      comment(3, { parent: 2, approved: 'spam' }),
      comment(4, { parent: 99 }),
      comment(5, { parent: 6 }),
      comment(6, { parent: 5 }),
      comment(7, { type: 'pingback' }),
      comment(8, { approved: 'trash' }),
    ];
    const { blog, warnings, counts } = await importing(wxr(item(1, { more: comments.join('') })));
    const { id } = await postOf(blog, 'jar-1');
    const said = await blog.store.commentsOf(id);
    const name = new Map(said.map((each) => [each.id, each.name]));
    deepEqual(
      said.map((each) => [each.name, each.status, name.get(each.replyTo) ?? '']),
      [
        ['Eve 1', 'approved', ''],
        ['Eve 2', 'pending', 'Eve 1'],
        ['Eve 3', 'spam', 'Eve 1'],
        ['Eve 4', 'approved', ''],
        ['Eve 5', 'approved', ''],
        ['Eve 6', 'approved', ''],
      ],
    );
    equal(said[1].markdown, 'One\n\n**Two**');
    equal(counts.taken?.comments, 6);
    match(
      warnings.join('\n'),
      /pingbacks not imported: 1[^]*comments in the trash not imported: 1/,
    );
  });

  it('writes nothing when it is run again, and what has changed when that has', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': wxr(item(1, { more: comment(1) }) + item(2)) });
    await importInto(blog, folder);
    const { sequence } = await blog.store.summaries();
    equal((await importInto(blog, folder)).counts.unchanged, 2);
    equal((await blog.store.summaries()).sequence, sequence);
    put(join(folder, 'a.xml'), wxr(item(1, { content: 'New.' }) + item(2)));
    const { counts } = await importInto(blog, folder);
    deepEqual([counts.updated, counts.unchanged], [1, 1]);
    equal((await postOf(blog, 'jar-1')).markdown, 'New.\n');
  });

  it('leaves a comment in the trash that was deleted here', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': wxr(item(1, { more: comment(1) + comment(2) })) });
    await importInto(blog, folder);
    const { id } = await postOf(blog, 'jar-1');
    const [first] = await blog.store.commentsOf(id);
    await blog.content.removeComments([first]);
    await importInto(blog, folder);
    deepEqual(
      (await blog.store.commentsOf(id)).map(({ name }) => name),
      ['Eve 2'],
    );
    equal((await blog.content.trashedComments()).length, 1);
  });

  it('leaves what an author has edited or deleted here', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': wxr(item(1) + item(2)) });
    await importInto(blog, folder);
    const [edited, gone] = [await postOf(blog, 'jar-1'), await postOf(blog, 'jar-2')];
    const { id, revision } = edited;
    await blog.content.savePost({ id, markdown: 'Mine.' }, { revision, by: 'ann' });
    await blog.content.removePost(gone.id, gone.revision ?? '', { by: 'ann' });
    const { counts, warnings } = await importInto(blog, folder);
    deepEqual([counts.created, counts.updated], [0, 0]);
    equal((await postOf(blog, 'jar-1')).markdown, 'Mine.');
    match(warnings.join('\n'), /edited here and is kept[^]*deleted here/);
  });

  it('takes the images that lie beside it, and lets links follow the posts', async () => {
    const content = [
      '[caption width="3"]<img src="https://old.example/wp-content/uploads/2012/05/jar-300x200.jpg" alt="J"> A jar[/caption]',
      '<a href="https://old.example/2012/05/jar-2/#x">next</a> <a href="https://old.example/?p=2">and</a>',
      '<a href="https://old.example/gone/">gone</a> <img src="https://old.example/wp-content/uploads/lost.png">',
      '[gallery ids="5"] [form id="3"]',
    ];
    const { blog, warnings, counts } = await importing(
      wxr(
        item(1, { content: content.join('\n\n') }) +
          item(2) +
          attachment(5, 'https://old.example/wp-content/uploads/2012/05/jar.jpg') +
          attachment(6, 'https://old.example/wp-content/uploads/2012/06/film.mov'),
      ),
      { 'backup/uploads/2012/05/jar.jpg': jarImage },
    );
    const { markdown } = await postOf(blog, 'jar-1');
    match(markdown, /<figure><img src="\/media\/[\w-]+-jar\.png" alt="J"><figcaption>A jar</);
    match(markdown, /\[next\]\(\/post\/jar-2#x\) \[and\]\(\/post\/jar-2\)/);
    match(
      markdown,
      /\[gone\]\(https:\/\/old\.example\/gone\/\) !\[\]\(https:\/\/old\.example\/wp-con/,
    );
    match(markdown, /\n\n!\[\]\(\/media\/[\w-]+-jar\.png\)\n\n/);
    equal(counts.taken?.images, 1);
    const told = warnings.join('\n');
    for (const sentence of [/keep their URL: .*lost\.png/, /\[form id="3"\] stays/, /film\.mov/])
      match(told, sentence);
  });

  it('reads no file that an address leads to elsewhere', async () => {
    const folder = write({
      'in/a.xml': wxr(
        item(1, {
          content:
            '<img src="../secret.png"> <img src="/uploads/link.png"> <img src="file:///etc/passwd"> <img src="/uploads/..%2f..%2fsecret.png">',
        }),
      ),
      'secret.png': jarImage,
      'in/uploads/other.png': jarImage,
    });
    symlinkSync(join(folder, 'secret.png'), join(folder, 'in/uploads/link.png'));
    const blog = await openEmptyBlog();
    const { counts } = await importInto(blog, join(folder, 'in'));
    equal(counts.taken?.images, 0);
  });

  it('takes the marks of the block editor away, and paragraphs as they are', async () => {
    const content =
      'Typed\nbefore.\n\n<!-- wp:paragraph {"align":"left"} -->\n<p>In a\nblock.</p>\n<!-- /wp:paragraph -->\n\n<!--more-->\n' +
      '<!-- wp:latest-posts /-->\n<!-- wp:code -->\n<pre class="wp-block-code"><code lang="js">a &lt; b</code></pre>\n<!-- /wp:code -->';
    const { blog, warnings } = await importing(wxr(item(1, { content })));
    equal(
      (await postOf(blog, 'jar-1')).markdown,
      'Typed\\\nbefore.\n\nIn a block.\n\n<!-- more -->\n\n```js\na < b\n```\n',
    );
    match(warnings.join('\n'), /block “latest-posts”/);
  });

  it('keeps code in brackets word for word', async () => {
    const content = 'See:\n[code language="php"]\nif ($a < 1) {\n\n  [caption]\n}\n[/code]\nDone.';
    const { blog } = await importing(wxr(item(1, { content })));
    match(
      (await postOf(blog, 'jar-1')).markdown,
      /```php\nif \(\$a < 1\) \{\n\n {2}\[caption\]\n\}\n```/,
    );
  });

  it('goes on after an item that cannot be taken, and gives each an address of its own', async () => {
    const { counts, refusals, warnings } = await importing(
      wxr(item(1, { slug: 'same' }) + item(1) + item(2, { slug: 'same' }) + item(3, { title: '' })),
    );
    deepEqual([counts.created, counts.refused], [3, 1]);
    match(refusals[0], /another post has the same ID/);
    match(warnings.join('\n'), /“same” is already used; it is now at \/post\/same-2/);
  });

  it('says when old addresses cannot lead anywhere', async () => {
    const plain = item(1).replace('/2012/05/jar-1/</link>', '/?p=1</link>');
    const { warnings } = await importing(wxr(plain));
    deepEqual(warnings, ['export.xml: URLs such as /?p=12 now lead to the front page (1)']);
  });

  it('takes no more tags than a post can have', async () => {
    const tags = Array.from(
      { length: 60 },
      (_, at) => `<category domain="post_tag" nicename="t${at}"><![CDATA[Tag ${at}]]></category>`,
    );
    const { blog, warnings } = await importing(wxr(item(1, { more: tags.join('') })));
    equal((await postOf(blog, 'jar-1')).tags.length, 50);
    match(warnings.join(), /first 50 of its 60 tags/);
  });

  it('takes titles and texts as exports garble them', async () => {
    const title = '<em>Käse</em> &amp; <script>x</script>Wein';
    const junk = `\ufeff\n\n<?xml version="1.0" encoding="UTF-8"?>`;
    const content = 'a ]]]]><![CDATA[> b\0\x07 &nbsp;c';
    const more = '<wp:post_password/><category domain="post_tag" nicename="x" />';
    const { blog } = await importing(wxr(item(1, { title, content, more }) + '<item/>', junk));
    const jar = await postOf(blog, 'jar-1');
    equal(jar.title, 'Käse & Wein');
    equal(jar.markdown, 'a ]]> b \u00a0c\n'.replace(/\]/g, '\\]'));
    const latin = '<?xml version="1.0" encoding="iso-8859-1"?>';
    const other = await importing(Buffer.from(wxr(item(1, { title: 'Käse' }), latin), 'latin1'));
    equal((await postOf(other.blog, 'jar-1')).title, 'Käse');
  });

  it('of which ends are missing takes what is whole', async () => {
    const broken = item(2).replace('</item>', '');
    const open = item(4).replace('</content:encoded>', '');
    const { blog, counts, refusals } = await importing(
      wxr(item(1) + broken + item(3) + '<wp:tag>' + open + item(5)),
    );
    const slugs = [...blog.index.posts()].map(({ slug }) => slug).sort();
    deepEqual(slugs, ['jar-1', 'jar-3', 'jar-5']);
    deepEqual([counts.created, counts.refused], [3, 2]);
    match(refusals[0], /^post 2 “Jar 2”: its end is missing/);
  });

  it('follows no entity that the file declares', async () => {
    for (const declared of [
      '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
      '<!DOCTYPE r SYSTEM "file:///etc/passwd">',
    ]) {
      const blog = await openEmptyBlog();
      const file = join(write({ 'a.xml': wxr(item(1), declared) }), 'a.xml');
      const error = await importInto(blog, file).then(
        () => null,
        (reason) => reason,
      );
      match(String(error?.message), /declares entities of its own/);
      equal([...blog.index.posts()].length, 0);
    }
  });

  it('stops at elements that are nested without end, and says so', async () => {
    const { counts, refusals } = await importing(wxr(item(1) + '<item>' + '<a>'.repeat(100_000)));
    equal(counts.created, 1);
    match(refusals[0], /nested more than 100 deep: everything before that is imported/);
  });

  it('of a file that breaks off takes what was whole, wherever that is', async () => {
    const whole = wxr(item(1) + item(2) + item(3));
    const ends = [...whole.matchAll(/<\/item>/g)].map(({ index }) => index + '</item>'.length);
    let last = 0;
    for (let at = whole.indexOf('<wp:'); at < whole.trimEnd().length; at += 97) {
      const { counts, refusals } = await importing(whole.slice(0, at));
      equal(counts.created, ends.filter((end) => end <= at).length, `cut at ${at}`);
      ok(counts.created >= last);
      last = counts.created;
      match(refusals.join(), new RegExp(`export\\.xml: it breaks off after ${at} bytes`));
    }
    equal((await importing(whole)).refusals.length, 0);
  });
});
