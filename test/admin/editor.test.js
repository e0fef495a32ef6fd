import assert from 'node:assert/strict';
import { eachTest } from '../support/blog.js';
import { draftPost, jamPost, smallBlog } from '../support/fixtures.js';
import { addPeople } from '../support/people.js';
import { withAuthors, signInAs } from '../support/authors.js';
import { parsePage } from '../support/html.js';

describe('The editor', () => {
  const { blog, ada, emil, anna } = withAuthors(['ada', 'emil', 'anna'], { posts: smallBlog });
  /** @param {Record<string, string>} typed */
  const sendNew = async (typed) =>
    ada.send('/admin/posts/new', {
      ...(await ada.fill('/admin/posts/new')),
      action: 'publish',
      title: 'Plums',
      ...typed,
    });

  it('is private, and never cached', async () => {
    const { headers } = await ada.get('/admin/posts/rye-bread').expect(200);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['cache-status'], 'larder; fwd=bypass');
    assert.doesNotMatch(headers['content-security-policy'], /unsafe/);
    await ada.get('/admin/posts/nowhere').expect(404);
  });

  it('has no style or script in the page itself', async () => {
    for (const path of [
      '/admin',
      '/admin/posts',
      '/admin/posts/new',
      '/admin/posts/rye-bread',
      '/admin/trash',
    ]) {
      const page = await ada.open(path);
      assert.equal(page.has('style, [style], script:not([type=module][src])'), false, path);
      assert.deepEqual(page.handlers(), [], path);
    }
  });

  const long = 'x'.repeat(301);
  for (const [
    typed,
    field,
    sentence,
  ] of /** @type {[Record<string, string>, string, RegExp][]} */ ([
    [{ title: '' }, 'title', /title is required/],
    [{ title: long }, 'title', /at most 300/],
    [{ slug: 'Two Words' }, 'slug', /How about “two-words”\?/],
    [{ slug: '../..' }, 'slug', /lower-case letters/],
    [{ slug: 'quince-jam' }, 'slug', /Another post has the URL/],
    [{ tags: 'a,'.repeat(25) + long }, 'tags', /at most 80/],
    [{ excerpt: long.repeat(7) }, 'excerpt', /at most 2000/],
    [{ date: 'next Friday' }, 'date', /is not a valid date/],
    [{ date: '2026-02-30T10:00' }, 'date', /is not a valid date/],
  ])) {
    it(`says next to the field what is wrong: ${field}, ${JSON.stringify(typed).slice(0, 40)}`, async () => {
      const markdown = 'Kept, word for word.\n\n  And this.';
      const answer = await sendNew({ markdown, ...typed });
      assert.equal(answer.status, 422);
      const page = parsePage(answer);
      assert.match(page.problems()[field], sentence);
      const fields = page.fields('#editor');
      for (const [name, value] of Object.entries({ markdown, ...typed }))
        assert.equal(fields[name], value);
      const marked = `[name=${field}][aria-invalid=true][autofocus]`;
      assert.match(page.attribute(marked, 'aria-describedby'), new RegExp(`^${field}-problem`));
    });
  }

  it('names every invalid field at once', async () => {
    const page = parsePage(await sendNew({ title: '', slug: 'NO', date: 'soon', tags: long }));
    assert.deepEqual(Object.keys(page.problems()).sort(), ['date', 'slug', 'tags', 'title']);
  });

  it('takes 5 MB of Markdown, and refuses 6 MB with the text kept', async () => {
    const { status, text } = await sendNew({ markdown: 'x'.repeat(6_000_000) });
    assert.equal(status, 422);
    assert.match(parsePage(text).problems().markdown, /at most 5 MB/);
    assert.ok(text.length > 6_000_000);
    const accepted = await sendNew({ markdown: 'x'.repeat(4_900_000), action: 'save' });
    assert.equal(accepted.status, 303);
  });

  it('makes HTML, scripts and links to scripts harmless, and keeps what was typed', async () => {
    const markdown =
      '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)> </textarea><b>';
    const title = '"><script>alert(2)</script>';
    const { headers } = await sendNew({ title, markdown });
    const page = await ada.open(headers.location);
    const form = page.fields('#editor');
    assert.deepEqual([form.markdown, form.title], [markdown, title]);
    const list = await ada.open('/admin/posts?q=%22%3E%3Cscript%3E');
    const preview = parsePage(await ada.send('/admin/preview', { title, markdown }).expect(200));
    for (const each of [page, list, preview]) {
      assert.equal(each.has('script:not([type=module][src]), [href^="javascript:" i]'), false);
      assert.deepEqual(each.handlers(), []);
    }
  });

  it('takes marks that turn the direction round, and dates far away', async () => {
    const { headers } = await sendNew({ title: '\u202eevil\u2066 טוב', date: '1901-01-01T00:00' });
    assert.match(headers.location, /done=published/);
    const later = await sendNew({ title: 'Later', date: '2999-12-31T23:59' });
    assert.match(later.headers.location, /done=scheduled/);
  });

  it('finds an address for titles without a letter, and for one that is taken', async () => {
    const places = [];
    for (const title of ['!!!', '???', 'Quince jam & <other> jams', 'New', 'new'])
      places.push((await sendNew({ title })).headers.location.split('?')[0]);
    assert.deepEqual(places.slice(0, 3), [
      '/admin/posts/post',
      '/admin/posts/post-2',
      '/admin/posts/quince-jam-other-jams',
    ]);
    // Its address is that of the empty editor, so it goes by its id.
    assert.match(places[3], /^\/admin\/posts\/~/);
    assert.equal((await ada.fill(places[3])).title, 'New');
    assert.equal(places[4], '/admin/posts/new-2');
  });

  it('shows what readers will see, and keeps nothing of it', async () => {
    const answer = await ada
      .send('/admin/preview', { title: 'Plums', markdown: '# One\n\n**two**', tags: 'jam' })
      .expect(200);
    const { headers } = answer;
    const page = parsePage(answer);
    assert.equal(page.text('h1[dir=auto]'), 'Plums');
    assert.match(page.text('.text h2'), /^One/);
    assert.equal(page.text('.text strong'), 'two');
    assert.match(page.attribute('link[rel=stylesheet]', 'href'), /style\.[\w-]+\.css/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers['content-security-policy'], /frame-ancestors 'self'/);
    assert.equal([...blog.open.index.posts()].length, smallBlog.length);
  });

  it('keeps what is typed into a published post beside it, until it is published or dropped', async () => {
    const form = await ada.fill('/admin/posts/quince-jam', { markdown: 'Half a thought' });
    const { body } = await ada
      .sendJson('/admin/posts/quince-jam', { ...form, action: 'autosave' })
      .expect(200);
    assert.equal(body.copied, true);
    assert.notEqual((await blog.open.store.get('post', jamPost.id)).markdown, 'Half a thought');
    const page = await ada.open('/admin/posts/quince-jam');
    assert.equal(page.fields('#editor').markdown, 'Half a thought');
    assert.match(page.text(), /You have unpublished changes/);
    assert.match(page.text('[data-status]'), /^Draft saved .*, not published yet$/);
    const reloaded = await ada.open('/admin/posts/quince-jam?done=published');
    assert.equal(reloaded.has('[data-said]'), false);
    assert.notEqual((await emil.fill('/admin/posts/quince-jam')).markdown, 'Half a thought');
    const dropped = await ada.follow('/admin/posts/quince-jam', { ...form, action: 'drop' });
    assert.equal(dropped.fields('#editor').markdown, jamPost.markdown);
    await ada.sendJson('/admin/posts/quince-jam', { ...form, action: 'autosave' }).expect(200);
    const saved = await ada.follow('/admin/posts/quince-jam', { ...form, action: 'save' });
    assert.doesNotMatch(saved.text(), /You have unpublished changes/);
  });

  it('gives who has not named the text yet a name to find it by', async () => {
    const form = await ada.fill('/admin/posts/new', {
      markdown: 'No name yet',
      action: 'autosave',
    });
    const { body } = await ada.sendJson('/admin/posts/new', form).expect(200);
    assert.equal(body.path, '/admin/posts/untitled');
  });

  it('leaves everyone’s posts to editors, and an author their own', async () => {
    await anna.get('/admin/posts/quince-jam').expect(403);
    await anna.get('/admin/posts/secret-recipe/history').expect(403);
    await anna.get('/admin/pages/new').expect(403);
    const stolen = await ada.fill('/admin/posts/secret-recipe', { action: 'publish' });
    await anna.send('/admin/posts/secret-recipe', stolen).expect(403);
    await anna.send('/admin/posts/secret-recipe/link', { action: 'make' }).expect(403);
    await anna.send('/admin/pages/new', { title: 'Mine', action: 'publish' }).expect(403);
    const own = await anna.fill('/admin/posts/new', {
      title: 'Anna’s',
      markdown: 'x',
      action: 'save',
    });
    await anna.follow('/admin/posts/new', own);
    await ada.get('/admin/posts/annas').expect(200);
    const list = await anna.open('/admin/posts');
    assert.deepEqual(list.texts('.title'), ['Anna’s']);
    await ada.follow('/admin/posts/secret-recipe', { ...stolen, action: 'delete' });
    await anna.send(`/admin/trash/${draftPost.id}`, {}).expect(403);
    const page = await anna.open(`/admin/posts?deleted=${draftPost.id}`);
    assert.doesNotMatch(page.text(), /Undo/);
  });

  it('writes pages in the same way, but not over an address of the blog itself', async () => {
    const form = await ada.fill('/admin/pages/new', {
      title: 'Archive',
      markdown: 'x',
      action: 'publish',
    });
    const { path } = await ada.follow('/admin/pages/new', form);
    assert.equal(path, '/admin/pages/archive-2?done=published');
    const reserved = { ...(await ada.fill('/admin/pages/new', form)), slug: 'admin' };
    const refused = await ada.send('/admin/pages/new', reserved).expect(422);
    assert.match(parsePage(refused).problems().slug, /is reserved/);
  });
});

describe('Two authors who edit one post', () => {
  const path = '/admin/posts/two-cooks';
  const markdown = 'One.\n\nTwo.\n\nThree.\n\nFour.';
  const twoCooks = { id: draftPost.id, slug: 'two-cooks', title: 'Two cooks', markdown };
  const { blog, ada, emil } = withAuthors(['ada', 'emil'], {
    posts: [{ ...twoCooks, status: 'published' }],
  });

  /** Emil saves first, Ada second. @param {string} first @param {string} second */
  async function collide(first, second) {
    const form = await ada.fill(path, { markdown: second, action: 'save' });
    await emil.follow(path, await emil.fill(path, { markdown: first, action: 'save' }));
    return { form, answer: await ada.send(path, form) };
  }

  it('see both versions side by side, and nothing is overwritten', async () => {
    const { answer } = await collide(
      'One!\n\nTwo.\n\nThree.\n\nFour.',
      'One?\n\nTwo.\n\nThree.\n\nFour.',
    );
    assert.equal(answer.status, 409);
    const page = parsePage(answer);
    assert.match(page.text(), /Someone else changed this.* Version by Emil/);
    assert.deepEqual([page.text('del'), page.text('ins')], ['!', '?']);
    assert.match((await blog.open.store.get('post', draftPost.id)).markdown, /^One!/);
    assert.doesNotMatch(page.text(), /Merge both/);
    const saved = await ada.follow(path, { ...page.fields('#editor'), action: 'save' });
    assert.match(saved.flash(), /^Updated/);
    assert.match((await blog.open.store.get('post', draftPost.id)).markdown, /^One\?/);
    assert.equal((await blog.open.content.history(draftPost.id)).versions.length, 2);
  });

  it('can put both together when they touched different lines', async () => {
    const { answer } = await collide(
      'One!\n\nTwo.\n\nThree.\n\nFour.',
      'One.\n\nTwo.\n\nThree.\n\nFour?',
    );
    assert.match(answer.text, /Merge both/);
    const form = parsePage(answer).fields('#editor');
    const merged = await ada.send(path, { ...form, action: 'merge' }).expect(200);
    assert.equal(parsePage(merged).fields('#editor').markdown, 'One!\n\nTwo.\n\nThree.\n\nFour?\n');
    assert.match((await blog.open.store.get('post', draftPost.id)).markdown, /Four\.$/);
  });

  it('are told so again when a third save came between', async () => {
    const { answer } = await collide('One!\n\nTwo.', 'One?\n\nTwo.');
    await emil.follow(path, await emil.fill(path, { markdown: 'One again.', action: 'save' }));
    const form = parsePage(answer).fields('#editor');
    const again = await ada.send(path, { ...form, action: 'save' }).expect(409);
    assert.equal(parsePage(again).fields('#editor').markdown, 'One?\n\nTwo.');
  });

  it('keep a text whose post was deleted meanwhile', async () => {
    const form = await ada.fill(path, { markdown: 'Mine', action: 'save' });
    await emil.follow(path, await emil.fill(path, { action: 'delete' }));
    const page = parsePage(await ada.send(path, form).expect(409));
    assert.match(page.text(), /was deleted while you were editing/);
    const again = { ...page.fields('#editor'), action: 'save' };
    assert.equal((await ada.follow('/admin/posts/new', again)).fields('#editor').markdown, 'Mine');
  });

  it('are told as JSON too, for the script that saves', async () => {
    const form = await ada.fill(path, { markdown: 'Mine', action: 'autosave' });
    await emil.follow(path, await emil.fill(path, { markdown: 'His', action: 'save' }));
    const { body } = await ada.sendJson(path, { ...form, action: 'save' }).expect(409);
    assert.deepEqual(body, { conflict: true, own: false });
  });
});

describe('The list of posts', () => {
  const { startBlog } = eachTest();

  it('finds by a part of the title, by status, and page by page', async () => {
    const many = Array.from({ length: 60 }, (_, number) => ({
      id: `77777777-7777-4777-8777-${String(number).padStart(12, '0')}`,
      title: `Jar ${number}`,
      markdown: 'x',
    }));
    const blog = await startBlog({ posts: [...smallBlog, ...many] });
    await addPeople(blog);
    const ada = await signInAs(blog, 'ada');
    const titles = async (/** @type {string} */ path) => (await ada.open(path)).texts('.title');
    assert.equal((await titles('/admin/posts')).length, 50);
    assert.equal((await titles('/admin/posts?page=2')).length, many.length + 5 - 50);
    assert.deepEqual(await titles('/admin/posts?q=QUINCE'), ['Quince jam & <other> jams']);
    assert.deepEqual(await titles('/admin/posts?state=scheduled'), ['Christmas pudding']);
    assert.deepEqual(await titles('/admin/posts?q=nothing'), []);
    assert.deepEqual(await titles('/admin/pages'), ['About this larder']);
    assert.equal((await titles('/admin/posts?page=999')).length, 15);
  });
});
