import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { put, workshop } from './workshop.js';

const saltText = '---\ntitle: Salt\ndate: 2012-03-04\n---\n\nSalt keeps.\n';

describe('Files that cannot be imported', () => {
  const { write, makeFolder, openEmptyBlog, importInto } = workshop();

  it('are reported with the reason, and the import continues', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'b-latin.md': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'c-open.md': '---\ntitle: Salt\n',
      'd-yaml.md': '---\ntitle: Salt: pepper\n---\n',
      'e-large.md': 'a '.repeat(2_600_000),
      'f-deep.md': `---\ndate: 2012-03-04\n---\n<div>${'<b>'.repeat(50_000)}`,
      'g-same-id.md': '---\nid: 11111111-1111-4111-8111-111111111111\ndate: 2012-03-04\n---\n',
      'h-same-id.md': '---\nid: 11111111-1111-4111-8111-111111111111\n---\n',
      'z-good.md': saltText,
    });
    const { counts, refusals } = await importInto(blog, folder);
    deepEqual([counts.created, counts.refused], [2, 6]);
    const reasons = refusals.sort();
    match(reasons[0], /^b-latin\.md: it is not UTF-8/);
    match(reasons[1], /^c-open\.md: its YAML front matter is not closed/);
    equal(
      reasons[2],
      'd-yaml.md: its YAML front matter cannot be read: write line 1 as title: "Salt: pepper"',
    );
    match(reasons[3], /^e-large\.md: it is larger than 5 MB/);
    match(reasons[4], /^f-deep\.md: .*nests them too deeply/);
    match(reasons[5], /^h-same-id\.md: another file has its id/);
    ok(blog.index.find('post', 'z-good'));
  });

  it('include front matter that nests without end, in any format', async () => {
    const blog = await openEmptyBlog();
    const ten = (/** @type {string} */ name) => `[${`*${name},`.repeat(9)}*${name}]`;
    const laughs = `a: &a [x]\nb: &b ${ten('a')}\nc: &c ${ten('b')}\nd: &d ${ten('c')}\ntags: ${ten('d')}`;
    const deep = (/** @type {number} */ depth) => '['.repeat(depth) + ']'.repeat(depth);
    const folder = write({
      'a.md': '---\ntags: &a [*a]\n---\n',
      'b.md': '---\nauthor: &a { name: *a }\n---\n',
      'c.md': '---\ntags: &a [*a, *a, *a]\n---\n',
      'd.md': `---\n${laughs}\n---\n`,
      'e.md': `---\ntags: ${deep(500)}\n---\n`,
      'f.md': `+++\ntags = ${deep(20_000)}\n+++\n`,
      'g.md': `{"tags": ${deep(20_000)}}\n\nText`,
      'larder.yml': 'larder: 1\n',
      'comments/x.yml': '- &a { id: *a }\n',
      'z-good.md': '---\ndate: &day 2012-03-04\nupdated: *day\n---\n',
    });
    const { counts, refusals } = await importInto(blog, folder);
    deepEqual([counts.created, counts.refused], [1, 8]);
    for (const refusal of refusals) match(refusal, /^\S+: .*(nested|nests|alias|Maximum|values)/);
    put(join(folder, 'larder.yml'), 'larder: 1\nusers: &a [*a]\n');
    await rejects(importInto(blog, folder), { code: 'invalid', message: /larder\.yml.*alias/ });
  });

  it('for lack of permission are reported too', async function () {
    if (process.getuid?.() === 0) return this.skip();
    const blog = await openEmptyBlog();
    const folder = write({ 'a.md': saltText, 'b/c.md': saltText });
    chmodSync(join(folder, 'a.md'), 0);
    chmodSync(join(folder, 'b'), 0);
    const { refusals } = await importInto(blog, folder);
    chmodSync(join(folder, 'b'), 0o700);
    deepEqual(refusals, ['b: this folder cannot be read', 'a.md: it cannot be read: EACCES']);
  });

  it('are left alone behind a symbolic link', async () => {
    const blog = await openEmptyBlog();
    const outside = makeFolder();
    put(join(outside, 'secret.md'), saltText);
    const folder = write({ 'a.md': saltText });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'));
    symlinkSync(folder, join(folder, 'loop'));
    const { counts, warnings } = await importInto(blog, folder);
    equal(counts.created, 1);
    deepEqual(warnings, [
      'link.md: symbolic links are not followed',
      'loop: symbolic links are not followed',
    ]);
  });
});
