import { deepEqual, equal, match } from 'node:assert/strict';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { run as runExport } from '../../../lib/start/commands/export.js';
import { run as runImport } from '../../../lib/start/commands/import.js';
import { terminalReport } from '../../../lib/start/commands/terminal-report.js';
import { editPost, postOf, workshop } from './workshop.js';
import { createClock } from '../../support/clock.js';
/** @import { Run } from '../../../lib/start/commands/types.js' */

/** What a command wrote. */
class Output extends Writable {
  text = '';
  isTTY = false;
  /** @param {any} chunk @param {string} _encoding @param {() => void} done */
  _write(chunk, _encoding, done) {
    this.text += chunk;
    done();
  }
}

describe('The import and export commands', () => {
  const { write, makeFolder, openEmptyBlog } = workshop();

  /**
   * @param {Run} run
   * @param {string[]} args
   * @param {object} [blog] an empty one, if none is given
   */
  async function execute(run, args, blog) {
    const stdout = new Output();
    const stderr = new Output();
    const openContent = async () => blog ?? { ...(await openEmptyBlog()), close: async () => {} };
    const code = await run(
      args,
      /** @type {any} */ ({ stdout, stderr, openContent, clock: createClock() }),
    );
    return { code, out: stdout.text, err: stderr.text };
  }

  it('end with a summary and exit code 0 after an import', async () => {
    const { code, out, err } = await execute(runImport, [
      write({ '_posts/2012-03-04-a.md': 'Salt.' }),
    ]);
    equal(code, 0);
    equal(out, '1 created, 0 updated, 0 unchanged; 0 with warnings, 0 refused\n');
    equal(err, '1 of 1 files\n');
  });

  it('report what an import left unchanged, and how to overwrite it', async () => {
    const blog = { ...(await openEmptyBlog()), close: async () => {} };
    const folder = write({ 'a.md': '---\ndate: 2012-03-04\n---\nSalt.' });
    await execute(runImport, [folder], blog);
    await editPost(blog, 'a', { markdown: 'Mine.' });
    const { code, out, err } = await execute(runImport, [folder], blog);
    equal(code, 0);
    match(out, /\nChanged or deleted here, so left alone: 1\. [^\n]*import --overwrite\n$/);
    match(err, /^a\.md: warning: it was edited here and is kept as it is\n/);
    match((await execute(runImport, ['--overwrite', folder], blog)).out, /^0 created, 1 updated/);
    equal((await postOf(blog, 'a')).markdown, 'Salt.');
  });

  it('end with exit code 1 and name the file that an import refused', async () => {
    const { code, out, err } = await execute(runImport, [
      write({ 'a.md': '---\n', 'b.md': 'Text' }),
    ]);
    equal(code, 1);
    match(out, /1 with warnings, 1 refused\n/);
    match(err, /^a\.md: refused: its YAML front matter is not closed\nb\.md: warning: /);
  });

  it('say in the summary which dates and old addresses the source does not say', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, 'Text']);
    const twins = { '2012-03-04-E E.md': 'Text', 'x/E E.md': 'Text' };
    const folder = write({ ...Object.fromEntries(names), ...twins });
    const { out } = await execute(runImport, [folder]);
    deepEqual(out.split('\n').slice(1), [
      'Posts without a date, so the date of the file is used (5): a.md, b.md, c.md, …',
      "The old URLs of some posts are unknown (2): 2012-03-04-E E.md, x/E E.md. If 2012-03-04-E E.md was at /2012/03/e-e/, import again with --permalink '/:year/:month/:title/'",
      '',
    ]);
  });

  it('take a pattern of the old addresses', async () => {
    const blog = { ...(await openEmptyBlog()), close: async () => {} };
    const folder = write({ '2012-03-04-a.md': 'Text' });
    const { code, out } = await execute(runImport, [folder, '--permalink', '/:year/:title/'], blog);
    deepEqual([code, out.trim().split('\n').length], [0, 1]);
    equal(blog.index.addresses.get('/2012/a'), blog.index.find('post', 'a')?.id);
    equal((await execute(runImport, [folder, '--permalink'])).code, 2);
    equal((await execute(runImport, [folder, '--unknown'])).code, 2);
  });

  it('report every hundredth step, or rewrite one line on a terminal', () => {
    /** @param {boolean} isTTY */
    const tell = (isTTY) => {
      const output = Object.assign(new Output(), { isTTY });
      const report = terminalReport(output, 'files');
      for (let done = 98; done <= 102; done += 1) report.progress(done, 102);
      report.warning('a.md', 'no date');
      report.progress(102, 102);
      report.end();
      return output.text;
    };
    equal(
      tell(false),
      '100 of 102 files\n102 of 102 files\na.md: warning: no date\n102 of 102 files\n',
    );
    equal(
      tell(true).replace(/^.*(?=\r101)/s, ''),
      '\r101 of 102 files\r102 of 102 files\r\u001b[Ka.md: warning: no date\n\r102 of 102 files\n',
    );
  });

  it("escape file names that would move the terminal's cursor", async () => {
    const { err } = await execute(runImport, [write({ 'a\u001b[2J.md': '---\n' })]);
    match(err, /^a \[2J\.md: refused/);
  });

  it('report what an export has written', async () => {
    const { code, out } = await execute(runExport, [join(makeFolder(), 'out')]);
    equal(code, 0);
    equal(out, '0 posts and pages, 0 comments, 0 images\n');
  });

  it('end with exit code 2 and the usage when used wrongly', async () => {
    for (const run of [runImport, runExport]) {
      for (const args of [[], ['a', 'b'], ['--all']]) {
        const { code, err } = await execute(run, args);
        equal(code, 2);
        match(err, /^Usage: node app.js (import PATH|export \[--for ENGINE\] PATH)/);
      }
    }
  });
});
