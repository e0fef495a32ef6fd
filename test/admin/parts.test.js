import { deepEqual, equal, match } from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { smallBlog } from '../support/fixtures.js';

const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });

describe('What the editor shows in the place of its Markdown', () => {
  /** @param {string[]} parts @returns {Promise<string[]>} */
  async function shown(...parts) {
    const body = new URLSearchParams(parts.map((part) => ['part', part])).toString();
    const { body: answer } = await ada.sendJson('/admin/preview/parts', {}).send(body).expect(200);
    return answer.parts;
  }

  it('is as on the page: tables, formulas, pictures, galleries and embeds', async () => {
    const [table, formula, picture, gallery, embed] = await shown(
      '| [[quince-jam]] |\n|---|\n| **1** |',
      '$x^2$',
      '![Plums](/media/a.png "Ripe")',
      '![a](/media/a.png)\n![b](/media/b.png)',
      'https://youtu.be/dQw4w9WgXcQ',
    );
    match(table, /^<div class="table".*<th><a href="\/post\/quince-jam">.*<strong>1</s);
    match(formula, /^<p><math.*<\/math><\/p>$/s);
    match(picture, /^<figure>.*alt="Plums".*<figcaption>Ripe</s);
    match(gallery, /^<div class="gallery">(?:.*<figure>){2}/s);
    match(embed, /^<p class="embed"><a [^>]*>Watch on YouTube</);
  });

  it('is nothing of what stays text, and of what cannot be read', async () => {
    deepEqual(await shown('https://example.org/', 'Words', '$\\frac{$', 'x'.repeat(20_001)), [
      '',
      '',
      '',
      '',
    ]);
  });

  it('has nothing in it that could run', async () => {
    const [table] = await shown('| <img src=x onerror=alert(1)> |\n|---|\n| <script>1</script> |');
    equal(/onerror|<script/.test(table), false);
  });

  it('is of at most forty parts, and for authors alone', async () => {
    equal((await shown(...Array(50).fill('$x$'))).length, 40);
    await request(blog.url)
      .post('/admin/preview/parts')
      .type('form')
      .send({ part: 'x' })
      .expect(401);
  });
});

describe('A preview', () => {
  it('is in the theme of the blog', async () => {
    await blog.open.content.saveSettings({ theme: 'magazine' });
    const { text } = await ada.send('/admin/preview', { title: 'Jam', markdown: 'Ripe.' });
    match(text, /<body class="magazine [^>]*>.*<header class="opening">.*Ripe\./s);
  });
});
