import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { smallBlog } from '../support/fixtures.js';
import { bearer } from '../support/people.js';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';
/** @import { Response, Test } from 'supertest' */

const sentence = 'Salt, lemons, and a month of patience.\n\n';
/** More than is rendered in 10 s anywhere. */
const endless = '# a\n'.repeat(500_000);

describe('A post with a very large text', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });

  /** Waits until the thread has a text. */
  async function untilBusy() {
    while (!blog.open.texts.isBusy) await setImmediate();
  }

  /** @param {Test} asking @returns {{ answer: Promise<Response>, isHere: () => boolean }} */
  function send(asking) {
    let isHere = false;
    const answer = asking.then((response) => ((isHere = true), response));
    return { answer, isHere: () => isHere };
  }

  /** Lets more time go by than any text gets, however little processor time it has had. */
  async function beyondTheLimit() {
    for (let times = 0; times < 8; times++) await blog.clock.tick(10_000);
  }

  it('keeps no reader waiting while it is saved', async () => {
    const saving = send(
      ada.send('/admin/posts/new', { title: 'Long', action: 'publish', markdown: endless }),
    );
    await untilBusy();
    await request(blog.url).get('/post/rye-bread').expect(200);
    await request(blog.url).get('/tags').expect(200);
    assert.equal(saving.isHere(), false);
    await beyondTheLimit();
    const answer = await saving.answer;
    assert.equal(answer.status, 422);
    const page = parsePage(answer);
    assert.match(page.problems().markdown, /longer than 10 s/);
    assert.equal(page.fields('#editor').markdown, endless);
  });

  for (const [what, ask, status] of /** @type {[string, () => Test, number][]} */ ([
    ['a preview', () => ada.send('/admin/preview', { title: 'Long', markdown: endless }), 422],
    [
      'an autosave',
      () => ada.sendJson('/admin/posts/new', { title: 'L', action: 'autosave', markdown: endless }),
      422,
    ],
  ]))
    it(`stops being rendered after 10 s in ${what}`, async () => {
      const asked = send(ask());
      await untilBusy();
      await beyondTheLimit();
      assert.equal((await asked.answer).status, status);
    });

  it('is refused by the API when rendering takes over 10 s, and the old text stays', async () => {
    const headers = await bearer(blog, 'ada', 'posts:write', 'read');
    const { headers: before } = await request(blog.url).get('/api/posts/rye-bread').set(headers);
    const put = request(blog.url).put('/api/posts/rye-bread').set(headers);
    const asked = send(put.set('If-Match', before.etag).send({ markdown: endless }));
    await untilBusy();
    await beyondTheLimit();
    const { status, body } = await asked.answer;
    assert.equal(status, 422);
    assert.equal(body.errors[0].field, 'markdown');
    await request(blog.url).get('/api/posts/rye-bread').set(headers).expect('ETag', before.etag);
  });

  it('is published, compared and restored as any other', async () => {
    const markdown = sentence.repeat(10_000);
    const form = { title: 'Long', action: 'publish', markdown };
    const { headers } = await ada.send('/admin/posts/new', form).expect(303);
    const path = headers.location.split('?')[0];
    const changed = await ada.fill(path, { markdown: markdown.replace('Salt', 'Sugar') });
    await ada.send(path, { ...changed, action: 'save' }).expect(303);
    const history = await ada.open(`${path}/history`);
    const [version] = history.links('[href*="/history/"]');
    assert.equal((await ada.open(version)).text('del'), 'Salt');
    const { revision } = await ada.fill(path);
    await ada.send(version, { revision }).expect(303);
    const post = await request(blog.url).get('/post/long').expect(200);
    assert.equal(post.text.split('<p>Salt, lemons').length, 10_001);
  });

  it('shows a conflict between two authors, who can merge their changes', async () => {
    const markdown = Array.from({ length: 1000 }, (_, day) => `Day ${day}: stir.\n`).join('');
    const { headers } = await ada.send('/admin/posts/new', {
      title: 'Long',
      action: 'publish',
      markdown,
    });
    const path = headers.location.split('?')[0];
    const mine = await ada.fill(path, { markdown: `${markdown}End` });
    const theirs = await ada.fill(path, { markdown: `Start\n${markdown}` });
    await ada.send(path, { ...theirs, action: 'save' }).expect(303);
    const page = parsePage(await ada.send(path, { ...mine, action: 'save' }).expect(409));
    assert.match(page.text(), /Merge both/);
    const form = page.fields('#editor');
    const merged = await ada.send(path, { ...form, action: 'merge' }).expect(200);
    const { markdown: both } = parsePage(merged).fields('#editor');
    assert.deepEqual([both.slice(0, 6), both.slice(-5)], ['Start\n', '\nEnd\n']);
  });

  it('appears in the feed with its summary alone', async () => {
    const markdown = sentence.repeat(30_000);
    await ada.send('/admin/posts/new', { title: 'Long', action: 'publish', markdown }).expect(303);
    const feed = parsePage(await request(blog.url).get('/atomfeed').expect(200));
    assert.match(feed.text('entry:first-of-type > summary'), /^Salt, lemons/);
    assert.equal(feed.texts('entry').length, 4);
    assert.equal(feed.texts('entry:not(:first-of-type) > content[type=html]').length, 3);
    assert.equal(feed.texts('content').length, 3);
  });
});
