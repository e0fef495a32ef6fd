import assert from 'node:assert/strict';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { addPeople } from '../support/people.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const HOUR = 60 * 60 * 1000;
const READER = { 'X-Forwarded-For': '192.0.2.7' };

describe('A proxy that is not trusted', () => {
  const { startBlog } = eachTest();

  it('is told of once in the log, and on the dashboard of owners while it sends requests', async () => {
    const blog = await startBlog();
    await addPeople(blog);
    assert.doesNotMatch(await dashboard(blog, 'ada'), /TRUST_PROXY/);
    for (const path of ['/', '/', '/']) await ask(blog, path, READER);
    await blog.clock.tick(2000);
    assert.match(await dashboard(blog, 'ada'), /proxy at 127\.0\.0\.1 .* set TRUST_PROXY/);
    assert.doesNotMatch(await dashboard(blog, 'emil'), /TRUST_PROXY/);
    const warnings = blog.log.lines.filter(({ message }) => message.includes('TRUST_PROXY'));
    assert.deepEqual(
      warnings.map(({ level, fields }) => [level, fields.address]),
      [['warn', '127.0.0.1']],
    );
    await blog.clock.tick(HOUR);
    assert.doesNotMatch(await dashboard(blog, 'ada'), /TRUST_PROXY/);
  });

  it('is none when TRUST_PROXY names it', async () => {
    const blog = await startBlog({ env: { TRUST_PROXY: 'loopback' } });
    await addPeople(blog);
    await ask(blog, '/', READER);
    await blog.clock.tick(2000);
    assert.doesNotMatch(await dashboard(blog, 'ada'), /TRUST_PROXY/);
  });

  it('is told of by /geo alone too', async () => {
    const blog = await startBlog({ env: { STATISTICS: 'off', GEO_ENDPOINT: 'on' } });
    await ask(blog, '/geo', READER);
    assert.ok(blog.log.lines.some(({ message }) => message.includes('TRUST_PROXY')));
  });
});

/** @param {TestBlog} blog @param {string} who @returns {Promise<string>} */
const dashboard = async (blog, who) => (await (await signInAs(blog, who)).get('/admin')).text;
