import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { eachMailing } from './sending.js';

const HOUR = 60 * 60_000;

describe('A mailing', () => {
  const { start, launch, stateOf, isDone, reached, times, world } = eachMailing();

  it('comes to each subscriber once, by one connection', async () => {
    const mail = await start(120);
    await mail.mailings.begin('post', 'ada');
    await world().until(isDone);
    deepEqual([reached().length, new Set(reached()).size], [120, 120]);
    deepEqual([world().smtp.connections(), world().smtp.mostOpen()], [1, 1]);
    const { total, accepted, bounced, endedAt } = (await mail.mailings.find('post')) ?? {};
    deepEqual([total, accepted, bounced, endedAt !== ''], [120, 120, 0, true]);
  });

  it('of a post is one for ever, and only of a post, by a sender with a postal address', async () => {
    const mail = await start(1);
    await mail.mailings.begin('post', '');
    await rejects(mail.mailings.begin('post', ''), /was sent by e-mail before/);
    await world().until(isDone);
    await rejects(mail.mailings.begin('post', ''), /was sent by e-mail before/);
    await rejects(mail.mailings.begin('nothing', ''), /no such post/);
    equal(reached().length, 1);
  });

  it('leaves none out and mails at most one twice, when its process ends at any message', async () => {
    const mail = await start(12);
    await mail.close();
    await mail.mailings.begin('post', '');
    let sent = 0;
    // What a process has begun when it is killed it never notes; the next one finds its lease over.
    for (let kill = 1; kill <= 4; kill++) {
      const stopped = deferred();
      const { sendMail } = createNetwork();
      const network = {
        ...createNetwork(),
        sendMail: async (/** @type {string} */ url, /** @type {any} */ each) => {
          if (++sent % 3 === 0) {
            if (kill % 2) await sendMail(url, each);
            stopped.resolve(null);
            return new Promise(() => {});
          }
          return sendMail(url, each);
        },
      };
      let isDead = false;
      const clock = {
        now: world().clock.now,
        after: (/** @type {number} */ wait, /** @type {() => unknown} */ callback) =>
          world().clock.after(wait, () => !isDead && callback()),
      };
      world().open({ network, clock }).start();
      await stopped.promise;
      isDead = true;
      await world().clock.tick(16_000);
    }
    launch().start();
    await world().untilLater(isDone);
    equal(new Set(reached()).size, 12);
    ok(reached().length <= 12 + 4, String(reached().length));
    for (const to of new Set(reached())) ok(times(to) <= 2, to);
    const ids = new Set(
      world().smtp.taken.map(({ message }) => /^Message-ID: .*$/im.exec(message)?.[0]),
    );
    equal(ids.size, 12);
  });

  it('is sent by one of several processes', async () => {
    const mail = await start(40);
    const others = [launch(), launch()];
    await mail.mailings.begin('post', '');
    for (const each of others) each.start();
    await world().untilLater(isDone);
    deepEqual([reached().length, new Set(reached()).size], [40, 40]);
  });

  it('gives an address up that the server refuses, and after the second time all mail to it', async () => {
    const mail = await start(3, (step, to) =>
      step === 'to' && to.startsWith('reader-1') ? '550 nobody' : '',
    );
    world().addPost('other');
    world().addPost('third');
    for (const id of ['post', 'other', 'third']) {
      await mail.mailings.begin(id, '');
      await world().untilLater(async () => (await stateOf(id)) === 'done');
    }
    const gone = await world().subscribers.findByEmail('reader-1@example.org');
    deepEqual([gone?.bounces, gone?.state], [2, 'paused']);
    deepEqual([(await mail.mailings.find('third'))?.total, reached().length], [2, 6]);
  });

  it('tries an address for two days that the server puts off, while the others get it', async () => {
    const mail = await start(3, (step, to) =>
      step === 'to' && to.startsWith('reader-1') ? '450 later' : '',
    );
    await mail.mailings.begin('post', '');
    await world().until(() => reached().length === 2);
    const begun = world().clock.now();
    while (!(await isDone())) {
      await setImmediate();
      await world().clock.tick(10 * 60_000);
    }
    const took = (world().clock.now() - begun) / HOUR;
    ok(took > 40, `${took} hours`);
    const [tries] = (await world().records('delivery')).filter(({ state }) => state === 'failed');
    equal(tries.tries, 17);
    const reader = await world().subscribers.findByEmail('reader-1@example.org');
    deepEqual([reader?.bounces, reader?.state], [0, 'confirmed']);
  });

  it('stands where the server refuses one address after the other', async () => {
    const mail = await start(30, (step, to) =>
      step === 'to' ? `554 you are on a list, ${to}` : '',
    );
    await mail.mailings.begin('post', '');
    await world().until(async () => (await stateOf()) === 'paused');
    const kept = [await world().records('mailing'), await world().records('delivery')];
    doesNotMatch(JSON.stringify([kept, world().log.lines]), /reader-\d+@/);
    match((await mail.mailings.find('post'))?.problem ?? '', /554 you are on a list/);
    equal((await world().records('delivery')).length, 10);
    world().smtp.follow(() => '');
    await mail.mailings.goOn('post');
    await world().untilLater(isDone);
    equal(reached().length, 30);
    deepEqual([...new Set((await world().records('subscriber')).map((each) => each.bounces))], [0]);
  });

  it('gives up whom the server has refused one after the other twice', async () => {
    /** @type {Set<string>} */
    const bad = new Set();
    const mail = await start(30, (step, to) => {
      if (step === 'to' && bad.size < 10) bad.add(to);
      return step === 'to' && bad.has(to) ? '550 nobody' : '';
    });
    await mail.mailings.begin('post', '');
    for (let time = 0; time < 2; time++) {
      await world().until(async () => (await stateOf()) === 'paused');
      await mail.mailings.goOn('post');
    }
    await world().untilLater(isDone);
    const { accepted, bounced } = (await mail.mailings.find('post')) ?? {};
    deepEqual([accepted, bounced, reached().length], [20, 10, 20]);
    const marked = (await world().records('subscriber')).filter(({ bounces }) => bounces === 1);
    equal(marked.length, 10);
  });

  it('is paused, goes on and is cancelled by an owner', async () => {
    const mail = await start(30);
    const { mailings } = mail;
    world().smtp.follow((step, to) => {
      if (step === 'message' && world().smtp.taken.length === 9) void mailings.pause('post');
      return to && '';
    });
    await mailings.begin('post', '');
    await world().until(async () => (await stateOf()) === 'paused');
    const before = reached().length;
    ok(before < 30);
    await world().until(async () => (await mail.mailings.find('post'))?.accepted === before);
    await world().clock.tick(HOUR);
    await mailings.goOn('post');
    await world().untilLater(isDone);
    equal(new Set(reached()).size, 30);
    world().addPost('other', { status: 'draft' });
    await mailings.begin('other', '');
    equal(await stateOf('other'), 'waiting');
    await mailings.cancel('other');
    world().addPost('other');
    await world().clock.tick(HOUR);
    deepEqual([await stateOf('other'), reached().length], ['cancelled', 30]);
  });

  it('waits for the time of its post, and takes its text as it is then', async () => {
    const mail = await start(1);
    world().addPost('soon', { status: 'draft', title: 'Before' });
    await mail.mailings.begin('soon', '');
    await world().clock.tick(HOUR);
    equal(reached().length, 0);
    world().addPost('soon', { title: 'After' });
    await world().untilLater(async () => (await stateOf('soon')) === 'done');
    match(world().smtp.taken[0].message, /Subject: After/);
  });

  it('waits where its post is taken back to a draft, and goes on when it is public again', async () => {
    const mail = await start(20);
    world().smtp.follow((step) => {
      if (step === 'message' && world().smtp.taken.length === 5)
        world().addPost('post', { status: 'draft' });
      return '';
    });
    await mail.mailings.begin('post', '');
    await world().until(async () => (await stateOf()) === 'waiting');
    equal(reached().length, 6);
    world().addPost('post');
    await world().untilLater(isDone);
    deepEqual([reached().length, new Set(reached()).size], [20, 20]);
  });

  it('ends where its post is deleted, and what was sent stays', async () => {
    const mail = await start(20);
    world().smtp.follow((step) => {
      if (step === 'message' && world().smtp.taken.length === 5) world().posts.delete('post');
      return '';
    });
    await mail.mailings.begin('post', '');
    await world().until(async () => (await stateOf()) === 'cancelled');
    equal(reached().length, 6);
  });

  it('mails nobody who has unsubscribed meanwhile', async () => {
    const mail = await start(10);
    const id = await world().subscribers.idOf('reader-3@example.org');
    await world().subscribers.change(id, (present) => ({
      after: present && { ...present, state: 'unsubscribed' },
    }));
    await mail.mailings.begin('post', '');
    await world().until(isDone);
    deepEqual([reached().length, times('reader-3@example.org')], [9, 0]);
  });

  it('stands in a copy of the blog until an owner lets it go on', async () => {
    const mail = await start(5);
    await mail.close();
    await mail.mailings.begin('post', '');
    const [{ revision, ...record }] = await world().records('mailing');
    const elsewhere = { ...record, epoch: 'another store' };
    await world().store.write([{ kind: 'mailing', record: elsewhere, revision }]);
    const copy = launch();
    copy.start();
    await world().clock.tick(HOUR);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    deepEqual([await stateOf(), reached().length], ['paused', 0]);
    await copy.mailings.goOn('post');
    await world().untilLater(isDone);
    equal(reached().length, 5);
  });

  it('is as slow as the owner wants, and other mail does not wait for it', async () => {
    const mail = await start(6);
    await mail.close();
    const slow = launch({ config: { ...world().config, mailPerHour: 60 } });
    await slow.mailings.begin('post', '');
    await world().until(() => reached().length === 1);
    const begun = world().clock.now();
    await slow.add({ to: 'ada@example.org', subject: 'Hi', text: 'Hi.\n', by: 'notice' });
    await world().until(() => times('ada@example.org') === 1);
    await world().untilLater(isDone);
    ok(world().clock.now() - begun >= 5 * 60_000);
    equal(reached().length, 7);
  });

  it('goes on where the clock is set back', async () => {
    const mail = await start(4);
    await mail.close();
    const slow = launch({ config: { ...world().config, mailPerHour: 60 } });
    await slow.mailings.begin('post', '');
    await world().until(() => reached().length === 1);
    await world().clock.tick(-24 * HOUR);
    slow.start();
    const begun = world().clock.now();
    await world().untilLater(isDone);
    ok(world().clock.now() - begun < HOUR);
  });
});

function deferred() {
  let resolve = (/** @type {any} */ _) => {};
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
