import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { breadPost, draftPost, jamPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';

const hit = 'larder; hit';

describe('A tag', () => {
  const { blog, ada, emil, anna } = withAuthors(['ada', 'emil', 'anna'], { posts: smallBlog });
  const read = (/** @type {string} */ path) => request(blog.url).get(path);
  const post = (/** @type {{ id: string }} */ { id }) => blog.open.store.get('post', id);
  /** @param {{ id: string }} which @param {string[]} tags */
  async function tag(which, tags) {
    const { revision } = await post(which);
    return blog.open.content.savePost({ id: which.id, tags }, { revision });
  }
  /** As the database's console does. @param {{ id: string }} which @param {string[]} tags */
  async function tagElsewhere(which, tags) {
    const { revision, ...record } = await post(which);
    await blog.open.store.write([{ kind: 'post', record: { ...record, tags }, revision }]);
    await blog.open.changes.compare();
  }
  const change = (/** @type {string} */ name, /** @type {Record<string, string>} */ fields) =>
    ada.follow(`/admin/tags/${encodeURIComponent(name)}`, fields);

  describe('in another letter case', () => {
    it('is spelled as the blog spells it already, also in drafts', async () => {
      assert.deepEqual((await tag(jamPost, ['BREAD', 'Ärmel', 'ärmel'])).tags, ['bread', 'Ärmel']);
      assert.deepEqual((await tag(draftPost, ['äRMEL'])).tags, ['Ärmel']);
    });

    it('is what a post alone says', async () => {
      assert.deepEqual((await tag(breadPost, ['LONE'])).tags, ['LONE']);
      assert.deepEqual((await tag(breadPost, ['Lone'])).tags, ['Lone']);
    });

    it('stays as it is where nobody wrote it anew', async () => {
      await tagElsewhere(jamPost, ['Bread', 'bread']);
      const { revision } = await post(jamPost);
      const saved = await blog.open.content.savePost({ id: jamPost.id, title: 'x' }, { revision });
      assert.deepEqual(saved.tags, ['Bread', 'bread']);
    });

    it('leads to the pages and feeds of the tag', async () => {
      for (const below of ['', '/atomfeed', '/rss.xml', '/feed.json'])
        await read(`/tag/BREAD${below}`).expect(302).expect('Location', `/tag/bread${below}`);
      await read('/tag/bread/page/9').expect(404);
    });
  });

  describe('that is renamed', () => {
    it('is renamed in all posts and drafts, and its old addresses lead to the new ones', async () => {
      await tag(draftPost, ['Bread', 'x']);
      const { updatedAt } = await post(breadPost);
      const page = await change('bread', { action: 'rename', name: ' Loaves & more ' });
      assert.equal(page.flash(), 'Tag renamed in all posts.');
      assert.deepEqual((await post(draftPost)).tags, ['Loaves & more', 'x']);
      assert.ok((await post(breadPost)).tags.includes('Loaves & more'));
      assert.equal((await post(breadPost)).updatedAt, updatedAt);
      const to = '/tag/Loaves%20%26%20more';
      for (const from of ['/tag/bread', '/tag/Bread'])
        await read(from).expect(301).expect('Location', to);
      await read('/tag/bread/atomfeed').expect(301).expect('Location', `${to}/atomfeed`);
      await read('/tag/bread/page/1').expect(301).expect('Location', to);
      await read(to).expect(200);
    });

    it('can get another spelling, in all posts', async () => {
      await tagElsewhere(jamPost, ['BREAD']);
      await change('bread', { action: 'rename', name: 'Bread' });
      assert.deepEqual(blog.open.content.index.tagNames.find('bread')?.others, []);
      await read('/tag/bread').expect(302).expect('Location', '/tag/Bread');
      await read('/tag/Bread').expect(200);
    });

    it('clears what shows it, and nothing else', async () => {
      const others = ['/post/quince-jam', '/tag/fruit', '/archive', '/sitemap.xml', '/about'];
      for (const path of ['/post/rye-bread', '/tags', ...others]) await read(path);
      await change('bread', { action: 'rename', name: 'Loaves' });
      for (const path of others) await read(path).expect('Cache-Status', hit);
      assert.match((await read('/post/rye-bread')).text, /Loaves/);
      assert.match((await read('/tags')).text, /Loaves/);
    });

    it('to and fro leads in no circle', async () => {
      await change('bread', { action: 'rename', name: 'loaf' });
      await change('loaf', { action: 'rename', name: 'bread' });
      await read('/tag/loaf').expect(301).expect('Location', '/tag/bread');
      await change('bread', { action: 'remove' });
      await read('/tag/bread').expect(404);
    });

    it('to and fro leads in no circle when no post has the tag any more, either', async () => {
      await blog.open.content.retag('bread', 'loaf');
      await blog.open.content.retag('loaf', 'bread');
      for (const { id, tags } of blog.open.index.posts())
        if (tags.includes('bread')) await tag({ id }, []);
      await read('/tag/bread').expect(404);
    });

    it('into another one is merged after saying so', async () => {
      await tag(jamPost, ['fruit', 'bread']);
      const page = await ada.send('/admin/tags/bread', { action: 'rename', name: 'FRUIT' });
      assert.match(parsePage(page).text('[role=alert]'), /“fruit” already exists\. \(\d post/);
      assert.deepEqual((await post(jamPost)).tags, ['fruit', 'bread']);
      await change('bread', { action: 'rename', name: 'FRUIT', merge: 'fruit' });
      assert.deepEqual((await post(jamPost)).tags, ['fruit']);
      assert.equal(blog.open.content.index.tagNames.find('bread'), undefined);
    });

    it('takes its description along, unless the other one has its own', async () => {
      const { content } = blog.open;
      await content.describeTag('bread', 'Loaves.');
      await content.describeTag('fruit', 'Apples.');
      // As many as there can be.
      const others = Array.from({ length: 498 }, (_, number) => ({ tag: `t${number}`, text: 'x' }));
      const { tagDescriptions } = content.index.settings;
      await content.saveSettings({ tagDescriptions: [...others, ...tagDescriptions] });
      await content.retag('bread', 'Loaf');
      assert.equal(content.index.description('LOAF'), 'Loaves.');
      await content.retag('loaf', 'fruit');
      assert.equal(content.index.description('fruit'), 'Apples.');
      assert.equal(content.index.settings.tagDescriptions.length, 499);
    });

    it('is told when its description goes', async () => {
      const { content } = blog.open;
      await content.describeTag('bread', 'Loaves.');
      const merge = { action: 'rename', name: 'fruit' };
      const before = parsePage(await ada.send('/admin/tags/bread', merge));
      assert.doesNotMatch(before.text('[role=alert]'), /description/);
      await content.describeTag('fruit', 'Apples.');
      const page = parsePage(await ada.send('/admin/tags/bread', merge));
      assert.match(page.text('[role=alert]'), /Its description is deleted\./);
    });

    it('keeps the description that somebody else has written meanwhile, until it is replaced on purpose', async () => {
      const form = (await ada.open('/admin/tags/bread')).fields('#describe + form');
      await blog.open.content.describeTag('bread', 'Theirs.');
      const mine = { ...form, description: 'Mine.', action: 'describe' };
      const page = parsePage(await ada.send('/admin/tags/bread', mine).expect(409));
      assert.match(page.text('#description-problem'), /Saved in the meantime: Theirs\./);
      const again = { ...page.fields('#describe + form'), action: 'describe' };
      await ada.send('/admin/tags/bread', again).expect(303);
      assert.equal(blog.open.index.description('bread'), 'Mine.');
    });

    for (const name of ['', '..', 'a, b', 'x'.repeat(81)])
      it(`is told that it cannot be called “${name.slice(0, 9)}”`, async () => {
        const page = await ada.send('/admin/tags/bread', { action: 'rename', name }).expect(422);
        assert.notEqual(parsePage(page).text('#name-problem'), '');
      });

    it('keeps what was written of a post at the same time', async () => {
      const { store, content } = blog.open;
      const get = store.get.bind(store);
      let isFirst = true;
      store.get = async (/** @type {any} */ kind, /** @type {string} */ id) => {
        const record = await get(kind, id);
        if (kind === 'post' && isFirst && id === breadPost.id) {
          isFirst = false;
          await content.savePost({ id, title: 'Meanwhile' }, { revision: record.revision });
        }
        return record;
      };
      await content.retag('bread', 'loaf');
      const { title, tags } = await get('post', breadPost.id);
      assert.deepEqual([title, tags.includes('loaf')], ['Meanwhile', true]);
    });

    it('says how far it came when the store fails, and does the rest the next time', async () => {
      await tag(jamPost, ['bread']);
      const { store, content } = blog.open;
      const write = store.write.bind(store);
      let left = 2;
      store.write = async (/** @type {any} */ writes) => {
        if (writes[0].kind === 'post' && left-- <= 1) throw new Error('The disk is full');
        return write(writes);
      };
      await ada.send('/admin/tags/bread', { action: 'rename', name: 'loaf' }).expect(500);
      const page = await ada.open('/admin/tags');
      assert.match(page.text('.said'), /interrupted after 1 of \d posts/);
      assert.equal(content.index.tagNames.find('loaf')?.count, 1);
      store.write = write;
      await change('bread', { action: 'rename', name: 'loaf', merge: 'loaf' });
      assert.equal(content.index.tagNames.find('bread'), undefined);
      assert.equal((await ada.open('/admin/tags')).texts('.said').length, 0);
    });
  });

  it('leads nowhere when it is removed, also where it was renamed before and then written anew', async () => {
    await change('bread', { action: 'rename', name: 'loaves' });
    await tag(jamPost, ['bread']);
    await change('bread', { action: 'remove' });
    await read('/tag/bread').expect(404);
  });

  it('is removed from all posts, with its description', async () => {
    await blog.open.content.describeTag('bread', 'Loaves.');
    assert.equal(
      (await change('bread', { action: 'remove' })).flash(),
      'Tag removed from all posts.',
    );
    assert.deepEqual(blog.open.content.index.settings.tagDescriptions, []);
    await read('/tag/bread').expect(404);
    await ada.get('/admin/tags/bread').expect(404);
  });

  it('is described at the top of its page and for search engines, as text', async () => {
    const others = ['/', '/tags', '/tag/fruit', '/tag/bread/atomfeed', '/post/rye-bread'];
    for (const path of ['/tag/bread', ...others]) await read(path);
    await change('bread', {
      action: 'describe',
      description: ' All <b>loaves</b>.\r\n\r\nNo cake. ',
    });
    const page = parsePage(await read('/tag/bread'));
    assert.deepEqual(page.texts('main > p[dir]'), ['All <b>loaves</b>.', 'No cake.']);
    assert.match(page.attribute('meta[name=description]', 'content') ?? '', /^All <b>loaves/);
    for (const path of others) await read(path).expect('Cache-Status', hit);
    assert.equal(
      (await ada.open('/admin/tags/bread')).fields('form:has(textarea)').description,
      'All <b>loaves</b>.\n\nNo cake.',
    );
    await ada
      .send('/admin/tags/bread', { action: 'describe', description: 'x'.repeat(2001) })
      .expect(422);
  });

  it('is listed with its posts and drafts, in pages, and is found by a part of it', async () => {
    await tag(draftPost, ['bread', 'C++', 'salt/oil']);
    const page = await ada.open('/admin/tags');
    assert.ok(page.texts('.rows .title').includes('salt/oil'));
    assert.match(page.text('.rows'), /bread 3 posts 1 published View/);
    const found = await ada.open('/admin/tags?q=%2b');
    assert.deepEqual(found.links('.rows .title'), ['/admin/tags/C%2B%2B']);
    await change('salt/oil', { action: 'rename', name: 'salt' });
    assert.deepEqual((await post(draftPost)).tags, ['bread', 'C++', 'salt']);
    const { tagNames } = blog.open.content.index;
    for (let number = 0; number < 10_000; number++) tagNames.add([`tag ${number}`]);
    assert.equal((await ada.open('/admin/tags?page=2')).texts('.rows li').length, 100);
  });

  it('is for editors and owners to change; all authors see those that begin as they type', async () => {
    await emil.get('/admin/tags').expect(200);
    await anna.get('/admin/tags').expect(403);
    await anna.send('/admin/tags/bread', { action: 'remove' }).expect(403);
    await tag(jamPost, ['bread', 'Brioche']);
    const { body } = await anna.get('/admin/tag-names?start=%20BR').expect(200);
    assert.deepEqual(body, ['bread', 'Brioche']);
    assert.deepEqual((await anna.get('/admin/tag-names')).body, []);
    assert.deepEqual((await anna.open('/admin/posts')).links('.heading a'), ['/admin/posts/new']);
    assert.ok((await emil.open('/admin/posts')).links('.heading a').includes('/admin/tags'));
  });
});
