import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allOf, jarImage, postOf, put, workshop } from './workshop.js';

describe('The links and images of an imported post', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  it('lead to another post at its new address', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'a/one.md':
        '[two](../b/two.md#x) [site](/blog/b/two) [about](../about) `[two](../b/two.md)` [gone](./gone.md)',
      'b/two.md': '---\nslug: zwei\n---\n',
      'about.md': '---\ntype: page\n---\n',
    });
    const { warnings } = await importInto(blog, folder);
    equal(
      (await postOf(blog, 'one')).markdown,
      '[two](/post/zwei#x) [site](/post/zwei) [about](/about) `[two](../b/two.md)` [gone](./gone.md)',
    );
    ok(warnings.includes('a/one.md: its link to ./gone.md leads nowhere'));
  });

  it('include an image next to the file, which is imported once', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'a/one.md':
        '![x](img/my%20jar.png "t") <img src="./img/my jar.png"> ![y](https://x.example/y.png)',
      'a/img/my jar.png': jarImage,
      'b.md': '![x](a/img/my%20jar.png)',
    });
    await importInto(blog, folder);
    const media = [];
    for await (const each of blog.store.all('media')) media.push(each);
    equal(media.length, 1);
    const [{ id, type, width, height }] = media;
    deepEqual([type, width, height], ['image/png', 3, 2]);
    match(id, /^[\w-]{16}-my-jar\.png$/);
    equal(
      (await postOf(blog, 'one')).markdown,
      `![x](/media/${id} "t") <img src="/media/${id}"> ![y](https://x.example/y.png)`,
    );
    equal((await postOf(blog, 'b')).markdown, `![x](/media/${id})`);
  });

  it('include an image in the site’s static folders', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'static/one.png': jarImage,
      'a.md':
        '![x](/one.png) ![y](/assets/two.png) ![z]({{ site.baseurl }}/assets/two.png) ![w](../assets/two.png)',
    });
    put(join(dirname(folder), 'assets', 'two.png'), jarImage);
    const { warnings } = await importInto(blog, folder);
    deepEqual(warnings, ['a.md: it has no date; the time of the file is used']);
    equal(
      (await postOf(blog, 'a')).markdown.match(/\/media\/[\w-]{16}-(one|two)\.png/g)?.length,
      4,
    );
  });

  it('include a drawing, without what could run or load anything', async () => {
    const blog = await openEmptyBlog();
    const drawing =
      '<svg viewBox="0 0 4 3"><script>a</script><path d="M0 0"/><foreignObject>x</foreignObject></svg>';
    const { warnings } = await importInto(blog, write({ 'a.md': '![x](a.svg)', 'a.svg': drawing }));
    ok(warnings.includes('a.svg: the HTML within this SVG is left out: check what it shows'));
    const [{ id, type, width, height }] = await allOf(blog, 'media');
    deepEqual([type, width, height], ['image/svg+xml', 4, 3]);
    equal((await postOf(blog, 'a')).markdown, `![x](/media/${id})`);
    const { bytes } = await blog.store.get('media', id);
    match(String(bytes), /^<svg xmlns="[^"]+" viewBox="0 0 4 3"><path d="M0 0"><\/path><\/svg>\n$/);
  });

  it('include an image in the folder named after the post, as in Hexo', async () => {
    const blog = await openEmptyBlog();
    await importInto(
      blog,
      write({ 'salt.md': '{% asset_img jar.png A jar %}', 'salt/jar.png': jarImage }),
    );
    match((await postOf(blog, 'salt')).markdown, /^!\[A jar\]\(<\/media\/[\w-]+-jar\.png>\)$/);
  });

  it('stay as they are when the file is missing, outside or not an image', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'a.md':
        '---\ndate: 2012-03-04\n---\n![a](a.svg) ![b](b.png) ![c](c.png) ![d](../../d.png) ![e](../secrets/e.png) ![f](link.png)',
      'a.svg': '<svg>',
      'c.png': 'no image',
    });
    put(join(dirname(folder), 'secrets', 'e.png'), jarImage);
    put(join(dirname(dirname(folder)), 'd.png'), jarImage);
    symlinkSync(join(dirname(folder), 'secrets', 'e.png'), join(folder, 'link.png'));
    const { warnings, counts } = await importInto(blog, folder);
    deepEqual(
      warnings.filter((text) => text.startsWith('a.md')),
      [
        'a.md: the image a.svg is not imported: the SVG is cut short or damaged',
        'a.md: the image b.png is not imported: it is missing',
        'a.md: the image c.png is not imported: it is not a PNG, JPEG, GIF, WebP, AVIF or SVG image',
        'a.md: the image ../../d.png is not imported: it is missing',
        'a.md: the image ../secrets/e.png is not imported: it is missing',
        'a.md: the image link.png is not imported: it is missing',
      ],
    );
    equal(counts.refused, 0);
    match((await postOf(blog, 'a')).markdown, /^!\[a\]\(a\.svg\) !\[b\]\(b\.png\)/);
  });

  it('lead to a post that a template tag names', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      '_posts/2012-03-04-salt.md': 'Salt',
      'a.md': '[x]({% post_url 2012-03-04-salt %}) [y]({{< ref "salt.md" >}}) {% include z.html %}',
    });
    const { warnings } = await importInto(blog, folder);
    equal((await postOf(blog, 'a')).markdown, '[x](/post/salt) [y](/post/salt) ');
    ok(warnings.includes('a.md: template tags left out: {% include z.html %}'));
  });

  it('become plain text where MDX had components', async () => {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(
      blog,
      write({ '2012-03-04-a.mdx': 'import A from "a"\n\n<A>\n  Text\n</A>\n' }),
    );
    deepEqual(warnings, ['2012-03-04-a.mdx: MDX components left out, their text kept: A']);
    equal((await postOf(blog, 'a')).html, '<p>Text</p>');
  });
});
