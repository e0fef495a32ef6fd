import { equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeBundle } from '../../editor/bundle.js';

const committed = readFileSync(new URL('../../public/admin/write.js', import.meta.url), 'utf8');

describe('The bundle of the editor', () => {
  it('is what "npm run bundle" makes of its source', async () => {
    // Not equal(), which would print all of it.
    ok((await makeBundle()) === committed, 'npm run bundle');
  });

  it('has at most 165 kB when compressed, names its licences, and shares the scripts beside it', () => {
    ok(gzipSync(committed).length <= 165_000);
    match(committed, /^\/\*! CodeMirror[^*]*MIT, Copyright/);
    match(committed, /from '\.\/words\.js'/);
    equal(/\beval\(|new Function/.test(committed), false);
  });
});
