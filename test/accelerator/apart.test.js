import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('The accelerator', () => {
  it('is no part of what `serve` loads, now or later', () => {
    const loaded = reachedFrom(['lib/start/commands/serve.js', 'lib/start/tune-runtime.js']);
    assert.ok(loaded.includes('lib/router/router.js') && loaded.includes('lib/router/bodies.js'));
    assert.deepEqual(loaded.filter(isOurs), []);
    assert.ok(reachedFrom(['lib/start/commands/accelerate.js']).some(isOurs));
  });

  it('loads neither Express nor anything of the blog', () => {
    const folders = /^lib\/(?:changes|content|comments|index|markup|store|views|routes)\//;
    const loaded = reachedFrom(['lib/start/commands/accelerate.js']);
    assert.deepEqual(
      loaded.filter((path) => folders.test(path) || path === 'express'),
      [],
    );
  });
});

/** @param {string} path */
const isOurs = (path) => path.startsWith('lib/accelerator/') || path === 'undici';

/** @param {string[]} files @returns {string[]} they, and what they import, at once or later; packages by their names */
function reachedFrom(files) {
  const reached = new Set(files);
  for (const file of reached) {
    if (!file.startsWith('lib/') && !file.startsWith('controllers/')) continue;
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, target] of code.matchAll(/(?:from|import\()\s*'([^']+)'/g))
      reached.add(target.startsWith('.') ? join(dirname(file), target) : target);
  }
  return [...reached];
}
