import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../lib/store/open.js';
import { clock, quietLog, welcomePost } from './fixtures.js';

describe('A record that somebody gave a field of their own in CouchDB', () => {
  it('is named when it comes to SQLite, as in a backup, which would lose the field', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-'));
    const store = await openStore(`sqlite:${join(folder, 'larder.db')}`, {
      log: quietLog(),
      clock,
    });
    const record = { ...welcomePost, note: 'my remark' };
    await assert.rejects(store.write([{ kind: 'post', record, revision: null }]), (error) => {
      const { code, message } = /** @type {any} */ (error);
      return code === 'invalid' && message.includes('note') && message.includes(welcomePost.id);
    });
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
