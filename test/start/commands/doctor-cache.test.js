import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { run } from '../../../lib/start/commands/doctor.js';
import { readConfig } from '../../../lib/start/config.js';
import { startBlog } from '../../support/blog.js';
import { smallBlog } from '../../support/fixtures.js';
import { addPeople, bearer } from '../../support/people.js';
import { ask } from '../../support/raw.js';
import { sheet } from './places.js';
/** @import { TestBlog } from '../../support/blog.js' */

describe('larder doctor --cache', () => {
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    for (const path of ['/', '/post/rye-bread', '/tags', '/atomfeed'])
      await ask(blog, path, { 'Accept-Encoding': 'gzip' });
    await ask(blog, '/', { 'Accept-Encoding': 'br' });
  });
  afterEach(() => blog.close());

  /** @param {{ user?: string, args?: string[], typed?: string | null }} [options] `typed`: the token is asked for */
  const doctor = async ({ user = 'ada', args = ['--cache', blog.url], typed = null } = {}) => {
    const [, token] = (await bearer(blog, user, 'read')).Authorization.split(' ');
    const config = readConfig(typed === null ? { API_TOKEN: token } : {});
    const stdin = Readable.from([`${typed ?? ''}\n`]);
    const [stdout, stderr] = [sheet(), sheet()];
    const context = /** @type {any} */ ({ config, stdin, stdout, stderr, log: blog.log });
    const code = await run(args, context).catch((error) => {
      stderr.write(error.message);
      return 1;
    });
    return { code, said: stdout.text(), complained: stderr.text() };
  };

  it('finds every page as a fresh render is, and keeps no other', async () => {
    const before = blog.open.cache.count();
    const { code, said } = await doctor();
    assert.equal(said, 'No problems found. Checked: 4 cached pages.\n');
    assert.equal(code, 0);
    assert.deepEqual(blog.open.cache.count(), before);
  });

  it('finds the one encoding of a page that is not what it should be', async () => {
    const entry = blog.open.cache.peek('/');
    assert.ok(entry?.encodings.gzip && entry.encodings.br);
    const body = gzipSync('<p>Old news</p>');
    const { headers } = entry.encodings.gzip;
    const length = headers.indexOf('Content-Length') + 1;
    const gzip = {
      body,
      effort: /** @type {const} */ ('best'),
      headers: headers.with(length, `${body.length}`),
    };
    blog.open.cache.replace(entry, { ...entry, encodings: { ...entry.encodings, gzip } });
    const { code, said } = await doctor();
    assert.match(said, /✗ \/, cached as gzip, differs from a fresh render\.\n {2}→ \S/);
    assert.match(said, /Problems: 1\. Checked: 4 cached pages\./);
    assert.equal(code, 1);
  });

  it('is for owners alone', async () => {
    const { code, complained } = await doctor({ user: 'emil' });
    assert.match(complained, /does not list its cached pages \(403\): Only an owner/);
    assert.equal(code, 1);
  });

  it('asks for the token where the settings have none, and says when it is not good', async () => {
    const { code, complained } = await doctor({ typed: 'larder_made-up' });
    assert.match(complained, /\(401\): This token is invalid/);
    assert.equal(code, 1);
  });

  it('says that nobody answers', async () => {
    const { code, complained } = await doctor({ args: ['--cache', 'http://127.0.0.1:1'] });
    assert.equal(complained, 'No answer from http://127.0.0.1:1');
    assert.equal(code, 1);
  });

  for (const args of [['--cache', 'nowhere'], ['--cache', 'http://a/', 'http://b/'], ['http://a/']])
    it(`explains itself when it is called as doctor ${args.join(' ')}`, async () => {
      const { code, complained } = await doctor({ args });
      assert.match(complained, /^Usage: node app\.js doctor/);
      assert.equal(code, 2);
    });
});
