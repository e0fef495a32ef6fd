import assert from 'node:assert/strict';
import request from 'supertest';
import { readConfig } from '../../lib/start/config.js';
import { checkSystem } from '../../lib/start/commands/doctor/check-system.js';
import { withAuthors } from '../support/authors.js';
import { smallBlog } from '../support/fixtures.js';

describe('The page of the system', () => {
  const { blog, ada, emil } = withAuthors(['ada', 'emil'], { posts: smallBlog });

  it('names the version, the backups, the disk and the slowest pages', async () => {
    await request(blog.url).get('/post/rye-bread').expect(200);
    const page = await ada.open('/admin/system');
    const text = page.text('.system');
    for (const name of [/Larder \d/, /Backup/, /of .* free/, /\/post\/rye-bread \d+ ms/])
      assert.match(text, name);
  });

  it('is for owners alone', () => emil.get('/admin/system').expect(403));

  it('is told on a terminal too, by doctor', async () => {
    const config = readConfig({ PORT: String(blog.port) });
    const { notes } = await checkSystem(config, blog.clock.now());
    assert.match(notes.join(''), /Version: Larder .*\n(.*\n)*Change feed delay: \d+ ms\n/);
  });

  it('is left out by doctor when the blog does not run', async () => {
    const none = async () => {
      throw new Error('refused');
    };
    const found = await checkSystem(readConfig({}), 0, none);
    assert.deepEqual(found, { problems: [], notes: [] });
  });
});
