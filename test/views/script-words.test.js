import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { listFiles } from '../../lib/base/files.js';
import { adminWords } from '../../lib/base/words.js';
import { presentScriptWords } from '../../lib/views/presenters/script-words.js';

const folder = new URL('../../public/admin/', import.meta.url);
/** What the bundle of the editor is made of. */
const source = new URL('../../editor/', import.meta.url);
const bundled = listFiles(source.pathname, '.js').map((file) => new URL(file, source).href);

/** @param {string} name of a script @param {Set<string>} [found] @returns {Set<string>} it, and what it imports */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const imports = readFileSync(new URL(name, folder), 'utf8').matchAll(/from '\.\/([\w-]+\.js)'/g);
  for (const [, other] of imports) withImports(other, found);
  return found;
}

describe('What the scripts of an admin page say', () => {
  for (const [view, scripts] of Object.entries({
    'admin/editor': ['editor.js', 'picker.js', 'send.js', 'shrink.js'],
    'admin/settings': ['settings.js'],
    'admin/appearance': ['appearance.js'],
    'admin/media': ['media.js'],
    'admin/setup': ['setup.js'],
    'admin/posts': ['choose.js', 'copy.js', 'find.js', 'live.js', 'tags.js'],
  }))
    it(`is in the page: ${view}`, () => {
      const texts = JSON.parse(presentScriptWords(view, adminWords.in('de')));
      const own = scripts.flatMap((name) => [...withImports(name)]);
      const files = view === 'admin/editor' ? [...own, ...bundled] : own;
      const keys = files.flatMap((name) =>
        [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'([a-z]\w*\.[a-z]\w*)'/gi)].map(
          ([, key]) => key,
        ),
      );
      assert.ok(keys.length > 0);
      assert.deepEqual(
        keys.filter((key) => key in adminWords.english && !texts[key]),
        [],
      );
    });
});
