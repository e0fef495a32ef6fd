import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { beginImport, importSubscribers } from '../../lib/mail/import.js';
import { createSubscribers } from '../../lib/mail/subscribers.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { addPeople, cookieFor } from '../support/people.js';
import { confirmed, read, withMail } from './readers.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The page of the subscribers', () => {
  const { startBlog, makeFolder } = eachTest();

  async function start() {
    const blog = await startBlog(withMail());
    await addPeople(blog);
    const ada = await signInAs(blog, 'ada');
    return { blog, ada };
  }
  const page = '/admin/subscribers';
  const consent = { source: 'a fair', consentAt: '2020-02-03' };

  /** Without a process of its own. @param {TestBlog} blog @param {string} text */
  async function importList(blog, text, progress = beginImport(blog.clock.now())) {
    const { store } = blog.open;
    const subscribers = createSubscribers({ store, random: randomBytes, baseUrl: '' });
    let last = progress;
    for await (const each of importSubscribers({ store, subscribers, chunks: [text], progress }))
      last = each;
    return last;
  }
  /** @param {TestBlog} blog @param {string} text */
  async function upload(blog, text) {
    const cookie = await cookieFor(blog, 'ada');
    const sent = request(blog.url).post(`${page}/import`).set('Cookie', cookie);
    return sent.attach('file', Buffer.from(text), 'list.csv').expect(303);
  }
  /** @param {TestBlog} blog */
  async function jobOf({ open: { store } }) {
    for (;;) {
      const job = await store.get('job', 'subscribers:import');
      if (job?.isOver) return job;
      await setImmediate();
    }
  }
  /** @param {TestBlog} blog */
  const states = async (blog) =>
    Object.fromEntries(
      (await read(blog)).subscribers.map(({ email, state }) => [email.split('@')[0], state]).sort(),
    );

  it('shows who subscribed, where, how many, and finds them without an address in a URL', async () => {
    const { blog, ada } = await start();
    for (const name of ['ann', 'ben']) await confirmed(blog, `${name}@example.org`);
    const { text } = await request(blog.url)
      .get(page)
      .set('Cookie', await cookieFor(blog, 'ada'));
    for (const shown of [
      'ann@example.org',
      'ben@example.org',
      'form /subscribe: 2',
      'Confirmed: 2',
    ])
      ok(text.replace(/<[^<>]*>/g, '').includes(shown), shown);
    for (const q of ['ann', 'ANN@example.org']) {
      const found = await ada.send(`${page}/find`, { q });
      match(found.text, /ann@example\.org/);
      doesNotMatch(found.text, /ben@/);
      doesNotMatch(found.text, /href="[^"]*example\.org/);
    }
    match((await ada.send(`${page}/find`, { q: 'zoe' })).text, /Nobody is here/);
  });

  it('adds somebody with their consent, or mails them a link', async () => {
    const { blog, ada } = await start();
    equal((await ada.send(page, { email: 'ann@example.org', ...consent })).status, 303);
    equal(
      (await ada.send(page, { email: 'ben@example.org', source: '', consentAt: '' })).status,
      303,
    );
    deepEqual(await states(blog), { ann: 'confirmed', ben: 'unconfirmed' });
    deepEqual(
      (await read(blog)).mails.map(({ to }) => to),
      ['ben@example.org'],
    );
    for (const wrong of [
      { email: 'x', ...consent },
      { email: 'c@example.org', source: 'a fair', consentAt: '' },
      { email: 'c@example.org', source: 'a fair', consentAt: '2999-01-01' },
      { email: 'ann@example.org', ...consent },
    ])
      equal((await ada.send(page, wrong)).status, 422);
  });

  it('exports, unsubscribes and deletes one by one click', async () => {
    const { blog, ada } = await start();
    await ada.send(page, { email: 'ann@example.org', ...consent });
    const [{ id }] = (await read(blog)).subscribers;
    match(
      (
        await request(blog.url)
          .get(`${page}/${id}`)
          .set('Cookie', await cookieFor(blog, 'ada'))
      ).text,
      /a fair/,
    );
    const { text } = await ada.send(`${page}/${id}/data`, {});
    equal(JSON.parse(text).email, 'ann@example.org');
    await ada.send(`${page}/${id}/off`, {});
    deepEqual(await states(blog), { ann: 'unsubscribed' });
    await ada.send(`${page}/${id}/remove`, {});
    deepEqual(await states(blog), {});
    equal((await ada.send(`${page}/${id}/data`, {})).status, 404);
    const acts = (await blog.open.accounts.activity.list({ limit: 100 })).acts;
    doesNotMatch(JSON.stringify(acts), /example\.org/);
  });

  for (const [name, list] of Object.entries({
    Substack:
      'email,active_subscription,expiry,plan,email_disabled,created_at\nin@a.org,true,,,false,2021-05-06T07:08:09.000Z\nout@a.org,false,,,true,2021-05-06T07:08:09.000Z\n',
    Ghost:
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,in@a.org,A,,true,,,2021-05-06T07:08:09.000Z,,,\n2,out@a.org,A,,false,,,2021-05-06T07:08:09.000Z,,,\n',
    Mailchimp:
      '"Email Address","First Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,UNSUB_TIME,LEID,EUID\nin@a.org,A,2,"2021-05-01 00:00:00",,"2021-05-06 07:08:09",,1,2\nout@a.org,A,2,"2021-05-06 07:08:09",,,"2022-01-01 00:00:00",1,2\n',
    Buttondown:
      'email,notes,tags,creation_date,subscriber_type\nin@a.org,,,2021-05-06T07:08:09Z,regular\nout@a.org,,,2021-05-06T07:08:09Z,unsubscribed\n',
    'Buttondown, now':
      'email_address,notes,tags,creation_date,type,unsubscription_date\nin@a.org,,,2021-05-06T07:08:09Z,premium,\nout@a.org,,,2021-05-06T07:08:09Z,regular,2022-01-01T00:00:00Z\n',
    'Kit, now':
      'first_name,email_address,state,created_at\nA,in@a.org,active,2021-05-06 07:08:09 UTC\nB,out@a.org,cancelled,2021-05-06 07:08:09 UTC\n',
    Kit: 'Email,First Name,Status,Created At\nin@a.org,A,active,2021-05-06 07:08:09 UTC\nout@a.org,B,cancelled,2021-05-06 07:08:09 UTC\n',
  }))
    it(`imports a list of ${name}: who is in stays in, with source and date, and who is out stays out`, async () => {
      const { blog } = await start();
      const [format] = name.split(',');
      const report = await importList(blog, list);
      deepEqual([report.format, report.rows, report.added, report.left], [format, 2, 1, 1]);
      deepEqual(await states(blog), { in: 'confirmed', out: 'unsubscribed' });
      const one = (await read(blog)).subscribers.find(({ email }) => email === 'in@a.org');
      deepEqual([one?.source, one?.confirmedAt], [`import ${format}`, '2021-05-06T07:08:09.000Z']);
    });

  it('imports its own export, and says which rows were left out and why, without an address', async () => {
    const { blog, ada } = await start();
    const { off } = await confirmed(blog, 'left@example.org');
    await request(blog.url).post(off).expect(200);
    for (const email of ['ann@example.org', '+ben@example.org'])
      await ada.send(page, { email, ...consent });
    const cookie = await cookieFor(blog, 'ada');
    const { text } = await request(blog.url)
      .post(`${page}/export`)
      .set('Cookie', cookie)
      .expect(200);
    const other = (await start()).blog;
    await importList(other, text);
    const expected = { '+ben': 'confirmed', ann: 'confirmed', left: 'unsubscribed' };
    deepEqual(await states(other), expected);
    const ann = (await read(other)).subscribers.find(({ email }) => /^ann/.test(email));
    deepEqual([ann?.source, ann?.confirmedAt], ['a fair', '2020-02-03T00:00:00.000Z']);
    const junk = [
      'left@example.org,2020-01-01',
      'nothing,2020-01-01',
      'new@example.org,',
      'new@example.org,2999-01-01',
      '\0\0,"',
      '",',
      'ok@example.org,2020-01-01',
    ];
    const report = await importList(
      blog,
      `email,created_at\n${junk.slice(0, 4).join('\n')}\n${junk[6]}\nann@example.org,2020-01-01\n`,
    );
    deepEqual(report.refused, { hasLeft: 1, noAddress: 1, noDate: 2, known: 1 });
    doesNotMatch(JSON.stringify(report.named), /example/);
    equal((await states(blog)).left, 'unsubscribed');
  });

  it('keeps out who has unsubscribed in one of several rows', async () => {
    const { blog } = await start();
    const rows = [
      'ann@a.org,active',
      'ben@a.org,unsubscribed',
      'Ann@a.org,cancelled',
      'ben@a.org,',
    ];
    const list = rows.map((row) => `${row},2020-01-01`);
    const report = await importList(blog, ['email,state,created_at', ...list].join('\n'));
    deepEqual(await states(blog), { ann: 'unsubscribed', ben: 'unsubscribed' });
    deepEqual([report.left, report.refused], [2, { hasLeft: 1 }]);
  });

  it('imports no address again of which only a hash is left', async () => {
    const { blog } = await start();
    const { off } = await confirmed(blog, 'gone@example.org');
    await request(blog.url).post(off).expect(200);
    await blog.clock.tick(31 * 24 * 60 * 60_000);
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    equal((await read(blog)).subscribers[0].email, '');
    const report = await importList(blog, 'email,created_at\nGone@example.org,2020-01-01\n');
    deepEqual([report.added, report.refused], [0, { hasLeft: 1 }]);
  });

  it('takes a list of many rows in parts', async () => {
    const { blog } = await start();
    const rows = Array.from({ length: 2500 }, (_, at) => `a${at % 2000}@example.org,2020-01-01`);
    const report = await importList(blog, `email,created_at\n${rows.join('\n')}`);
    deepEqual([report.rows, report.added, report.refused], [2500, 2000, { known: 500 }]);
    equal((await read(blog)).subscribers.length, 2000);
  });

  it('imports a list behind readers, says how it went, and keeps nothing of the list', async () => {
    const { blog } = await start();
    const list = 'email,created_at\nann@example.org,2020-01-01\nnobody,2020-01-01\n';
    equal((await upload(blog, list)).headers.location, `${page}?said=importing`);
    const job = await jobOf(blog);
    deepEqual([job.problem, job.done, job.total], [null, list.length, list.length]);
    deepEqual(await states(blog), { ann: 'confirmed' });
    const cookie = await cookieFor(blog, 'ada');
    const shown = await request(blog.url).get(page).set('Cookie', cookie);
    match(shown.text, /2 rows read, 1 subscribers added/);
    const { acts } = await blog.open.accounts.activity.list({ limit: 100 });
    const act = acts.find(({ what }) => what === 'subscriber.imported');
    deepEqual([act?.by, act?.via, act?.count], ['ada', 'job', 1]);
    await eventually(() => !existsSync(/** @type {any} */ (job).path));
    doesNotMatch(JSON.stringify(blog.log.lines), /ann@/);
  });

  it('goes on with a list after its process has ended, and counts what was written before', async () => {
    const { blog } = await start();
    const rows = Array.from({ length: 30 }, (_, at) => `a${at}@example.org,2020-01-01`);
    const text = ['email,created_at', ...rows, rows[29], 'b@example.org,2020-01-01'].join('\n');
    // Ten rows are noted, and twenty were written.
    const progress = await importList(blog, text.split('\n').slice(0, 11).join('\n'));
    equal(progress.rows, 10);
    equal((await importList(blog, text.split('\n').slice(0, 21).join('\n'), progress)).added, 20);
    const { rows: count, added, refused } = await importList(blog, text, progress);
    deepEqual([count, added, refused], [32, 31, { known: 1 }]);
    equal((await read(blog)).subscribers.length, 31);
  });

  it('counts also what was written of its first part', async () => {
    const { blog } = await start();
    const progress = beginImport(blog.clock.now());
    const list = 'email,created_at\na@example.org,2020-01-01\nb@example.org,2020-01-01\n';
    await importList(blog, list.slice(0, -26), progress);
    const { added, refused } = await importList(blog, list, progress);
    deepEqual([added, refused], [2, {}]);
  });

  it('goes on with it in the next process that has the list, and in no other', async () => {
    const { blog } = await start();
    const folder = makeFolder();
    const path = join(folder, 'list-1', 'list.csv');
    const progress = beginImport(blog.clock.now());
    const about = { name: 'importSubscribers', by: 'ada', total: 9, done: 0, path, progress };
    const record = { ...about, id: 'subscribers:import', isOver: false, problem: null, until: 0 };
    await blog.open.store.write([{ kind: 'job', record, revision: null }]);
    await blog.open.jobs.goOn();
    const shown = async () => {
      const cookie = await cookieFor(blog, 'ada');
      return (await request(blog.url).get(page).set('Cookie', cookie)).text;
    };
    match(await shown(), /<progress/);
    mkdirSync(join(folder, 'list-1'));
    writeFileSync(path, 'email,created_at\nann@example.org,2020-01-01\n');
    await blog.open.jobs.goOn();
    equal((await jobOf(blog)).problem, null);
    deepEqual(await states(blog), { ann: 'confirmed' });
    doesNotMatch(await shown(), /<progress/);
  });

  it('takes no second list while one is imported, and one after it was given up', async () => {
    const { blog } = await start();
    const path = '/nowhere/list.csv';
    const progress = beginImport(blog.clock.now());
    const about = { name: 'importSubscribers', by: 'ada', total: 9, done: 0, path, progress };
    const record = { ...about, id: 'subscribers:import', isOver: false, problem: null };
    const until = blog.clock.now();
    await blog.open.store.write([{ kind: 'job', record: { ...record, until }, revision: null }]);
    const list = 'email,created_at\nann@example.org,2020-01-01\n';
    equal((await upload(blog, list)).headers.location, `${page}?said=busy`);
    await blog.clock.tick(61_000);
    equal((await upload(blog, list)).headers.location, `${page}?said=importing`);
    equal((await jobOf(blog)).problem, null);
    deepEqual(await states(blog), { ann: 'confirmed' });
  });
});

/** @param {() => unknown} isSo */
async function eventually(isSo) {
  while (!isSo()) await setImmediate();
}
