import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import nano from 'nano';
import { kindsOfStore, makePlaces } from './places.js';

const app = fileURLToPath(new URL('../../../app.js', import.meta.url));

/** @param {string[]} args @param {string} storeUrl @returns {Promise<{ code: unknown, said: string }>} */
const run = (args, storeUrl) =>
  new Promise((resolve) => {
    const env = { ...process.env, STORE_URL: storeUrl, LOG_LEVEL: 'error' };
    execFile(process.execPath, [app, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, said: stdout + stderr }),
    );
  });

for (const kind of kindsOfStore) {
  describe(`A database that does not exist, in ${kind},`, () => {
    /** @type {ReturnType<typeof makePlaces>} */
    let places;
    beforeEach(() => {
      places = makePlaces();
    });
    afterEach(() => places.clear());

    const commands = () => [
      ['export', join(places.folder, 'exported')],
      ['user', 'list'],
      ['user', 'add', 'ada'],
      ['token', 'list'],
      ['token', 'create', '--scope', 'posts:write'],
      ['backup', join(places.folder, 'backup.db')],
      ['doctor'],
    ];
    /** @param {string} url */
    const refuses = (url) =>
      Promise.all(
        [...commands(), ['copy', '--from', url, '--to', places.url('SQLite')]].map(
          async (command) => {
            const { code, said } = await run(command, url);
            assert.match(said, /There is no blog in .*: check the URL/, `${command}`);
            assert.equal(code, 1, `${command}`);
          },
        ),
      );

    if (kind === 'SQLite') {
      it('is not created by commands that only read or change a blog', async () => {
        const url = places.url(kind);
        await refuses(url);
        assert.equal(existsSync(url.replace('sqlite:', '')), false);
      });

      it('is left alone when it is an empty file', async () => {
        const url = places.url(kind);
        writeFileSync(url.replace('sqlite:', ''), '');
        await refuses(url);
      });
    } else {
      const split = (/** @type {string} */ url) => ({
        server: nano(url.slice(0, url.lastIndexOf('/'))),
        name: url.slice(url.lastIndexOf('/') + 1),
      });

      it('is not created by commands that only read or change a blog', async () => {
        const url = places.url(kind);
        await refuses(url);
        const { server, name } = split(url);
        await assert.rejects(server.db.get(name), { statusCode: 404 });
      });

      it('is left alone when it is there, and empty', async () => {
        const url = places.url(kind);
        const { server, name } = split(url);
        await server.db.create(name);
        await refuses(url);
        assert.equal((await server.db.get(name)).doc_count, 0);
      });
    }
  });
}
