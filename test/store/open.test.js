import assert from 'node:assert/strict';
import { openStore } from '../../lib/store/open.js';
import { clock, quietLog } from './fixtures.js';

describe('A store’s URL', () => {
  const open = (/** @type {string} */ url) => openStore(url, { log: quietLog(), clock });

  for (const url of [
    '',
    'larder.db',
    'sqlite:',
    'sqlite:./data/',
    'sqlite::memory:',
    'sqlite://host/file.db',
    'ftp://admin:hunter2@host/larder',
    'http://admin:hunter2@host:5984',
    'http://admin:hunter2@host:5984/',
    'http://admin:hunter2@host:5984/Larder',
    'http://admin:hunter2@host:5984/a/b',
    'http://admin:hunter2@host:5984/larder?x=1',
    'http://admin:hunter2@host:port/larder',
    'http://admin:hunter2%@host:5984/larder',
    'http://admin:hunter2@one:5984,,two:5984/larder',
    'http://admin:hunter2@one:5984,two:port/larder',
    'http://admin:hunter2@one:5984,two:5984',
    'http://one/larder,http://admin:hunter2@two/larder',
  ]) {
    it(`is refused with a sentence, and without the password, when it is “${url}”`, async () => {
      await assert.rejects(open(url), (/** @type {any} */ error) => {
        assert.equal(error.code, 'invalid');
        assert.match(error.message, /STORE_URL must/);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    });
  }
});
