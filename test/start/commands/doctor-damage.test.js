import assert from 'node:assert/strict';
import { renderPost } from '../../../lib/markup/render.js';
import { checkBlog } from '../../../lib/start/commands/doctor/check-blog.js';
import { digest } from '../../../lib/base/digest.js';
import * as fixtures from '../../store/fixtures.js';

const post = { ...fixtures.welcomePost, ...renderPost(fixtures.welcomePost) };
const jamPhoto = { ...fixtures.jamPhoto, id: `${digest(fixtures.jamPhoto.bytes)}-jam.png` };

/** @param {Record<string, any>} records  of some kinds, one of each @returns {Promise<string>} what doctor says */
async function said(records) {
  const store = /** @type {any} */ ({
    async *all(/** @type {string} */ kind) {
      if (records[kind]) yield records[kind];
    },
    get: async (/** @type {string} */ kind) => records[kind] ?? null,
  });
  const { problems } = await checkBlog(store, 0);
  return problems.map(({ what }) => what).join('\n');
}

describe('larder doctor, of what is damaged,', () => {
  it('says nothing of what is whole', async () => {
    assert.doesNotMatch(await said({ post, media: jamPhoto }), /damaged|another version/);
  });

  for (const [what, changed] of Object.entries({
    'a text with another letter': { markdown: `${post.markdown.slice(1)}x` },
    'HTML with another letter': { html: `${post.html.slice(1)}x` },
    'a mark of its renderer that none has made': { rendered: `~${post.rendered.slice(1)}` },
  }))
    it(`names ${what}`, async () =>
      assert.match(
        await said({ post: { ...post, ...changed } }),
        /The post .* is damaged, or was changed in the database: its HTML is not that of its text/,
      ));

  it('names a file of other bytes', async () => {
    const media = { ...jamPhoto, bytes: Buffer.from('another') };
    assert.match(await said({ media }), /The file .*-jam\.png is damaged: its content is not that/);
  });

  it('does not call HTML of an older Larder damaged', async () => {
    const older = { ...post, rendered: `1-${'A'.repeat(43)}` };
    assert.match(await said({ post: older }), /has HTML from another version of Larder/);
  });
});
