import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ofTheFastPath } from '../fuzz/breaks.js';
import { breakOnce } from '../support/break-once.js';
import { listMutants, mutants } from './mutants.js';

const all = [...mutants, ...listMutants(ofTheFastPath)];

describe('The breaks of the source that show what the tests notice', () => {
  it('fit the source as it is', () => {
    const lost = all.filter(({ file, from, to }) => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      try {
        return breakOnce(text, from, to) === text;
      } catch {
        return true;
      }
    });
    assert.deepEqual(
      lost.map(({ file, name }) => `${file}: ${name}`),
      [],
    );
  });

  it('have names of their own', () => {
    const names = all.map(({ file, name }) => `${file}: ${name}`);
    assert.equal(new Set(names).size, names.length);
  });

  it('fit whatever the layout of the source, and where several places do, the function says which', () => {
    const source =
      'function one() {\n  stop(\n    now,\n  );\n}\nfunction two() {\n  stop(now);\n}';
    assert.equal(
      breakOnce(source, 'two() { … stop(now);', ''),
      source.replace('  stop(now);', '  '),
    );
    assert.throws(() => breakOnce(source, 'stop(now);', ''), /Found 2 times/);
    assert.throws(() => breakOnce(source, 'stop(later);', ''), /Found 0 times/);
  });
});
