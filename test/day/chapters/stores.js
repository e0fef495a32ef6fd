import { deepEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { assertCounted, whole } from '../checks.js';
import { until } from '../until.js';
/** @import { Blog } from '../blog.js' */

/** @param {Blog} blog */
export async function isBackedUp(blog) {
  const { agent, program, readers, texts } = blog;
  await blog.restart();
  const before = await blog.whole();
  const file = join(blog.folder, 'backup.db');
  await program.command(['backup', file]);
  await agent.remove('/api/posts/plum-jam');
  await agent.put('/api/posts/shelf-12', { title: 'Wrong', markdown: 'Wrong.' });
  await agent.put('/api/settings', { title: 'Another blog' });
  await blog.publish('wrong', 'Wrong', 'A verjuice.');
  await blog.whole();
  await program.command(['restore', file, '--force']);
  texts.delete('/post/wrong');
  // A backup leaves out the key by which the visitors of the day are known.
  readers.changeKey();
  await until('the blog as it was', async () => !(await blog.page('/')).includes('Another blog'));
  await blog.takeToken();
  deepEqual(await blog.whole(), before);
  await blog.assertRight();
  await assertCounted(agent, readers.visits);
}

/** @param {Blog} blog */
export async function isExported(blog) {
  const { folder, program, store } = blog;
  const to = join(folder, 'export');
  await program.command(['export', to]);
  const settings = { STORE_URL: await store.make('imported'), CACHE_DIR: join(folder, 'cache-3') };
  await program.command(['import', to], settings);
  await assertSame(blog, settings);
}

/** @param {Blog} blog */
export async function isCopied(blog) {
  const { folder, program, store } = blog;
  const to = await store.make('copied');
  await program.command(['copy', '--from', program.settings.STORE_URL, '--to', to]);
  await assertSame(blog, { STORE_URL: to, CACHE_DIR: join(folder, 'cache-4') });
}

/** @param {Blog} blog @param {Record<string, string>} settings */
async function assertSame(blog, settings) {
  const other = await blog.program.serveBeside(settings);
  deepEqual(await whole(other.url), await blog.whole());
  await other.stop();
}
