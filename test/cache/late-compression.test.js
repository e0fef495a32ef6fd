import assert from 'node:assert/strict';
import { brotliDecompressSync } from 'node:zlib';
import { createCompressor } from '../../lib/responses/compressing.js';
import { makeEntry } from '../../lib/responses/entry.js';

describe('A page that is compressed late', () => {
  it('does not get into the newer one that was stored meanwhile', async () => {
    const [older, newer] = ['old ', 'new '].map((text) => make(text.repeat(1000)));
    let stored = newer;
    const { encode } = createCompressor({
      peek: () => stored,
      replace(entry, next) {
        if (stored === entry) stored = next;
      },
    });
    const { body } = await encode(older, 'br');
    assert.match(brotliDecompressSync(body).toString(), /^old/);
    assert.equal(stored, newer);
  });
});

/** @param {string} body */
const make = (body) =>
  makeEntry({ key: '/', store: 'dynamic', dependsOn: [], contentType: 'text/html', body }, [], 0);
