import { openStore } from '../../../lib/store/open.js';
import { clock, quietLog, welcomePost } from '../fixtures.js';

// Opens a store, writes a post of so many characters, and says how that went.
const [url, length] = process.argv.slice(2);
try {
  const store = await openStore(url, { log: quietLog(), clock });
  const record = { ...welcomePost, id: `of-${length}`, markdown: 'x'.repeat(Number(length)) };
  await store.write([{ kind: 'post', record, revision: null }]);
  await store.close();
  process.stdout.write('done');
} catch (error) {
  const { code, message } = /** @type {any} */ (error);
  process.stdout.write(`${code}: ${message}`);
}
