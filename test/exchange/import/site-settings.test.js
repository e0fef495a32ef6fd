import { deepEqual, equal } from 'node:assert/strict';
import { importInto, postOf, put, workshop } from './workshop.js';
import { join } from 'node:path';

const post = '---\ndate: 2012-03-04\n---\nText\n';
const about = 'About us.\n';

/** @type {[string, Record<string, string>, { title?: string, tagline?: string, language?: string, menu?: string }][]} */
const SITES = [
  [
    'Hugo',
    {
      'hugo.toml':
        'title = "Jars"\nlanguageCode = "de-AT"\n[params]\ndescription = "Of glass"\n[[menu.main]]\nname = "Us"\npageRef = "/about"\nweight = 2\n[[menu.main]]\nname = "Old"\nurl = "/posts/"\nweight = 1\n',
      'content/posts/a.md': post,
      'content/about.md': about,
    },
    { title: 'Jars', tagline: 'Of glass', language: 'de-AT', menu: 'Old /archive, Us /about' },
  ],
  [
    'Hugo with a folder of settings',
    {
      'config/_default/hugo.yaml': 'title: Jars',
      'config/_default/menus.en.toml': '[[main]]\nname = "Us"\nurl = "/about/"\n',
      'config/_default/params.toml': 'description = "Of glass"',
      'content/posts/a.md': post,
      'content/about.md': about,
    },
    { title: 'Jars', tagline: 'Of glass', menu: 'Us /about' },
  ],
  [
    'Jekyll',
    {
      '_config.yml':
        'title: Jars\ntagline: Of glass\nlang: fr\nurl: https://jars.example\nbaseurl: /b',
      '_data/navigation.yml':
        'main:\n  - title: Us\n    url: https://jars.example/b/about/\n  - title: Away\n    url: https://other.example/\n',
      '_posts/2012-03-04-a.md': 'Text',
      'about.md': about,
    },
    {
      title: 'Jars',
      tagline: 'Of glass',
      language: 'fr',
      menu: 'Us /about, Away https://other.example/',
    },
  ],
  [
    'Hexo and its theme',
    {
      '_config.yml': 'title: Jars\nsubtitle: Of glass\nlanguage: zh_CN\n',
      '_config.next.yml': 'menu:\n  Home: / || fa fa-home\n  Us: /about/ || fa fa-user\n',
      'source/_posts/a.md': post,
      'source/about/index.md': about,
    },
    { title: 'Jars', tagline: 'Of glass', language: 'zh-CN', menu: 'Home /, Us /about' },
  ],
  [
    'Eleventy',
    {
      'eleventy.config.js': "export default () => ({ dir: { input: 'content', data: '../info' } })",
      'info/ann.json': '{"name":"Ann","title":"No"}',
      'info/metadata.js':
        "export default { title: 'Jars', description: 'Of glass', language: 'en-GB' }",
      'content/blog/a.md': post,
      'content/about.md': '---\neleventyNavigation:\n  key: Us\n  order: 2\n---\nText',
      'content/now.md': '---\neleventyNavigation: { key: Now, order: 1 }\n---\nText',
    },
    { title: 'Jars', tagline: 'Of glass', language: 'en-GB', menu: 'Now /now, Us /about' },
  ],
  [
    'Astro',
    {
      'astro.config.mjs': "export default defineConfig({ site: 'https://jars.example' })",
      'src/consts.ts':
        "export const SITE_TITLE = 'Jars';\nexport const SITE_DESCRIPTION = 'Of glass';\n",
      'src/content/blog/a.md': post,
      'src/layouts/Layout.ts': 'x',
    },
    { title: 'Jars', tagline: 'Of glass' },
  ],
  [
    'Gatsby',
    {
      'gatsby-config.js':
        "module.exports = { siteMetadata: { title: `Jars`, description: `Of glass`, menuLinks: [{ name: 'Us', link: '/about' }] }, plugins: [{ resolve: 'x', options: { title: 'No' } }] }",
      'content/blog/a.md': post,
      'content/about.md': about,
    },
    { title: 'Jars', tagline: 'Of glass', menu: 'Us /about' },
  ],
  [
    'Zola',
    {
      'config.toml':
        'base_url = "https://jars.example"\ntitle = "Jars"\ndescription = "Of glass"\ndefault_language = "cs"\n[extra]\nmenu = [{ name = "Us", url = "$BASE_URL/about" }, { name = "Tags", url = "/tags/" }]\n',
      'content/a.md': post,
      'content/about.md': about,
    },
    { title: 'Jars', tagline: 'Of glass', language: 'cs', menu: 'Us /about, Tags /tags' },
  ],
  [
    'Docusaurus',
    {
      'docusaurus.config.ts':
        "const config: Config = { title: 'Jars', tagline: 'Of glass', i18n: { defaultLocale: 'ja', locales: ['ja'] }, themeConfig: { navbar: { title: 'No', items: [{ to: '/blog', label: 'Blog' }, { type: 'search' }] } } satisfies X };\nexport default config;",
      'blog/2012-03-04-a.md': 'Text',
    },
    { title: 'Jars', tagline: 'Of glass', language: 'ja', menu: 'Blog /archive' },
  ],
  [
    'Next.js',
    {
      'package.json': '{"name":"my-blog","description":"No","dependencies":{"next":"15"}}',
      'app/layout.tsx':
        'export const metadata: Metadata = { title: { default: "Jars", template: "%s | Jars" }, description: "Of glass" };\nexport default function Layout() { return (<html lang="nl"><body title="x">{children}</body></html>) }',
      'posts/a.md': post,
    },
    { title: 'Jars', tagline: 'Of glass', language: 'nl' },
  ],
  [
    'Pelican',
    {
      'pelicanconf.py':
        "SITENAME = 'Jars'\nSITESUBTITLE = 'Of glass'\nDEFAULT_LANG = 'it'\nMENUITEMS = (('Us', '/about.html'),)\n",
      'content/a.md': 'title: A\ndate: 2012-03-04\n\nText',
      'content/pages/about.md': 'title: About\n\nText',
    },
    { title: 'Jars', tagline: 'Of glass', language: 'it', menu: 'Us /about' },
  ],
  [
    'a package alone',
    { 'package.json': '{"name":"@ann/jars","description":"Of glass"}', 'posts/a.md': post },
    { title: 'jars', tagline: 'Of glass' },
  ],
];

describe('The title, tagline, language and menu of an imported site', () => {
  const { write, openEmptyBlog } = workshop();

  for (const [name, files, { title = 'Larder', tagline, language = 'en', menu = '' }] of SITES)
    it(`are taken from where ${name} has them`, async () => {
      const blog = await openEmptyBlog();
      const { refusals } = await importInto(blog, write(files));
      deepEqual(refusals, []);
      const { settings } = blog.index;
      const links = settings.navigation.map((link) => `${link.title} ${link.url}`).join(', ');
      deepEqual(
        [settings.title, settings.tagline, settings.language, links],
        [title, tagline, language, menu],
      );
    });
});

describe('The settings of an imported site', () => {
  const { write, openEmptyBlog } = workshop();
  const files = {
    '_config.yml': 'title: Jars\ndescription: Of glass\nlang: fr\n',
    '_data/menu.yml':
      '- { title: Us, url: /about }\n- { title: Gone, url: /gone/ }\n- { title: News, url: /posts/ }\n',
    '_posts/2012-03-04-a.md': 'Text',
    'about.md': about,
  };

  it('leave those that the owner has set, and the language then', async () => {
    const blog = await openEmptyBlog();
    await blog.content.saveSettings({ title: 'Mine' });
    const { warnings } = await importInto(blog, write(files));
    const { title, tagline, language } = blog.index.settings;
    deepEqual([title, tagline, language], ['Mine', 'Of glass', 'en']);
    equal(warnings.at(-1), 'blog: the blog already has settings, which are kept');
  });

  it('are followed when they change there, unless they were changed here', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      ...files,
      '_config.yml': 'url: https://a.example\ntitle: Jars\ntagline: Of glass',
    });
    await importInto(blog, folder);
    await blog.content.saveSettings({ tagline: 'Mine' });
    put(join(folder, '_config.yml'), 'url: https://a.example\ntitle: Pots\ntagline: Of clay');
    const { warnings } = await importInto(blog, folder);
    deepEqual([blog.index.settings.title, blog.index.settings.tagline], ['Pots', 'Mine']);
    equal(warnings.includes('blog: settings changed here are kept: tagline'), true);
  });

  it('are shortened, and have no address that a menu cannot have', async () => {
    const blog = await openEmptyBlog();
    const { refusals } = await importInto(
      blog,
      write({
        '_config.yml': `title: |\n  <b>Jars</b> &amp;\n  more\ndescription: ${'x'.repeat(5000)}\nlang: english\nmenu: { a: 'javascript:x', b: //c.example, d: 'https://e.example/' }`,
        '_posts/2012-03-04-a.md': 'Text',
      }),
    );
    const { title, tagline, language, navigation } = blog.index.settings;
    deepEqual([refusals, title, tagline.length, language], [[], 'Jars & more', 300, 'en']);
    deepEqual(navigation, [{ title: 'd', url: 'https://e.example/' }]);
  });

  it('name the links of the menu that lead nowhere, and lead old lists to those here', async () => {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(blog, write(files));
    deepEqual(warnings, ['blog: its link to /gone/ leads nowhere']);
    equal(blog.index.addresses.get('/posts'), '/archive');
  });

  it('are not those of another site that is imported later', async () => {
    const blog = await openEmptyBlog();
    await importInto(blog, write(files));
    await importInto(blog, write({ ...files, '_config.yml': 'title: Pots' }));
    equal(blog.index.settings.title, 'Jars');
  });
});

describe('Values in the text of an imported post', () => {
  const { write, openEmptyBlog } = workshop();

  /** @param {Record<string, string>} files @param {string} [slug] */
  async function imported(files, slug = 'a') {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(blog, write(files));
    return { text: (await postOf(blog, slug)).markdown, warnings };
  }

  it('are those that the data of Eleventy have, outside of code', async () => {
    const { text, warnings } = await imported({
      '.eleventy.js': '',
      '_data/metadata.json': '{"url":"https://jars.example","author":{"name":"Ann"},"list":[1]}',
      '_data/site.js': "module.exports = { since: 2012, cdn: 'https://cdn.example' };",
      'package.json': '{"version":"1.2.3"}',
      'posts/a.md': `${post}{{ metadata.url }}, {{ metadata.author.name | safe }}, {{site.since}}, {{- pkg.version -}}, \`{{ metadata.url }}\`, [x]({{ metadata.url }}/posts/a/) [y]({{ site.cdn }}/b) {{ metadata.list }} {{ constructor.name }} {{ other.name }}\n`,
    });
    equal(
      text,
      'Text\nhttps://jars.example, Ann, 2012, 1.2.3, `{{ metadata.url }}`, [x](/post/a) [y](https://cdn.example/b) {{ metadata.list }} {{ constructor.name }} {{ other.name }}\n',
    );
    deepEqual(warnings, [
      'posts/a.md: template values left as they are: {{ metadata.list }}, {{ constructor.name }}, {{ other.name }}',
    ]);
  });

  it('come from no file outside of the site', async () => {
    const { text } = await imported({
      'site/.eleventy.js': "module.exports = { dir: { data: '../secret' } };",
      'secret/own.json': '{"word":"Quincunx"}',
      'site/posts/a.md': `${post}{{ own.word }}\n`,
    });
    equal(text, 'Text\n{{ own.word }}\n');
  });

  it('are those that the settings and data of Jekyll and Bridgetown have', async () => {
    const jekyll = await imported({
      '_config.yml': 'title: Jars\nurl: https://jars.example\n',
      '_data/people.yml': 'ann: { name: Ann }',
      '_posts/2012-03-04-a.md': '{{ site.title }} {{ site.url }} {{ site.data.people.ann.name }}\n',
    });
    equal(jekyll.text, 'Jars https://jars.example Ann\n');
    const bridgetown = await imported({
      'bridgetown.config.yml': 'url: https://jars.example',
      'src/_data/site_metadata.yml': 'title: Jars',
      'src/_posts/2012-03-04-a.md': '{{ site.metadata.title }}\n',
    });
    deepEqual([jekyll.warnings, bridgetown.text, bridgetown.warnings], [[], 'Jars\n', []]);
  });
});
