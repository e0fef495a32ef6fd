import { openStore } from '../../../lib/store/open.js';
import { clock, quietLog, welcomePost } from '../fixtures.js';

// Writes posts until it is killed, and tells of each one only when the store has acknowledged it.
const store = await openStore(process.argv[2], { log: quietLog(), clock });
for (let number = 0; ; number += 1) {
  const record = { ...welcomePost, id: `post-${number}` };
  await store.write([{ kind: 'post', record, revision: null }]);
  process.stdout.write(`${record.id}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
