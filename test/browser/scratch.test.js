import { withBrowser } from '../support/browser.js';
import { draftPost, smallBlog } from '../support/fixtures.js';
import { readFileSync } from 'node:fs';
const { run } = await import(process.env.SCRATCH);
const text = readFileSync(process.env.TEXT ?? '/tmp/c-text.md','utf8');
describe('scratch', function () {
  this.timeout(400_000);
  const b = withBrowser({ posts: smallBlog.map(p => p.id === draftPost.id ? {...p, markdown: text} : p) });
  it('runs', () => run(b));
});
