import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import { importInto, postOf, workshop } from './workshop.js';

describe('An export of a Larder that did not know a field', () => {
  const { makeFolder, openEmptyBlog } = workshop();

  it('leaves the field as it is here, and empties those that it knew and has not', async () => {
    const blog = await openEmptyBlog();
    await blog.content.saveUser({ id: 'eve', name: 'Eve', role: 'author' });
    const post = { slug: 'jam', title: 'Jam', markdown: 'Jam.', author: 'eve' };
    const { id } = await blog.content.savePost({ ...post, status: 'published' });
    const path = join(makeFolder(), 'out');
    await exportBlog({ target: exportFolder(path), ...blog, progress: () => {} });
    const file = join(path, 'larder.yml');
    const written = readFileSync(file, 'utf8');
    const lacking = written.replace(/^ +- (noindex|about)\n/gm, '');
    assert.notEqual(lacking, written);
    writeFileSync(file, lacking);

    const twin = await openEmptyBlog();
    const profile = { about: 'I bake.', picture: '/media/eve.jpg' };
    await twin.content.saveUser({ id: 'eve', name: 'Eva', role: 'author', ...profile });
    await twin.content.savePost({ id, ...post, description: 'Of plums', noindex: true });
    await importInto(twin, path, { overwrite: true });
    const { description, noindex, title } = await postOf(twin, 'jam');
    assert.deepEqual(
      { description, noindex, title },
      {
        description: undefined,
        noindex: true,
        title: 'Jam',
      },
    );
    const { name, about, picture } = await twin.store.get('user', 'eve');
    assert.deepEqual([name, about, picture], ['Eve', 'I bake.', undefined]);
  });
});
