import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

describe('The package', () => {
  /** @type {{ size: number, files: { path: string }[] }} */
  let packed;
  before(() => {
    const args = ['pack', '--dry-run', '--json'];
    const report = JSON.parse(
      execFileSync('npm', args, { cwd: project, encoding: 'utf8', stdio: 'pipe' }),
    );
    [packed] = Object.values(report);
  });
  const has = (/** @type {string} */ path) => packed.files.some((file) => file.path === path);

  it('has what runs, and the exact versions of its packages', () => {
    for (const path of [
      'app.js',
      'npm-shrinkwrap.json',
      'views/post.mustache',
      'docs/larder.service',
    ])
      assert.ok(has(path), path);
  });

  it('has no tests, benchmarks or data', () => {
    const other = packed.files.filter(({ path }) => /^(test|bench|data|\.ci)\//.test(path));
    assert.deepEqual(other, []);
  });

  it('is at most 2 MB', () => {
    assert.ok(packed.size <= 2_000_000, `${packed.size} bytes`);
  });
});
