import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import { eachTest } from '../support/blog.js';
import { install } from '../support/served.js';
import { parsePage } from '../support/html.js';

const hit = 'larder; hit';

describe('A server after a restart', () => {
  const { makeFolder } = eachTest();
  /** @type {ReturnType<typeof install>} */
  let larder;
  beforeEach(() => (larder = install(makeFolder())));
  afterEach(() => larder.dispose());

  it('shows what an update makes of a page, though its files were there before the stop', async () => {
    const server = await larder.start();
    await ask(server, '/');
    larder.change('public/style.css', (text) => `${text}\n.update { color: teal }\n`);
    larder.change('words/en.json', (text) =>
      text.replace('"{count} post"', '"about {count} post"'),
    );
    await ask(server, '/archive');
    await server.stop();
    const again = await larder.start();
    const { text, status } = await ask(again, '/archive');
    assert.notEqual(status, hit);
    assert.match(text, /about 1 post/);
    const [style] = /** @type {RegExpMatchArray} */ (
      (await ask(again, '/')).text.match(/\/theme\/style[^"]+/)
    );
    assert.match((await ask(again, style)).text, /\.update/);
  });

  it('shows its own source as it is now, whatever of it was changed', async () => {
    const server = await larder.start();
    const paths = ['/source/README.md', '/source/app.js'];
    for (const path of ['/', '/source', ...paths]) await ask(server, path);
    await server.stop();
    for (const file of ['README.md', 'app.js'])
      larder.change(file, (text) => `${text}\n// An update.\n`);
    mkdirSync(join(larder.root, 'docs'));
    larder.change('docs/news.md', () => 'News.\n');
    const again = await larder.start();
    assert.equal((await ask(again, '/')).status, hit);
    for (const path of paths) assert.match((await ask(again, path)).text, /An update/);
    assert.match((await ask(again, '/source')).text, /docs\/news\.md/);
  });

  it('knows the people, posts and comments that came and went while nobody served', async () => {
    const server = await larder.start();
    await larder.command(['user', 'add', 'ada', '--role', 'owner'], 'correct horse battery\n');
    await server.stop();
    const folder = makeFolder();
    writeFileSync(
      join(folder, 'rye.md'),
      '---\ntitle: Rye\nauthor: Bo\ndate: 2026-01-01\n---\nFlour.\n',
    );
    const other = await larder.start();
    await ask(other, '/');
    await other.stop();
    await larder.command(['import', folder]);
    const again = await larder.start();
    assert.equal((await ask(again, '/tags')).status, 'larder; fwd=miss; stored');
    const { text } = await ask(again, '/post/rye');
    assert.match(parsePage(text).text('main'), /By Bo/);
  });

  it('shows a database file that was put back to what it was', async () => {
    const putBack = await serveOnce();
    inConsole(`UPDATE posts SET title = 'An edit that is lost'`);
    const edited = await larder.start();
    for (const path of ['/', '/archive']) assert.match((await ask(edited, path)).text, /is lost/);
    await edited.stop();
    putBack();
    const again = await larder.start();
    for (const path of ['/', '/archive'])
      assert.doesNotMatch((await ask(again, path)).text, /is lost/, path);
    await again.stop();
  });

  it('shows a database file that was put back, and then went on another way as far as before', async () => {
    const putBack = await serveOnce();
    const edited = await larder.start();
    await ask(edited, '/');
    inConsole(`UPDATE posts SET title = 'One history'`);
    while (!/One history/.test((await ask(edited, '/')).text));
    await edited.stop();
    putBack();
    inConsole(`UPDATE posts SET title = 'Another history'`);
    const again = await larder.start();
    assert.match((await ask(again, '/')).text, /Another history/);
  });

  /** Has the front page cached and the server stopped. @returns {Promise<() => void>} puts the database back to what it was then */
  async function serveOnce() {
    const { file } = larder;
    const server = await larder.start();
    await ask(server, '/');
    await server.stop();
    copyFileSync(file, `${file}.backup`);
    return () => {
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
      copyFileSync(`${file}.backup`, file);
    };
  }

  /** @param {string} sql */
  function inConsole(sql) {
    const db = new Database(larder.file);
    db.exec(sql);
    db.close();
  }
});

/** @param {{ url: string }} server @param {string} path */
async function ask({ url }, path) {
  // A server that stops waits a second for a connection that is kept.
  const answer = await fetch(url + path, { headers: { Connection: 'close' } });
  return { text: await answer.text(), status: answer.headers.get('cache-status') };
}
