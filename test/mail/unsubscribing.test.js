import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { addPeople } from '../support/people.js';
import { ask, confirmed, DAY, HOUR, linkIn, linkTo, read, settle, withMail } from './readers.js';

describe('A subscription', () => {
  const { startBlog, makeFolder } = eachTest();

  it('ends by one request of a mail program, and on the day after by mistake no more', async () => {
    const blog = await startBlog(withMail());
    const { off, confirm } = await confirmed(blog, 'ann@example.org');
    await request(blog.url)
      .get(off)
      .expect(200, /<form[^>]*action="\/subscribe\/off/);
    equal((await read(blog)).subscribers[0].state, 'confirmed');
    const done = await request(blog.url)
      .post(off)
      .set('Content-Type', 'multipart/form-data; boundary=x')
      .send(
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      );
    equal(done.status, 200);
    equal((await read(blog)).subscribers[0].state, 'unsubscribed');
    await request(blog.url).post(off).expect(200);
    await request(blog.url).post(confirm).expect(410);
    equal((await read(blog)).subscribers[0].state, 'unsubscribed');
    await request(blog.url)
      .get(off)
      .expect(200, /Subscribe again/);
    await request(blog.url)
      .post(off.replace('/off/', '/again/'))
      .expect(200, /You are subscribed/);
    equal((await read(blog)).subscribers[0].state, 'confirmed');
    await request(blog.url).post(off).type('form').send('List-Unsubscribe=One-Click').expect(200);
    await blog.clock.tick(DAY + HOUR);
    doesNotMatch((await request(blog.url).get(off).expect(200)).text, /Subscribe again/);
    await request(blog.url).post(off.replace('/off/', '/again/')).expect(410);
    await ask(blog, { email: 'ann@example.org' });
    const text = (await read(blog)).mails.at(-1)?.text;
    equal((await read(blog)).subscribers[0].state, 'unsubscribed');
    await request(blog.url).post(linkIn(text, 'confirm')).expect(200);
    equal((await read(blog)).subscribers[0].state, 'confirmed');
  });

  it('lets a reader choose among the tags that the owner offers, and the language of the mails', async () => {
    const blog = await startBlog(withMail());
    await blog.open.content.saveSettings({ subscribeTags: 'Jam\nBread' });
    match(
      (await request(blog.url).get('/subscribe')).text,
      /type="checkbox" name="tag" value="Bread"/,
    );
    await confirmed(blog, 'ann@example.org', { tag: ['Jam', 'Forged'] });
    deepEqual((await read(blog)).subscribers[0].tags, ['Jam']);
    const link = await linkTo(blog, 'choices');
    await request(blog.url)
      .get(link)
      .expect(200, /value="Jam" checked/);
    const chosen = { tag: 'Bread', language: 'de' };
    await request(blog.url).post(link).type('form').send(chosen).expect(200, /saved/);
    const [{ tags, language }] = (await read(blog)).subscribers;
    deepEqual([tags, language], [['Bread'], 'de']);
    await request(blog.url).post(link).type('form').send({ language: '../x' }).expect(200);
    deepEqual((await read(blog)).subscribers[0].language, '');
  });

  it('has pages for one reader, which nothing keeps and no other site learns of', async () => {
    const blog = await startBlog(withMail());
    const { off } = await confirmed(blog, 'ann@example.org');
    const choices = await linkTo(blog, 'choices');
    const token = off.split('/').at(-1) ?? '';
    for (const path of [off, choices, '/subscribe/confirm/forged', '/subscribe/off/forged'])
      for (const method of /** @type {const} */ (['get', 'post'])) {
        const { headers, text } = await request(blog.url)[method](path);
        equal(headers['cache-control'], 'no-store');
        equal(headers['x-robots-tag'], 'noindex');
        equal(headers['referrer-policy'], 'no-referrer');
        equal(headers['set-cookie'], undefined);
        doesNotMatch(text, /canonical|ann@example/);
        doesNotMatch(text, /(?:src|href)="https?:\/\/(?!127\.0\.0\.1)/);
      }
    for (const path of ['/subscribe', '/post/rye-bread'])
      doesNotMatch((await request(blog.url).get(path)).text, new RegExp(token));
  });

  it('turns away forged links, and those to confirm after seven days', async () => {
    const blog = await startBlog(withMail());
    await ask(blog, { email: 'ann@example.org' });
    const { text } = (await read(blog)).mails[0];
    for (const path of ['confirm', 'off', 'choices', 'again'])
      for (const token of ['x', 'A'.repeat(51), '%00', 'x'.repeat(5000)])
        ok(
          [404, 410, 400].includes(
            (await request(blog.url).post(`/subscribe/${path}/${token}`)).status,
          ),
        );
    await blog.clock.tick(7 * DAY - HOUR);
    await request(blog.url).get(linkIn(text, 'confirm')).expect(200);
    await blog.clock.tick(2 * HOUR);
    await request(blog.url).get(linkIn(text, 'confirm')).expect(410);
    await request(blog.url).post(linkIn(text, 'confirm')).expect(410);
  });

  it('forgets what was not confirmed after seven days, and keeps a hash of who has left for 30', async () => {
    const blog = await startBlog(withMail());
    const { off } = await confirmed(blog, 'gone@example.org');
    await request(blog.url).post(off).expect(200);
    await ask(blog, { email: 'never@example.org' });
    await blog.clock.tick(8 * DAY);
    await settle();
    deepEqual(
      (await read(blog)).subscribers.map(({ email }) => email),
      ['gone@example.org'],
    );
    await blog.clock.tick(23 * DAY);
    await settle();
    const [left] = (await read(blog)).subscribers;
    deepEqual([left.email, left.source, left.state], ['', '', 'unsubscribed']);
    await request(blog.url).post(off).expect(200);
  });

  it('is said to have ended to the mail program of somebody whom the owner has deleted, and to nobody else', async () => {
    const blog = await startBlog(withMail());
    const { off } = await confirmed(blog, 'ann@example.org');
    await addPeople(blog);
    const ada = await signInAs(blog, 'ada');
    await ada.send(`/admin/subscribers/${(await read(blog)).subscribers[0].id}/remove`, {});
    const { text } = await request(blog.url).post(off).expect(200);
    doesNotMatch(text, /Subscribe again/);
    await request(blog.url)
      .post(`${off.slice(0, -1)}${off.endsWith('A') ? 'Q' : 'A'}`)
      .expect(410);
    deepEqual((await read(blog)).subscribers, []);
  });

  it('has its tokens in no access log', async () => {
    const file = join(makeFolder(), 'access.log');
    const blog = await startBlog(withMail({ ACCESS_LOG: 'combined', ACCESS_LOG_FILE: file }));
    await request(blog.url).post('/subscribe/off/secret-token');
    await request(blog.url)
      .get('/subscribe/%63onfirm/secret-token')
      .set('Referer', `${blog.url}/subscribe/choices/secret-token`);
    for (const path of ['/subscribe/off/secret-token/more', '/Subscribe/OFF/secret-token'])
      await request(blog.url).get(path);
    await blog.stop();
    const log = readFileSync(file, 'utf8');
    match(log, /\/subscribe\/off\//);
    doesNotMatch(log, /secret-token/);
  });
});
