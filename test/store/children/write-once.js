import { setTimeout } from 'node:timers/promises';
import { openSqlite } from '../../../lib/store/sqlite/store.js';
import { clock, quietLog, welcomePost } from '../fixtures.js';

const NOBODY = 65534;

// Opens a store, writes a post of so many characters, and says how that went. No permission stops root, who becomes somebody
// else where that is asked for: only now, when all code is read, since it may lie where only root may read it.
const [file, length, user] = process.argv.slice(2);
if (user === 'ordinary' && process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
try {
  const deps = { log: quietLog(), clock, random: Math.random, create: true, notes: null };
  const sleep = (/** @type {number} */ ms) => setTimeout(ms);
  const store = await openSqlite(file, { ...deps, sleep });
  const record = { ...welcomePost, id: `of-${length}`, markdown: 'x'.repeat(Number(length)) };
  await store.write([{ kind: 'post', record, revision: null }]);
  await store.close();
  process.stdout.write('done');
} catch (error) {
  const { code, message } = /** @type {any} */ (error);
  process.stdout.write(`${code}: ${message}`);
}
