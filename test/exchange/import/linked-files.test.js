import { deepEqual, match } from 'node:assert/strict';
import { attachment, item, wxr } from './exports.js';
import { allOf, importInto, postOf, workshop } from './workshop.js';

describe('Files of any kind that a post links to', () => {
  const { write, openEmptyBlog } = workshop();

  /** @param {Record<string, string | Buffer>} files */
  async function imported(files) {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(blog, write(files));
    const { markdown } = await postOf(blog, 'a');
    const names = (await allOf(blog, 'media')).map(({ id }) => id.slice(17).replace(/\..*/, ''));
    return { markdown, names: names.sort(), warnings };
  }
  const front = '---\ndate: 2012-03-04\n---\n';

  it('come from a folder of Markdown', async () => {
    const { markdown, names, warnings } = await imported({
      'a.md': `${front}[One](one.py) [Two](data/two.gpx#top) <object data="three.log"></object>\n\n![[four.bib]]\n\n[five]\n\n[five]: five.ipynb`,
      'one.py': 'print()',
      'data/two.gpx': '<gpx/>',
      'three.log': 'x',
      'four.bib': '@a',
      'five.ipynb': '{}',
    });
    deepEqual([names, warnings], [['five', 'four', 'one', 'three', 'two'], []]);
    match(markdown, /\[One\]\(\/media\/[\w-]+-one\.\w+\) \[Two\]\(\/media\/[\w-]+-two\.\w+\)/);
  });

  it('come from beside an export of WordPress, linked or only uploaded', async () => {
    const content =
      '<a href="https://old.example/files/one.gpx">One</a> <a href="https://other.example/files/two.gpx">Two</a>';
    const { markdown, names, warnings } = await imported({
      'a.xml': wxr(item(1, { content, slug: 'a' }) + attachment(2, 'files/three.ics')),
      'files/one.gpx': '<gpx/>',
      'files/two.gpx': '<gpx/>',
      'files/three.ics': 'BEGIN',
    });
    deepEqual([names, warnings], [['one', 'three'], []]);
    match(
      markdown,
      /\[One\]\(\/media\/[^)]+\) \[Two\]\(https:\/\/other\.example\/files\/two\.gpx\)/,
    );
  });

  it('are named when they are not there, or cannot be kept', async () => {
    const { warnings } = await imported({
      'a.md': `${front}[One](one.py) [Two](two.log) [Feed](/atom.xml) [Page](/b.html) [Site](https://a.example/a.py)`,
      'two.log': '',
    });
    deepEqual(warnings, [
      'a.md: the file one.py is not imported: it is missing',
      'a.md: the file two.log is not imported: the file is empty',
    ]);
  });

  it('are no other posts, and nothing about the site itself', async () => {
    const { markdown, names } = await imported({
      'hugo.toml': '',
      'package.json': '{}',
      '.env': 'KEY=1',
      'content/posts/node.js.md': front,
      'content/posts/a.md': `${front}[P](node.js) [S](/hugo.toml) [E](/.env) [N](/package.json)`,
    });
    match(markdown, /\[P\]\(\/post\/node-?js\)/);
    deepEqual(names, []);
  });
});
