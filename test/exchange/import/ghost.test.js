import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import { ghostExport, ghostPost, item, wxr } from './exports.js';
import { importInto, jarImage, postOf, workshop } from './workshop.js';

describe('An import from Ghost', () => {
  const { write, openEmptyBlog } = workshop();

  /** @param {string} json @param {Record<string, string | Buffer>} [files] beside it */
  async function importing(json, files = {}) {
    const blog = await openEmptyBlog();
    return { blog, ...(await importInto(blog, write({ 'data/ghost.json': json, ...files }))) };
  }

  it('takes posts and pages with tags, authors, images and settings', async () => {
    const { blog, counts, warnings } = await importing(
      ghostExport(
        [
          ghostPost('jam', {
            html: '<p><a href="__GHOST_URL__/salt/">Salt</a></p><img src="__GHOST_URL__/content/images/2020/01/jar.png">',
            feature_image: '__GHOST_URL__/content/images/size/w600/2020/01/jar.png',
            custom_excerpt: 'Short.',
          }),
          ghostPost('salt', { status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' }),
          ghostPost('us', { type: 'page' }),
          ghostPost('note', { status: 'draft', published_at: null }),
        ],
        {
          tags: [
            { id: 't1', name: 'Sweet', slug: 'sweet' },
            { id: 't2', name: '#hidden', slug: 'hash-hidden' },
          ],
          posts_tags: [
            { post_id: 'id-jam', tag_id: 't2', sort_order: 0 },
            { post_id: 'id-jam', tag_id: 't1', sort_order: 1 },
          ],
          users: [{ id: 'u1', name: 'Ann Other' }],
          posts_authors: [{ post_id: 'id-jam', author_id: 'u1' }],
          members: [{ id: 'm1' }],
          settings: [
            { key: 'title', value: 'The old larder' },
            { key: 'timezone', value: 'Europe/Berlin' },
            {
              key: 'navigation',
              value: '[{"label":"Us","url":"/us/"},{"label":"Salt","url":"__GHOST_URL__/salt/"}]',
            },
          ],
        },
      ),
      { 'content/images/2020/01/jar.png': jarImage },
    );
    deepEqual([counts.created, counts.refused, counts.taken?.images], [4, 0, 1]);
    const jam = await postOf(blog, 'jam');
    match(
      jam.markdown,
      /^!\[\]\(\/media\/\S+\)\n\n\[Salt\]\(\/post\/salt\)\n\n!\[\]\(\/media\/\S+\)\n$/,
    );
    deepEqual([jam.excerpt, jam.tags], ['Short.', ['Sweet']]);
    equal(blog.index.users.get(jam.author)?.name, 'Ann Other');
    equal(blog.index.addresses.get('/jam'), jam.id);
    equal((await postOf(blog, 'note')).status, 'draft');
    const { title, timeZone, navigation } = blog.index.settings;
    deepEqual([title, timeZone], ['The old larder', 'Europe/Berlin']);
    deepEqual(navigation, [
      { title: 'Us', url: '/us' },
      { title: 'Salt', url: '/post/salt' },
    ]);
    match(warnings.join('\n'), /not imported: 1 members[^]*internal tags are left out: #hidden/);
  });

  it('never publishes posts for members only', async () => {
    const { blog, warnings } = await importing(
      ghostExport([
        ghostPost('paid', { visibility: 'paid' }),
        ghostPost('mail', { status: 'sent' }),
      ]),
    );
    for (const slug of ['paid', 'mail']) equal((await postOf(blog, slug)).status, 'draft');
    match(warnings.join('\n'), /members alone[^]*by e-mail alone/);
  });

  it('reads a text that is there as mobiledoc or lexical alone', async () => {
    const mobiledoc = JSON.stringify({
      version: '0.3.1',
      markups: [['strong'], ['a', ['href', 'https://a.example/']]],
      atoms: [['soft-return', '', {}]],
      cards: [
        ['code', { code: 'a < b', language: 'js' }],
        ['bookmark', { url: 'https://b.example/', metadata: { title: 'B' } }],
        ['strange', {}],
      ],
      sections: [
        [1, 'h2', [[0, [], 0, 'Head']]],
        [
          1,
          'p',
          [
            [0, [0, 1], 2, 'bold'],
            [1, [], 0, 0],
            [0, [], 0, ' end'],
          ],
        ],
        [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
        [10, 0],
        [10, 1],
        [10, 2],
      ],
    });
    const text = (/** @type {string} */ words, format = 0) => ({
      type: 'extended-text',
      text: words,
      format,
    });
    const lexical = JSON.stringify({
      root: {
        type: 'root',
        children: [
          { type: 'extended-heading', tag: 'h3', children: [text('Head')] },
          {
            type: 'paragraph',
            children: [
              text('both', 3),
              { type: 'linebreak' },
              { type: 'link', url: 'https://a.example/', children: [text('a')] },
            ],
          },
          {
            type: 'list',
            listType: 'number',
            start: 3,
            children: [{ type: 'listitem', children: [text('three')] }],
          },
          { type: 'image', src: 'https://c.example/c.png', alt: 'C', caption: 'See <b>C</b>' },
          { type: 'markdown', markdown: '*md*' },
          { type: 'signup' },
        ],
      },
    });
    const { blog, warnings } = await importing(
      ghostExport([
        ghostPost('old', { html: null, mobiledoc }),
        ghostPost('new', { html: null, lexical }),
      ]),
    );
    equal(
      (await postOf(blog, 'old')).markdown,
      '## Head\n\n**[bold](https://a.example/)**\\\nend\n\n- one\n- two\n\n```js\na < b\n```\n\n[B](https://b.example/)\n',
    );
    equal(
      (await postOf(blog, 'new')).markdown,
      '### Head\n\n***both***\\\n[a](https://a.example/)\n\n3. three\n\n<figure><img src="https://c.example/c.png" alt="C"><figcaption>See <b>C</b></figcaption></figure>\n\n*md*\n',
    );
    match(warnings.join('\n'), /card “strange” is not imported[^]*card “signup” is not imported/);
  });

  it('makes a link of a bookmark', async () => {
    const html =
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">B</div></div></a></figure>';
    const { blog } = await importing(ghostExport([ghostPost('jam', { html })]));
    equal((await postOf(blog, 'jam')).markdown, '[B](https://b.example/)\n');
  });

  it('writes nothing when it is run again', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'ghost.json': ghostExport([ghostPost('jam'), ghostPost('salt')]) });
    await importInto(blog, folder);
    equal((await importInto(blog, folder)).counts.unchanged, 2);
  });

  it('takes whatever stands where a text should be, and goes on', async () => {
    const blog = await openEmptyBlog();
    const anything = fc.jsonValue({ maxDepth: 3 });
    const node = fc.record({
      type: fc.constantFrom('root', 'text', 'list', 'image', 'gallery', 'link', 'toString'),
      children: fc.oneof(
        anything,
        fc.array(fc.record({ type: fc.constant('gallery'), images: anything })),
      ),
      text: anything,
      url: anything,
    });
    const section = fc.tuple(fc.constantFrom(1, 2, 3, 10), anything, anything);
    const texts = fc.oneof(
      node.map((root) => ({ lexical: JSON.stringify({ root }) })),
      fc
        .record({
          sections: fc.array(section),
          cards: fc.array(fc.tuple(fc.constantFrom('gallery', 'html'), anything)),
          markups: anything,
        })
        .map((doc) => ({ mobiledoc: JSON.stringify(doc) })),
      anything.map((html) => ({ html })),
    );
    const tables = fc.record({
      tags: anything,
      posts_tags: anything,
      users: anything,
      settings: anything,
    });
    await fc.assert(
      fc.asyncProperty(texts, tables, async (text, others) => {
        const strange = { ...ghostPost('strange'), html: null, ...text };
        const json = ghostExport([strange, ghostPost('jam')], others);
        await importInto(blog, join(write({ 'a.json': json }), 'a.json'));
        match((await postOf(blog, 'jam')).markdown, /On jam/);
      }),
      { numRuns: 60 },
    );
  });

  it('says what is wrong with a file that it cannot read', async () => {
    const whole = ghostExport([ghostPost('jam')]);
    for (const [json, sentence] of /** @type {[string, RegExp][]} */ ([
      [whole.slice(0, -20), /breaks off after \d+ characters/],
      ['{"db": [{"data": {"users": []}}]}', /not a Ghost export: it has no posts/],
      ['{"data": nonsense}', /is not the JSON/],
      ['[1, 2]', /is JSON, but not a Ghost export/],
    ])) {
      const file = join(write({ 'a.json': json }), 'a.json');
      await rejects(importInto(await openEmptyBlog(), file), {
        code: 'invalid',
        message: sentence,
      });
    }
  });
});

describe('The path given to an import', () => {
  const { write, openEmptyBlog } = workshop();

  it('has its format detected, and is refused when packed or unknown', async () => {
    for (const [name, data, sentence] of /** @type {[string, string, RegExp][]} */ ([
      ['blog.zip', 'PK\x03\x04', /is packed: unpack it first/],
      ['blog.xml', '<feed></feed>', /is XML, but not a WordPress export/],
      ['blog.txt', 'Hello', /cannot be imported: choose a folder/],
    ])) {
      const file = join(write({ [name]: data }), name);
      await rejects(importInto(await openEmptyBlog(), file), {
        code: 'invalid',
        message: sentence,
      });
    }
  });

  it('is taken as Markdown, even with an old export or other data in the folder', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'posts/salt.md': '---\ndate: 2012-03-04\n---\nSalt.',
      'static/old/export.xml': wxr(item(1)),
      'menu.json': '{"data": [], "posts": []}',
    });
    const { counts } = await importInto(blog, folder);
    deepEqual([counts.created, [...blog.index.posts()][0].slug], [1, 'salt']);
  });
});
