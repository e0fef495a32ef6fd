import assert from 'node:assert/strict';
import request from 'supertest';
import { shapes } from '../../lib/content/shapes.js';
import { LarderError } from '../../lib/base/errors.js';
import { withAuthors } from '../support/authors.js';
import {
  aboutPage,
  breadPost,
  draftPost,
  jamPost,
  pickledPost,
  scheduledPost,
  smallBlog,
} from '../support/fixtures.js';
import { parsePage } from '../support/html.js';

const list = '/admin/posts';
const hit = 'larder; hit';

describe('Many posts', () => {
  const { blog, ada, emil, anna } = withAuthors(['ada', 'emil', 'anna'], { posts: smallBlog });
  const read = (/** @type {string} */ path) => request(blog.url).get(path);
  const post = (/** @type {{ id: string }} */ { id }) => blog.open.store.get('post', id);
  /** @param {string} action @param {{ id: string }[]} posts @param {Record<string, string>} [more] */
  const fieldsFor = (action, posts, more) => ({ action, id: posts.map(({ id }) => id), ...more });
  /** @param {string} action @param {{ id: string }[]} posts @param {Record<string, string>} [more] */
  const change = (action, posts, more) => ada.follow(list, fieldsFor(action, posts, more));
  /** @param {Awaited<ReturnType<typeof change>>} page */
  const undo = (page) => ada.follow(list, { ...page.fields('form.said'), action: 'undo' });
  const said = (/** @type {{ text: (selector: string) => string }} */ page) => page.text('.said p');

  it('are published, and taken back, and it can be undone with the dates that they had', async () => {
    await read('/');
    const { id } = await blog.open.content.savePost({
      title: 'Later',
      publishedAt: '2027-01-01T00:00:00.000Z',
    });
    const page = await change('publish', [{ id }, draftPost, jamPost]);
    const sentences = '2 posts published. 1 of them at a later date.';
    assert.equal(said(page), `${sentences} 1 was already published or scheduled.`);
    await read('/').expect(200, /A secret recipe/);
    assert.equal(said(await undo(page)), '2 posts changed back.');
    assert.deepEqual(
      [(await post(draftPost)).status, (await post(draftPost)).publishedAt],
      ['draft', null],
    );
    const drafts = await change('unpublish', [jamPost, breadPost]);
    assert.equal(said(drafts), '2 posts reverted to draft.');
    await read('/post/quince-jam').expect(404);
    await undo(drafts);
    assert.equal((await post(jamPost)).publishedAt, jamPost.publishedAt);
    await read('/post/quince-jam').expect(200);
  });

  it('get a tag as the blog spells it, and lose it, and readers’ feeds do not call them updated', async () => {
    for (const path of ['/tag/preserves', '/about', '/post/pickled-lemons']) await read(path);
    const page = await change('tag', [breadPost, jamPost, draftPost], { tag: 'PRESERVES' });
    assert.equal(said(page), '2 posts tagged “preserves”. 1 was already tagged.');
    await read('/tag/preserves').expect(200, /Rye bread/);
    await read('/about').expect('Cache-Status', hit);
    assert.equal((await post(breadPost)).updatedAt, breadPost.updatedAt);
    await undo(page);
    assert.deepEqual((await post(breadPost)).tags, breadPost.tags);
    assert.deepEqual((await post(jamPost)).tags, jamPost.tags);
    assert.equal(
      said(await change('untag', [jamPost, breadPost], { tag: 'preserves' })),
      '“preserves” removed from 1 post. 1 did not have it.',
    );
  });

  it('are rendered again only where the stored HTML is not that of the text', async () => {
    const { texts, store } = blog.open;
    const render = texts.render.bind(texts);
    /** @type {string[]} */
    const rendered = [];
    texts.render = async (source) => {
      rendered.push(source.markdown);
      return render(source);
    };
    const { revision, ...record } = await post(breadPost);
    const html = '<p>Typed in a console.</p>';
    await store.write([{ kind: 'post', record: { ...record, html }, revision }]);
    await change('tag', [breadPost, jamPost], { tag: 'x' });
    texts.render = render;
    assert.deepEqual(rendered, [breadPost.markdown]);
    assert.equal((await post(breadPost)).html, record.html);
  });

  it('are deleted, and come back at their addresses', async () => {
    const page = await change('delete', [jamPost, breadPost]);
    assert.equal(said(page), '2 posts moved to the trash.');
    await read('/post/rye-bread').expect(410);
    assert.equal(said(await undo(page)), '2 posts restored.');
    await read('/post/rye-bread').expect(200);
    await read('/post/quince-jam').expect(200);
  });

  it('are selected on the page, or all that match a filter, without a script', async () => {
    assert.equal((await ada.open(`${list}?chosen=page`)).fields('.moderate').id.length, 5);
    const page = await ada.open(`${list}?tag=BREAD&chosen=all`);
    assert.equal(page.text('.bulk strong'), 'All 2 posts selected.');
    const fields = page.fields('.moderate');
    const done = await ada.follow(list, { ...fields, id: [], action: 'tag', tag: 'x' });
    assert.equal(said(done), '2 posts tagged “x”.');
    assert.match(done.path, /\?tag=BREAD&bulk=/);
    assert.ok((await post(scheduledPost)).tags.includes('x'));
    assert.ok(!(await post(jamPost)).tags.includes('x'));
  });

  it('are not changed when others match by now', async () => {
    const fields = (await ada.open(`${list}?tag=bread&chosen=all`)).fields('.moderate');
    await change('tag', [jamPost], { tag: 'bread' });
    const answer = await ada.send(list, { ...fields, id: [], action: 'delete' }).expect(422);
    const page = parsePage(answer);
    assert.match(page.text('[role=alert]'), /Other posts match now: 3 posts/);
    assert.equal(page.text('.bulk strong'), 'All 3 posts selected.');
    assert.ok(await post(breadPost));
  });

  it('are found by tag, author, status, month and title together', async () => {
    const { revision } = await post(jamPost);
    const fields = { id: jamPost.id, author: 'anna', updatedAt: jamPost.updatedAt };
    await blog.open.content.savePost(fields, { revision });
    const titles = async (/** @type {string} */ query) =>
      (await ada.open(`${list}?${query}`)).texts('.rows .title');
    assert.deepEqual(await titles('author=anna'), [jamPost.title]);
    assert.deepEqual(await titles('month=2026-03'), [breadPost.title]);
    assert.deepEqual(await titles('tag=Bread&state=scheduled'), [scheduledPost.title]);
    assert.deepEqual(await titles('tag=bread&q=rye&month=2026-03&author=anna'), []);
    assert.deepEqual(await titles('tag=nothing'), []);
    const page = await ada.open(`${list}?tag=bread&state=public`);
    assert.equal(page.fields('.filter').state, 'public');
    assert.deepEqual(page.texts('.sieve li a'), [
      'All 2',
      'Drafts 0',
      'Scheduled 1',
      'Published 1',
    ]);
    assert.ok(page.links('.sieve li a').includes(`${list}?state=draft&tag=bread`));
    assert.ok(page.texts('select[name=month] option').includes('March 2026'));
    assert.deepEqual(page.texts('select[name=author] option'), []);
  });

  it('say how they stand', async () => {
    const path = '/admin/posts/quince-jam';
    await ada.sendJson(path, await ada.fill(path, { title: 'Later', action: 'autosave' }));
    const at = (/** @type {string} */ state) => ada.open(`${list}?state=${state}`);
    const rows = async (/** @type {string} */ state) => (await at(state)).texts('.rows .meta');
    assert.match((await rows('draft'))[0], /^Draft, changed today at 12:00/);
    assert.match((await rows('scheduled'))[0], /^Scheduled for 24 Dec 2026 at 17:00/);
    const published = await rows('public');
    assert.ok(published.includes('Published 1 Mar 2026 at 06:15 View: Rye bread'));
    assert.equal(published.filter((row) => /Unpublished changes/.test(row)).length, 1);
    await change('publish', [draftPost]);
    assert.match((await at('draft')).text('.blank'), /^No drafts\./);
  });

  it('keep what cannot be done apart, with its name and reason', async () => {
    const tags = Array.from({ length: shapes.post.tags.maxItems }, (_, number) => `t${number}`);
    const { revision } = await post(breadPost);
    await blog.open.content.savePost({ id: breadPost.id, tags }, { revision });
    const gone = { id: '99999999-9999-4999-8999-999999999999' };
    const page = await change('tag', [jamPost, breadPost, gone], { tag: 'c#' });
    assert.equal(said(page), '1 post tagged “c#”. 2 failed.');
    assert.deepEqual(page.texts('.said li'), [
      '“A post”: It was deleted.',
      `“Rye bread”: A post can have at most ${shapes.post.tags.maxItems} tags.`,
    ]);
  });

  it('are no more than an author’s own', async () => {
    const fields = fieldsFor('delete', [jamPost, draftPost]);
    const page = await anna.follow(list, fields);
    assert.match(said(page), /^No posts moved to the trash\. 2 failed./);
    assert.deepEqual(page.texts('.said bdi'), ['A post', 'A post']);
    await emil.send('/admin/pages', fieldsFor('unpublish', [aboutPage])).expect(303);
    await read('/about').expect(404);
    // A page is none of the posts.
    assert.match(said(await change('delete', [aboutPage])), /^No posts/);
    await anna.send('/admin/pages', fieldsFor('publish', [aboutPage])).expect(303);
    await read('/about').expect(404);
  });

  it('stay selected when nothing was done, and it says why', async () => {
    const alert = async (/** @type {object} */ fields) => {
      const page = parsePage(await ada.send(list, /** @type {any} */ (fields)).expect(422));
      return [page.text('[role=alert]'), page.fields('.moderate').id];
    };
    assert.deepEqual(await alert({ action: 'delete' }), ['Select the posts first.', undefined]);
    const tagging = fieldsFor('tag', [jamPost]);
    for (const tag of ['', 'a, b', '..']) {
      const [text, id] = await alert({ ...tagging, tag });
      assert.ok(text);
      assert.equal(id, jamPost.id);
    }
    await ada.send(list, { action: 'explode' }).expect(400);
  });

  it('come back from the trash together when nothing remembers their deletion', async () => {
    const path = (await change('delete', [jamPost, breadPost, draftPost])).path;
    blog.open.content.savePost({ title: 'Other', slug: breadPost.slug });
    const gone = await emil.open(path);
    assert.match(
      gone.text('[role=alert]'),
      /no longer be undone here\. Deleted posts are in the trash, all others have earlier versions/,
    );
    const page = await ada.open('/admin/trash?chosen=page');
    const fields = page.fields('.moderate');
    assert.deepEqual(
      [...fields.id].sort(),
      [jamPost, breadPost, draftPost].map(({ id }) => id).sort(),
    );
    const restored = await ada.follow('/admin/trash', fields);
    assert.equal(said(restored), '2 posts restored. 1 failed.');
    assert.match(
      restored.text('.said li'),
      /Its URL was taken in the meantime: it is back with another/,
    );
    assert.ok(!restored.has('.said button'));
    await read('/post/quince-jam').expect(200);
    const id = blog.open.index.find('page', 'about')?.id ?? '';
    await blog.open.content.removePost(id, (await post({ id })).revision, { by: 'ada' });
    const all = { ...(await ada.open('/admin/trash?chosen=all')).fields('.moderate'), id: [] };
    await change('delete', [jamPost]);
    const answer = parsePage(await ada.send('/admin/trash', all).expect(422));
    assert.match(answer.text('[role=alert]'), /The trash has changed/);
    assert.equal(
      said(await ada.follow('/admin/trash', { ...all, all: answer.fields('.moderate').all })),
      '2 posts restored.',
    );
    await read('/about').expect(200);
  });

  it('are undone by the one who did it, and not over what was written since', async () => {
    const page = await change('tag', [jamPost, breadPost], { tag: 'x' });
    const fields = { ...page.fields('form.said'), action: 'undo' };
    await emil.send(list, fields).expect(422);
    const { revision } = await post(breadPost);
    await blog.open.content.savePost({ id: breadPost.id, title: 'New' }, { revision });
    // Also after another change that came between.
    await change('untag', [pickledPost], { tag: 'x' });
    const undone = await ada.follow(list, fields);
    assert.equal(said(undone), '1 post changed back. 1 failed.');
    assert.deepEqual(undone.texts('.said li'), ['“New”: It was changed in the meantime.']);
    const twice = await ada.follow(list, fields);
    assert.equal(said(twice), 'No posts changed back. 1 was already as before. 1 failed.');
    const late = parsePage(await ada.send(list, { ...fields, bulk: 'x' }).expect(422));
    assert.match(late.text('[role=alert]'), /can no longer be undone/);
  });

  it('go on in the background when they are many, one change at a time, and say how far they are', async () => {
    const { store } = blog.open;
    const write = store.write.bind(store);
    /** @type {(value?: unknown) => void} */
    let release = () => {};
    const held = new Promise((resolve) => (release = resolve));
    let isHeld = false;
    store.write = async (/** @type {any} */ writes) => {
      if (writes.some((/** @type {any} */ { kind }) => kind === 'post')) {
        isHeld = true;
        await held;
      }
      return write(writes);
    };
    const sent = ada
      .send(list, fieldsFor('unpublish', [jamPost, breadPost]))
      .then((answer) => answer);
    await until(() => isHeld);
    await blog.clock.tick(2000);
    const { headers } = await sent;
    const page = await ada.open(headers.location);
    assert.equal(said(page), 'Making drafts… Refresh');
    assert.equal(page.text('.said [data-progress]'), '0 of 2 posts');
    const second = parsePage(await ada.send(list, fieldsFor('publish', [jamPost])).expect(422));
    assert.match(second.text('[role=alert]'), /still running/);
    assert.equal(second.fields('.moderate').id, jamPost.id);
    release();
    await until(
      async () =>
        blog.open.index.post(breadPost.id)?.status === 'draft' &&
        blog.open.index.post(jamPost.id)?.status === 'draft',
    );
    assert.equal(said(await ada.open(headers.location)), '2 posts reverted to draft.');
  });

  it('break off when the store fails, and what was done can be undone', async () => {
    const { store } = blog.open;
    const write = store.write.bind(store);
    let left = 1;
    const failing = async (/** @type {any} */ writes) => {
      const isPost = writes.some((/** @type {any} */ { kind }) => kind === 'post');
      if (isPost && left-- <= 0) throw new LarderError('unavailable', 'The disk is full');
      return write(writes);
    };
    store.write = failing;
    const page = await change('unpublish', [pickledPost, jamPost, breadPost]);
    assert.equal(said(page), '1 post reverted to draft. 2 were not tried. The disk is full.');
    store.write = write;
    const deleted = await change('delete', [jamPost, pickledPost]);
    left = 1;
    store.write = failing;
    const half = await undo(deleted);
    assert.equal(said(half), '1 post restored. 1 was not tried. The disk is full.');
    store.write = write;
    assert.equal(said(await undo(half)), '1 post restored. 1 was already there.');
    assert.equal(said(await undo(page)), '1 post changed back.');
  });
});

/** @param {() => unknown} holds */
async function until(holds) {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
