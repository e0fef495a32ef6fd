import { deepEqual, equal, match } from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { postNamed } from '../../../lib/changes/index/known-addresses.js';
import { allOf, jarImage, postOf, put, workshop } from './workshop.js';

const drawing = '<svg viewBox="0 0 4 3"><path d="M0 0"/></svg>';

describe('A text without front matter', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  it('has what a file of data of the same name says', async () => {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(
      blog,
      write({
        'a/index.md': 'A',
        'a/index.yml': 'title: Jar\ndate: 2012-03-04\ntags: [salt]',
        'b (1).md': 'B',
        'b (1).11tydata.json': '{"title":"Pot","date":"2012-03-05"}',
        'c.md': '---\ntitle: C\n---\n',
        'c.json': '{"date":"2012-03-06","title":"No"}',
      }),
    );
    deepEqual(warnings, ['c.md: it has no date; the time of the file is used']);
    const [a, b, c] = await Promise.all(['a', 'b-1', 'c'].map((slug) => postOf(blog, slug)));
    deepEqual([a.title, a.publishedAt, a.tags], ['Jar', '2012-03-04T00:00:00.000Z', ['salt']]);
    deepEqual([b.title, b.publishedAt], ['Pot', '2012-03-05T00:00:00.000Z']);
    equal(c.title, 'C');
  });
});

describe('A link to one of several posts of a name', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  it('leads to the one in the folder that it names', async () => {
    const blog = await openEmptyBlog();
    await importInto(
      blog,
      write({
        'site/content/a/play.md': 'One',
        'site/content/b/play.md': 'Two',
        'site/content/c/x.md': '[1](a/play.md) [2](/b/play) [[b/play]]',
      }),
    );
    const posts = await allOf(blog, 'post');
    const [one, two] = ['One', 'Two'].map(
      (text) => posts.find((each) => each.markdown === text)?.slug,
    );
    const { markdown } = await postOf(blog, 'x');
    equal(markdown, `[1](/post/${one}) [2](/post/${two}) [play](/post/${two})`);
  });
});

describe('Posts in HTML among those in Markdown', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  it('are imported if they have front matter', async () => {
    const blog = await openEmptyBlog();
    const { counts, warnings } = await importInto(
      blog,
      write({
        '_config.yml': 'baseurl: /b',
        '_posts/old/2012-03-04-a.html':
          '---\ntitle: A\n---\n<p>An <b>old</b> post: <a href="{% post_url 2012-03-05-c %}">C</a>, <img src="{{ site.baseurl }}/jar.png"></p>',
        '_posts/2012-03-05-c.md': 'C',
        '_posts/part.html': '<p>No post</p>',
        'jar.png': jarImage,
      }),
    );
    deepEqual([counts.created, warnings], [2, []]);
    const { markdown, publishedAt } = await postOf(blog, 'a');
    match(markdown, /^An \*\*old\*\* post: \[C\]\(\/post\/c\), !\[\]\(\/media\/.*jar\.png\)\n$/);
    equal(publishedAt, '2012-03-04T00:00:00.000Z');
    equal(postNamed('/b/2012/03/04/a.html', blog.index)?.slug, 'a');
  });
});

describe('Posts that are imported without the site around them', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /**
   * @param {Record<string, string | Buffer>} files of the site
   * @param {string} within the folder that is imported
   */
  async function imported(files, within) {
    const blog = await openEmptyBlog();
    const site = write(files);
    const { warnings } = await importInto(blog, join(site, within));
    const names = (await allOf(blog, 'media')).map(({ id }) => id.slice(17)).sort();
    return { blog, site, names, warnings: warnings.filter((text) => !/no date/.test(text)) };
  }

  it('bring the images that lie elsewhere in it', async () => {
    const { names, warnings, blog } = await imported(
      {
        'astro.config.mjs': '',
        'src/content/blog/a.md':
          '![](/img/one.png) ![](../../assets/two.png) ![](@assets/three.svg) ![](~/assets/two.png) ![](/base/img/one.png)',
        'public/img/one.png': jarImage,
        'src/content/blog/deep/b.md': '![](four.png)',
        'public/deep/four.png': jarImage,
        'public/other/four.png': jarImage,
        'src/assets/two.png': jarImage,
        'src/assets/three.svg': drawing,
      },
      'src/content/blog',
    );
    deepEqual(warnings, []);
    deepEqual(names, ['four.png', 'one.png', 'three.svg', 'two.png']);
    equal((await postOf(blog, 'a')).markdown.match(/\/media\//g)?.length, 5);
  });

  it('bring an image by its name when it is the only one', async () => {
    const { names, warnings } = await imported(
      {
        '.obsidian/app.json': '{}',
        'notes/a.md': '![[jar.png]] ![[two.png]]',
        'files/deep/jar.png': jarImage,
        'b/two.png': jarImage,
        'c/two.png': jarImage,
      },
      'notes',
    );
    deepEqual(names, ['jar.png']);
    deepEqual(warnings, ['a.md: the image two.png is not imported: it is missing']);
  });

  it('have formulas in a line by two signs if they are of Jekyll', async () => {
    const text = 'a $$x$$ `$$b$$` $$ y $$\n\n$$z$$\n';
    const files = { '_config.yml': '', '_posts/2012-03-04-a.md': text };
    const { blog } = await imported(files, '.');
    equal((await postOf(blog, 'a')).markdown, 'a $x$ `$$b$$` $y$\n\n$$z$$\n');
  });

  it('bring an image that a template tag names within an element or a link', async () => {
    const { blog, names, warnings } = await imported(
      {
        '_config.yml': '',
        '_posts/2012-03-04-a.md':
          '<img src="{% inline_image jar.png %}">\n\n<a href={% file ./jar.png %}>Jar</a> ![J]({% image jar.png %})',
        'jar.png': jarImage,
      },
      '.',
    );
    deepEqual([names, warnings], [['jar.png'], []]);
    const { markdown } = await postOf(blog, 'a');
    const address = String.raw`\/media\/[\w-]+-jar\.png`;
    match(
      markdown,
      new RegExp(`<img src="${address}">\n\n<a href=${address}>Jar</a> !\\[J\\]\\(${address}\\)`),
    );
  });

  it('bring an image that lies beside another post, by the old address of that post', async () => {
    const { names, warnings } = await imported(
      {
        'config.toml': 'base_url = "https://a.example"',
        'content/01-salt/index.md': '---\naliases: [/salt/]\n---\n![](jar.png)',
        'content/01-salt/jar.png': jarImage,
        'content/02-jam/index.md': '![](/salt/jar.png)',
        'other/jar.png': jarImage,
      },
      'content',
    );
    deepEqual([names, warnings], [['jar.png'], []]);
  });

  it('bring nothing from outside of the site, also not by a symbolic link', async () => {
    const blog = await openEmptyBlog();
    const site = write({
      '_config.yml': '',
      '_posts/2012-03-04-a.md':
        '![](../../secret.png) ![](/../secret.png) ![](/img/secret.png) ![](/link/secret.png) ![](secret.png)',
    });
    const outside = join(dirname(site), 'secret.png');
    put(outside, jarImage);
    put(join(site, 'img', 'x.txt'), '');
    symlinkSync(outside, join(site, 'img', 'secret.png'));
    symlinkSync(dirname(site), join(site, 'link'));
    const { warnings } = await importInto(blog, join(site, '_posts'));
    deepEqual(await allOf(blog, 'media'), []);
    equal(warnings.length, 5);
  });

  it('look no further than a folder that is no content of a site', async () => {
    const { names } = await imported(
      { 'config.toml': '', 'mine/a.md': '![](/x/jar.png)', 'x/jar.png': jarImage },
      'mine',
    );
    deepEqual(names, []);
  });

  it('link to each other, wherever their folder was', async () => {
    const { blog, warnings } = await imported(
      {
        'content/blog/2015-11-12-why-urls.md': 'aliases: [/x]',
        'content/blog/b/Jam Jar.md': '---\naliases: [/old/jam/]\n---\n',
        'content/blog/c.md':
          '[](2015-11-12-why-urls.md) [](/blog/why-urls/) [](/2015/11/12/why-urls.html#a) [](@/blog/b/jam%20jar.md) ' +
          '[]({filename}/b/Jam Jar.md) [](|filename|b/Jam%20Jar.md) [](/old/jam) [](/base/content/blog/b/jam%20jar) ' +
          '[](/tags/c/) [](/2014/why-urls) [](/nowhere)\n\n[the `code` part]: @/blog/c.md\n',
      },
      'content/blog',
    );
    equal(
      (await postOf(blog, 'c')).markdown,
      '[](/post/why-urls) [](/post/why-urls) [](/post/why-urls#a) [](/post/jam-jar) ' +
        '[]({filename}/b/Jam Jar.md) [](/post/jam-jar) [](/post/jam-jar) [](/post/jam-jar) ' +
        '[](/tags/c/) [](/2014/why-urls) [](/nowhere)\n\n[the `code` part]: /post/c\n',
    );
    deepEqual(warnings, []);
  });

  it('link to each other by the host that most of them name, and to no other', async () => {
    const links = ['a', 'b', 'c', 'd']
      .map((name) => `[](https://www.blog.example/x/${name}) [](https://code.example/x/${name}s)`)
      .join(' ');
    const { blog } = await imported(
      {
        'a.md': `${links} [](https://blog.example/about/) ![](http://blog.example/img/jar.png)`,
        'b.md': '[](https://code.example/x/b)',
        'c.md': '',
        'd.md': ['a', 'b', 'c', 'd', ...Array(20).keys()]
          .map((name) => `https://git.example/${name} `)
          .join(''),
        'static/img/jar.png': jarImage,
      },
      '',
    );
    const { markdown } = await postOf(blog, 'a');
    deepEqual(markdown.match(/\/post\/\w+/g), ['/post/a', '/post/b', '/post/c', '/post/d']);
    deepEqual(markdown.match(/\/\/blog[^)]*/g), ['//blog.example/about/']);
    deepEqual(markdown.match(/\/media\//g)?.length, 1);
    equal((await postOf(blog, 'b')).markdown, '[](https://code.example/x/b)');
  });

  it('link to each other as browsers followed relative links from their old addresses', async () => {
    const { blog } = await imported(
      {
        'a.md': '---\naliases: [/2012/one/]\n---\n[](../two/) [](two)',
        'b.md': '---\naliases: [/2012/two/]\n---\n',
      },
      '',
    );
    equal((await postOf(blog, 'a')).markdown, '[](/post/b) [](/post/b)');
  });

  it('have the name of their folder when they are its index, in each language', async () => {
    const { blog } = await imported(
      {
        'posts/_index.md': 'Text',
        'posts/2012-03-04-salt/index.md': 'Text',
        'posts/2012-03-04-salt/index.fr.md': 'Texte',
        'notes/2015/11/12/index.md': 'Text',
        'notes/2015/11/12/1/index.md': 'Text',
        'index.md': '# Hello there',
      },
      '',
    );
    deepEqual([...blog.index.posts()].map(({ slug }) => slug).sort(), [
      '2015-11-12',
      '2015-11-12-1',
      'hello-there',
      'posts',
      'salt',
      'salt-fr',
    ]);
  });

  it('have excerpts without entities', async () => {
    const { blog } = await imported(
      { 'a.md': '---\ndescription: Salt &amp; jam&#8217;s <b>best</b>\n---\n' },
      '',
    );
    equal((await postOf(blog, 'a')).excerpt, 'Salt & jam’s best');
  });

  it('have headers of Pelican, also when a line of dashes stands in their text', async () => {
    const { blog, warnings } = await imported(
      { 'x.md': 'title: Salt: all\ndate: 2012-03-04 05:06\ntags: a, b\n\nOne\n\n---\n\nTwo\n' },
      '',
    );
    const { title, markdown, tags } = await postOf(blog, 'x');
    deepEqual([title, markdown, tags], ['Salt: all', 'One\n\n---\n\nTwo\n', ['a', 'b']]);
    deepEqual(warnings, []);
  });
});
