import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { ask, confirmed, HOUR, linkIn, read, settle, withMail } from './readers.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('Subscribing', () => {
  const { startBlog } = eachTest();

  it('has a form on its page, below posts and where a text has it; without a mail server it has none', async () => {
    const [blog, other] = [
      await startBlog(withMail()),
      await startBlog(withMail({ SMTP_URL: '' })),
    ];
    const page = {
      type: 'page',
      status: 'published',
      author: 'ada',
      markdown: 'A\n\n:::subscribe\n\nB',
    };
    for (const { open } of [blog, other])
      await open.content.savePost(/** @type {any} */ ({ slug: 'news', title: 'News', ...page }));
    for (const path of ['/subscribe', '/post/rye-bread', '/news']) {
      const forms = async (/** @type {TestBlog} */ { url }) =>
        (await request(url).get(path).expect(200)).text.split('action="/subscribe"').length - 1;
      equal(await forms(blog), 1, path);
      equal(await forms(other), 0, path);
    }
    match((await request(other.url).get('/news')).text, /<a href="\/subscribe">Subscribe<\/a>/);
    match((await request(blog.url).get('/subscribe')).text, /deleted after seven days/);
    await request(other.url).post('/subscribe').send('email=a@example.org').expect(404);
    const { open, url } = blog;
    await open.content.savePost(
      /** @type {any} */ ({ ...page, slug: 'subscribe', title: 'Post', markdown: 'Mine.' }),
    );
    await request(url)
      .get('/subscribe')
      .expect(200, /Mine\.[^]*action="\/subscribe"/);
    await open.content.saveSettings({ subscribeByEmail: false });
    for (const path of ['/subscribe', '/post/rye-bread', '/news'])
      doesNotMatch((await request(url).get(path).expect(200)).text, /action="\/subscribe"/);
  });

  it('takes the form at the address of its page, and where the forms of earlier themes send it', async () => {
    const { url } = await startBlog(withMail());
    for (const path of ['/subscribe', '/subscribe/form'])
      await request(url).post(path).type('form').send({ email: 'a@example.org' }).expect(303);
    const { headers } = await request(url).options('/subscribe');
    equal(headers.allow, 'GET, HEAD, POST, OPTIONS');
    await request(url)
      .get('/subscribe')
      .expect(200)
      .expect('Cache-Status', /hit|stored/);
  });

  it('asks for a confirmation by a mail, and keeps when and on which page it was asked and given', async () => {
    const blog = await startBlog(withMail());
    const answer = await ask(blog, { email: ' Ann@Example.org ' }, '/post/rye-bread');
    equal(answer.status, 303);
    equal(answer.headers.location, '/subscribe/asked');
    await request(blog.url)
      .get('/subscribe/asked')
      .expect(200, /mailbox/);
    const { mails, subscribers } = await read(blog);
    equal(mails.length, 1);
    const [{ to, subject, text, headers = {}, by }] = mails;
    deepEqual(
      [to, by, subject],
      ['Ann@example.org', 'confirmation', 'Confirm your subscription to “Larder”'],
    );
    equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
    ok(headers['List-Unsubscribe'].includes(linkIn(text, 'off')));
    const [{ state, source, askedAt }] = subscribers;
    deepEqual([state, source, askedAt !== ''], ['unconfirmed', 'form /post/rye-bread', true]);
    const link = linkIn(text, 'confirm');
    for (let time = 0; time < 2; time++)
      await request(blog.url)
        .get(link)
        .expect(200, /Yes, subscribe/);
    equal((await read(blog)).subscribers[0].state, 'unconfirmed');
    await request(blog.url)
      .post(link)
      .expect(200, /You are subscribed/);
    const [after] = (await read(blog)).subscribers;
    deepEqual([after.state, after.confirmedAt !== ''], ['confirmed', true]);
    await request(blog.url).post(link).expect(200);
  });

  it('keeps of the page where it was asked no query, which may say who came from where', async () => {
    const blog = await startBlog(withMail());
    await ask(blog, { email: 'ann@example.org' }, '/post/rye-bread?ref=mail&fbclid=x#end');
    equal((await read(blog)).subscribers[0].source, 'form /post/rye-bread');
  });

  it('is confirmed by a mail that names the sender, once an owner has said who that is', async () => {
    const blog = await startBlog(withMail());
    await ask(blog, { email: 'ann@example.org' });
    await blog.open.content.saveSettings({ postalAddress: 'Ada\n1 High Street ' });
    await ask(blog, { email: 'ben@example.org' });
    const ends = (await read(blog)).mails.map(({ text }) => text.slice(-24));
    equal(ends.filter((end) => end.endsWith('\n\nAda\n1 High Street\n')).length, 1);
    ok(ends.every((end) => /\S\n$/.test(end)));
  });

  it('is answered alike whether the address is known or not, and mails an address once an hour', async () => {
    const blog = await startBlog(withMail());
    await confirmed(blog, 'known@example.org');
    await blog.clock.tick(2 * HOUR);
    const answers = [];
    for (const email of ['known@example.org', 'new@example.org', 'new@example.org'])
      answers.push(await ask(blog, { email }));
    const plain = (/** @type {any} */ { status, text, headers: { date: _, ...headers } }) => ({
      status,
      text,
      headers,
    });
    for (const answer of answers) deepEqual(plain(answer), plain(answers[0]));
    const { mails } = await read(blog);
    deepEqual(mails.map(({ to }) => to).sort(), [
      'known@example.org',
      'known@example.org',
      'new@example.org',
    ]);
    const text = mails.filter(({ to }) => to === 'known@example.org')[1]?.text;
    doesNotMatch(text, /subscribe\/confirm/);
    await request(blog.url).get(linkIn(text, 'choices')).expect(200);
    equal(
      (await read(blog)).subscribers.find(({ email }) => /^known/.test(email))?.state,
      'confirmed',
    );
  });

  it('writes nothing to the store before its answer', async () => {
    const blog = await startBlog(withMail());
    await request(blog.url)
      .post('/subscribe')
      .type('form')
      .send({ email: 'a@example.org' })
      .expect(303);
    equal((await read(blog)).subscribers.length, 0);
    await blog.clock.tick(100);
    await settle();
    const [{ source }] = (await read(blog)).subscribers;
    equal(source, 'form', 'Where nobody says on which page it was');
    await blog.stop();
  });

  it('shows the form again to who mistypes, or fills in what nobody sees, with what was typed', async () => {
    const blog = await startBlog(withMail());
    await blog.open.content.saveSettings({ subscribeTags: 'Jam\nBread' });
    const typed = { email: 'ann@example', tag: 'Jam' };
    const wrong = await ask(blog, typed);
    equal(wrong.status, 422);
    match(wrong.text, /value="ann@example"[^>]*aria-invalid="true"/);
    match(wrong.text, /value="Jam" checked/);
    const trapped = await ask(blog, { ...typed, email: 'ann@example.org', subject: 'x' });
    equal(trapped.status, 422);
    match(trapped.text, /value="ann@example.org"/);
    doesNotMatch(trapped.text, /name="subject"/);
    equal((await read(blog)).subscribers.length, 0);
  });

  it('slows down one network, and refuses forms of other sites', async () => {
    const blog = await startBlog(withMail());
    const send = (/** @type {string} */ email) =>
      request(blog.url).post('/subscribe').type('form').send({ email });
    for (let at = 0; at < 10; at++) await send(`a${at}@example.org`).expect(303);
    const slow = await send('b@example.org').expect(429);
    ok(Number(slow.headers['retry-after']) > 0);
    await send('c@example.org').set('Origin', 'https://evil.example').expect(403);
    await blog.clock.tick(100);
  });
});
