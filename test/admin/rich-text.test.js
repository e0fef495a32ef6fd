import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import request from 'supertest';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { withAuthors } from '../support/authors.js';
import { jamPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png } from '../support/images.js';
/** @import { Network } from '../../lib/people/notifications/network.js' */

/** Of other sites. @type {Network} */
const network = {
  ...createNetwork(),
  async get(address) {
    if (!address.endsWith('jar.png')) throw new Error('There is nothing');
    return { type: 'image/png', bytes: png() };
  },
};
const { blog, ada, anna } = withAuthors(['ada', 'anna'], { posts: smallBlog, network });

describe('The editor', () => {
  it('says what is not shown as it was meant, while one writes and when one comes back', async () => {
    const markdown = '<script>x</script>\n\n[[nowhere]] “ü”';
    const { headers } = await ada.send('/admin/preview', { markdown }).expect(200);
    const notes = JSON.parse(decodeURIComponent(headers['larder-notes']));
    deepEqual(notes, [
      '[[nowhere]] is no link: there is no post or page of that name.',
      '<script> is left out.',
    ]);
    const form = await ada.fill('/admin/posts/quince-jam', { markdown, action: 'save' });
    const { texts } = await ada.follow('/admin/posts/quince-jam', form);
    deepEqual(texts('[data-notes] li'), notes);
    equal((await ada.open('/admin/posts/rye-bread')).has('[data-notes][hidden]'), true);
  });

  it('tells as much of it as a header holds', async () => {
    const markdown = Array.from({ length: 50 }, (_, n) => `[[${'ü'.repeat(150)}${n}]]`).join(' ');
    const { headers } = await ada.send('/admin/preview', { markdown }).expect(200);
    ok(headers['larder-notes'].length <= 3000);
    equal(JSON.parse(decodeURIComponent(headers['larder-notes'])).length, 3);
  });
});

describe('What is pasted into the editor', () => {
  /** @param {string} html */
  const pasted = async (html) => {
    const { body } = await ada.sendJson('/admin/markdown', { html }).expect(200);
    return body.markdown;
  };

  it('is refused, with a reason, when it is nested thousands deep', async () => {
    const html = '<dd><table>'.repeat(1450);
    const { body } = await ada.sendJson('/admin/markdown', { html }).expect(422);
    match(body.detail, /too much to be converted/);
  });

  it('becomes Markdown, without what belongs to the program that it comes from', async () => {
    equal(
      await pasted(
        '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><h2 class="x" dir="ltr">Jam</h2><p style="x">A <b>lot</b> of <a href="https://a.example" class="y" title="z">sugar</a></p></b><script>alert(1)</script>',
      ),
      '## Jam\n\nA **lot** of [sugar](https://a.example)',
    );
  });

  it('has what is bold, italic or struck by its style alone, but not twice', async () => {
    equal(
      await pasted(
        '<b style="font-weight:normal"><h2><span style="font-weight:700">Jam</span></h2><p><span style="color:#000;font-weight: 700;">much</span> <span style="font-weight:400;font-style:italic">sweet</span> <span style="text-decoration:line-through">salt</span> <i style="font-style:normal">x</i></p></b>',
      ),
      '## Jam\n\n**much** *sweet* ~~salt~~ x',
    );
  });

  it('can be the cells of a spreadsheet', async () => {
    const cells =
      '<table><tr><td width="5">Fruit</td><td>g</td></tr><tr><td>Fig|s</td><td>5</td></tr></table>';
    equal(await pasted(cells), '| Fruit | g |\n| --- | --- |\n| Fig\\|s | 5 |');
  });

  it('has its pictures with it, which become files', async () => {
    const bytes = png();
    const address = `data:image/png;base64,${bytes.toString('base64')}`;
    const markdown = await pasted(
      `<p>See <img src="${address}" alt="Jam"></p><p><img src="${address}"></p><p><img src="data:image/gif;base64,R0lG" data-src="https://a.example/b.png"></p>`,
    );
    const [, path] = /\((\/media\/[^)]+)\)/.exec(markdown) ?? [];
    equal(markdown, `See ![Jam](${path})\n\n![](${path})\n\n![](https://a.example/b.png)`);
    const { body } = await request(blog.url).get(path).expect(200);
    ok(body.equals(bytes));
    const large = `<b>${'a'.repeat(190_000)}</b>${`<img src="${address}">`.repeat(51)}`;
    await ada.sendJson('/admin/markdown', { html: large }).expect(422);
  });

  it('has its pictures of other sites with it, but links to those that cannot be had', async () => {
    const html =
      '<p><img src="https://a.example/jar.png" alt="Jar"></p><p><img src="https://a.example/lid.png" alt="Lid"></p>';
    match(
      await pasted(html),
      /^!\[Jar\]\(\/media\/[\w-]+\.png\)\n\n!\[Lid\]\(https:\/\/a\.example\/lid\.png\)$/,
    );
  });

  it('keeps a picture that is none as it was', async () => {
    const address = 'data:image/png;base64,aGVsbG8=';
    equal(await pasted(`<p>a <img src="${address}" alt="x"></p>`), `a ![x](${address})`);
  });

  it('is for authors alone, and not converted when it would keep readers waiting', async () => {
    await request(blog.url).post('/admin/markdown').type('form').send({ html: 'x' }).expect(401);
    for (const html of ['<b>a</b>', 'a@b.c '])
      await ada.sendJson('/admin/markdown', { html: html.repeat(20_000) }).expect(422);
  });
});

describe('/admin/help', () => {
  it('shows everything that can be written, and what readers see', async () => {
    const page = await anna.open('/admin/help');
    for (const shown of [
      'sup a',
      'sub',
      'mark',
      'abbr',
      'dl',
      '.task',
      '.callout.warning',
      'details.callout',
      'math',
      'pre mark',
      'figcaption',
      '.embed',
      'table',
      'img',
      'video',
    ])
      ok(page.has(`.example .text ${shown}`), shown);
    match(page.text('.example pre'), /\*salt\*/);
    equal(page.has('[href="/admin/rendering"]'), false);
    deepEqual((await ada.open('/admin/posts/new')).links('.help a'), ['/admin/help']);
  });
});

describe('An older post', () => {
  /** As an earlier version of Larder has saved it. @param {string} markdown */
  async function age(markdown) {
    const { store, content } = blog.open;
    const rendered = `1-${createHash('sha256').update(`1\n0\n\n${markdown}`).digest('base64url')}`;
    const post = await store.get('post', jamPost.id);
    await content.savePost({ id: post.id, markdown }, { revision: post.revision });
    const saved = await store.get('post', jamPost.id);
    const older = { ...saved, html: '<p>older</p>', rendered };
    await store.write([{ kind: 'post', record: older, revision: saved.revision }]);
    return { ...older, updatedAt: saved.updatedAt };
  }
  const textNow = async () =>
    parsePage(await request(blog.url).get('/post/quince-jam')).text('.text');

  it('looks as it did until it is saved', async () => {
    await age('==Jam==');
    equal(await textNow(), 'older');
    const form = await ada.fill('/admin/posts/quince-jam', { action: 'save' });
    await ada.send('/admin/posts/quince-jam', form).expect(303);
    equal(await textNow(), 'Jam');
  });

  it('is updated with all others, once it was shown how', async () => {
    const older = await age('==Jam==');
    const page = await ada.open('/admin/rendering');
    deepEqual(page.texts('.update summary'), [jamPost.title]);
    deepEqual(page.texts('.update del'), ['older']);
    match(page.text('.update .right'), /<p><mark>Jam<\/mark><\/p>/);
    equal(await textNow(), 'older');
    const { headers } = await ada.send('/admin/rendering', {}).expect(303);
    match((await ada.open(headers.location)).text('.none'), /Nothing would change/);
    equal(await textNow(), 'Jam');
    const { updatedAt } = await blog.open.store.get('post', jamPost.id);
    equal(updatedAt, older.updatedAt);
    await anna.get('/admin/rendering').expect(403);
  });
});
