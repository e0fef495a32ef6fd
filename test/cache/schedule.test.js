import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { breadPost, scheduledPost } from '../support/fixtures.js';
/** @import { Watcher } from '../../lib/store/types.js' */

describe('A scheduled post', () => {
  const { startBlog } = eachTest();
  const hour = Date.parse(scheduledPost.publishedAt ?? '');

  it('is not found before its time, and on the front page from then on', async () => {
    const clock = createClock();
    const { url } = await startBlog({ posts: [breadPost, scheduledPost], clock });
    assert.equal((await request(url).get(`/post/${scheduledPost.slug}`)).status, 404);
    await request(url).get('/');
    clock.tick(hour - clock.now() - 1);
    assert.ok(!(await request(url).get('/')).text.includes(`/post/${scheduledPost.slug}`));
    clock.tick(1);
    assert.ok((await request(url).get('/')).text.includes(`/post/${scheduledPost.slug}`));
    assert.equal((await request(url).get(`/post/${scheduledPost.slug}`)).status, 200);
  });

  it('is public at its hour though no timer fired, as after a long sleep', async () => {
    let now = hour - 1000;
    const clock = { ...createClock(), now: () => now, after: () => () => {} };
    const { url } = await startBlog({ posts: [breadPost, scheduledPost], clock });
    await request(url).get('/');
    now = hour + 60_000;
    assert.ok((await request(url).get('/')).text.includes(`/post/${scheduledPost.slug}`));
  });

  it('more than 24 days ahead does not come at once', async () => {
    const clock = createClock();
    const publishedAt = new Date(clock.now() + 400 * 86_400_000).toISOString();
    const { url } = await startBlog({ posts: [{ ...scheduledPost, publishedAt }], clock });
    clock.tick(2 ** 31);
    assert.equal((await request(url).get(`/post/${scheduledPost.slug}`)).status, 404);
  });

  it('stays public when the clock is set back and the whole blog is read again', async () => {
    const clock = createClock();
    /** @type {Watcher} */
    let watcher = /** @type {any} */ (null);
    const { url } = await startBlog({
      posts: [breadPost, scheduledPost],
      clock,
      wrapStore: (store) => ({
        ...store,
        watch(_since, given) {
          watcher = given;
          return { close: async () => {} };
        },
      }),
    });
    await clock.tickTo(scheduledPost.publishedAt ?? '');
    await request(url).get(`/post/${scheduledPost.slug}`).expect(200);
    clock.tick(-3_600_000);
    await watcher.onReset('there is a gap');
    await request(url).get(`/post/${scheduledPost.slug}`).expect(200);
  });
});

describe('A post whose comments close by its age', () => {
  const { startBlog } = eachTest();

  it('is closed at once when new settings make it too old', async () => {
    const clock = createClock();
    const publishedAt = new Date(clock.now()).toISOString();
    const { open } = await startBlog({ posts: [{ ...breadPost, publishedAt }], clock });
    clock.tick(2 * 86_400_000);
    await open.content.saveSettings({ commentsCloseAfterDays: 1 });
    const post = open.index.post(breadPost.id);
    assert.equal(post && open.index.commenting(post), 'closed');
  });
});
