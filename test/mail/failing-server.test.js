import { deepEqual, equal, match } from 'node:assert/strict';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { eachMailing } from './sending.js';

describe('A mailing, where the mail server fails,', () => {
  const { start, launch, stateOf, isDone, reached, times, world } = eachMailing();

  for (const [name, said] of [
    ['says 421', '421 busy'],
    ['closes the connection', 'close'],
    ['says 450', '450 later'],
  ])
    for (const step of /** @type {const} */ (['connect', 'from', 'to', 'data', 'message']))
      it(`reaches all, each once, where the server ${name} at ${step} now and then`, async () => {
        let count = 0;
        const mail = await start(8, (at) => (at === step && ++count % 4 === 2 ? said : ''));
        await mail.mailings.begin('post', '');
        await world().untilLater(isDone);
        equal(new Set(reached()).size, 8);
        equal(reached().length, 8);
      });

  it('is sent twice more to whom the server took it for, and did not say so', async () => {
    const mail = await start(4, (step, to, count) =>
      step === 'message' && to.startsWith('reader-2') && count < 9 ? 'taken close' : '',
    );
    await mail.mailings.begin('post', '');
    await world().untilLater(isDone);
    deepEqual([times('reader-2@example.org'), reached().length], [3, 6]);
    equal((await mail.mailings.find('post'))?.bounced, 1);
  });

  for (const step of /** @type {const} */ (['from', 'to', 'data']))
    it(`holds nonsense at ${step} against no address`, async () => {
      let count = 0;
      const nonsense = ['HTTP/1.1 200 OK', '999 x', '354 what?'];
      const mail = await start(9, (at) => (at === step ? (nonsense[++count] ?? '') : ''));
      await mail.mailings.begin('post', '');
      await world().untilLater(isDone);
      equal(reached().length, 9);
      equal((await mail.mailings.find('post'))?.bounced, 0);
    });

  it('is not held up by a server that takes one message by each connection', async () => {
    const mail = await start(8, (step) => (step === 'message' ? 'taken last' : ''));
    await mail.mailings.begin('post', '');
    await world().until(isDone);
    deepEqual([reached().length, new Set(reached()).size], [8, 8]);
  });

  it('is not held up by a server that wants another connection after some messages', async () => {
    const mail = await start(8, (step, _, count) =>
      step === 'from' && count % 3 === 0 ? '421 too many messages' : '',
    );
    await mail.mailings.begin('post', '');
    await world().until(isDone);
    deepEqual([reached().length, new Set(reached()).size], [8, 8]);
  });

  it('reaches whom the server twice dropped it for, after it had all of it', async () => {
    const mail = await start(4, (step, to, count) =>
      step === 'message' && to.startsWith('reader-2') && count < 3 ? 'close' : '',
    );
    await mail.mailings.begin('post', '');
    await world().untilLater(isDone);
    deepEqual([reached().length, new Set(reached()).size], [4, 4]);
  });

  it('is sent twice more, and not for ever, where the answer to all of it is nonsense', async () => {
    let count = 0;
    const mail = await start(1, (step) => {
      if (step !== 'message') return '';
      count++;
      return '354 what?';
    });
    await mail.mailings.begin('post', '');
    await world().untilLater(isDone);
    equal(count, 3);
  });

  it('stands where it is too large for the server, and other mail does not wait', async () => {
    const mail = await start(12);
    world().smtp.follow((step) => (step === 'from' ? '552 too large' : ''));
    await mail.mailings.begin('post', '');
    await world().until(async () => (await stateOf()) === 'paused');
    match((await mail.mailings.find('post'))?.problem ?? '', /552 too large/);
    world().smtp.follow(() => '');
    await mail.add({ to: 'ada@example.org', subject: 'Hi', text: 'Hi.\n', by: 'notice' });
    await world().until(() => times('ada@example.org') === 1);
  });

  it('goes on where the server stalls', async () => {
    const mail = await start(3, (step, _, count) => (step === 'to' && count === 1 ? 'stall' : ''));
    await mail.close();
    await mail.mailings.begin('post', '');
    launch({ network: createNetwork({ patience: 100 }) }).start();
    await world().untilLater(isDone);
    deepEqual([reached().length, new Set(reached()).size], [3, 3]);
  });
});
