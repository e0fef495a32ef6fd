import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mutants } from './mutants.js';

describe('The breaks of the source that sabotage tries', () => {
  it('are all of the source as it is', () => {
    const lost = mutants.filter(({ file, from, to }) => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      return text.split(from).length !== 2 || from === to;
    });
    assert.deepEqual(
      lost.map(({ file, name }) => `${file}: ${name}`),
      [],
    );
  });

  it('have names of their own', () => {
    const names = mutants.map(({ file, name }) => `${file}: ${name}`);
    assert.equal(new Set(names).size, names.length);
  });
});
