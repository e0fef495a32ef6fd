import assert from 'node:assert/strict';
import { writeWelcome } from '../../lib/content/welcome.js';
import { withAuthors } from '../support/authors.js';

describe('The first steps on the dashboard', () => {
  const { blog, ada, emil } = withAuthors(['ada', 'emil']);

  const done = async () => (await ada.open('/admin')).texts('.first li.done a');
  const all = async () => (await ada.open('/admin')).texts('.first li a');
  const write = () => blog.open.content.savePost({ title: 'Plum jam', author: 'ada' });

  it('are offered to the owner of a new blog, and to nobody else', async () => {
    assert.deepEqual(await all(), ['Write your first post', 'Import your posts', 'Make it yours']);
    assert.deepEqual(await done(), []);
    for (const path of (await ada.open('/admin')).links('.first a'))
      await ada.get(path).expect(200);
    assert.ok(!(await emil.open('/admin')).has('.first'));
  });

  it('say which of them are done, and go when the blog has a post and its own look', async () => {
    await write();
    assert.deepEqual(await done(), ['Write your first post']);
    const record = { id: 'settings:site', given: '', kept: '' };
    await blog.open.store.write([{ kind: 'import', record, revision: null }]);
    assert.deepEqual(await done(), ['Write your first post', 'Import your posts']);
    await blog.open.content.saveSettings({ theme: 'magazine' });
    assert.deepEqual(await all(), []);
  });

  it('do not take the welcome post for a first one, unless it was edited', async () => {
    const { content, index } = blog.open;
    await writeWelcome(content);
    assert.deepEqual(await done(), []);
    const welcome = index.find('post', 'welcome');
    assert.ok(welcome);
    const { id, revision } = welcome;
    await content.savePost({ id, title: welcome.title, markdown: 'Mine now.' }, { revision });
    assert.deepEqual(await done(), ['Write your first post']);
  });

  it('go after two weeks', async () => {
    await blog.clock.tick(15 * 24 * 60 * 60_000);
    await ada.signInAgain();
    assert.deepEqual(await all(), []);
  });
});
