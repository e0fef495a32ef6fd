import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { eachTest } from '../support/blog.js';
import { makeMailWorld } from './world.js';
/** @import { OpenMail } from '../../lib/mail/open.js' */
/** @import { Script } from '../support/scripted-smtp.js' */

const HOUR = 60 * 60_000;

describe('Mail that waits', () => {
  const { makeFolder } = eachTest();
  /** @type {Awaited<ReturnType<typeof makeMailWorld>>} */
  let world;
  afterEach(() => world.end());
  const start = async (/** @type {Script} */ script = () => '') =>
    (world = await makeMailWorld(makeFolder(), script));
  const add = (/** @type {OpenMail} */ mail, to = 'ann@example.org', subject = 'Hello') =>
    mail.add({ to, subject, text: 'Hello.\n', by: 'notice' });
  const isEmpty = async () => (await world.records('mail')).length === 0;
  const tries = (/** @type {number} */ count) => async () =>
    (await world.records('mail')).some((mail) => mail.tries === count);

  it('is sent over one connection, and then gone', async () => {
    await start();
    const mail = world.open();
    for (let each = 0; each < 20; each++) await add(mail, `reader-${each}@example.org`);
    await world.until(isEmpty);
    equal(world.smtp.taken.length, 20);
    equal(world.smtp.connections(), 1);
    equal(mail.problem(), '');
    await mail.close();
  });

  it('survives the end of its process', async () => {
    await start((step) => (step === 'connect' ? '421 busy' : ''));
    const first = world.open();
    add(first);
    await world.until(tries(1));
    await first.close();
    world.smtp.follow(() => '');
    const next = world.open();
    next.start();
    await world.until(isEmpty);
    equal(world.smtp.taken.length, 1);
    await next.close();
  });

  it('is tried again after growing pauses for two days, and then given up', async () => {
    await start((step) => (step === 'to' ? '450 later' : ''));
    const mail = world.open();
    add(mail);
    await world.until(tries(1));
    match(mail.problem(), /450 later/);
    let asked = 1;
    const begun = world.clock.now();
    while (!(await isEmpty())) {
      const [{ notBefore }] = await world.records('mail');
      await world.clock.tick(notBefore - world.clock.now());
      asked++;
      const now = asked;
      await world.untilLater(async () => (await isEmpty()) || (await tries(now)()));
    }
    const took = world.clock.now() - begun;
    ok(took > 40 * HOUR && took <= 50 * HOUR, `${took / HOUR} hours`);
    equal(world.smtp.taken.length, 0);
    await mail.close();
  });

  it('is given up at once where the server refuses it, and the next one is sent', async () => {
    await start((step, to) => (step === 'to' && to.startsWith('gone') ? '550 nobody' : ''));
    const mail = world.open();
    await add(mail, 'gone@example.org');
    await add(mail, 'ann@example.org');
    await world.until(isEmpty);
    deepEqual(
      world.smtp.taken.map(({ to }) => to),
      ['ann@example.org'],
    );
    ok(world.log.lines.some(({ message }) => /giving up/.test(message)));
    await mail.close();
  });

  it('is told of by no address, whatever the server says of it', async () => {
    await start((step, to) => {
      const reply = { gone: '550 5.1.1', full: '450 4.2.2' }[to.split('@')[0]];
      return step === 'to' && reply
        ? `${reply} <${to}>: no mailbox "${to.toUpperCase()}" here`
        : '';
    });
    const mail = world.open();
    for (const to of ['gone@example.org', 'full@example.org']) await add(mail, to);
    await world.until(() => world.log.lines.length === 2);
    match(JSON.stringify(world.log.lines), /550 5\.1\.1 .*no mailbox/);
    doesNotMatch(JSON.stringify(world.log.lines) + mail.problem(), /example\.org/i);
    await mail.close();
  });

  it('is sent by one of several processes, also when one ends in the midst', async () => {
    await start();
    const others = [world.open(), world.open(), world.open()];
    for (let each = 0; each < 30; each++) add(others[each % 3], `reader-${each}@example.org`);
    await Promise.all(others.map((each) => each.close()));
    const next = world.open();
    next.start();
    await world.until(isEmpty);
    equal(new Set(world.smtp.taken.map(({ to }) => to)).size, 30);
    equal(world.smtp.taken.length, 30);
    await next.close();
  });

  it('is sent once more, with the same Message-ID, where the server took it and did not say so', async () => {
    await start((step, _, count) => (step === 'message' && count === 1 ? 'taken close' : ''));
    const mail = world.open();
    add(mail);
    await world.until(tries(1));
    await world.untilLater(isEmpty);
    const ids = world.smtp.taken.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1]);
    deepEqual([ids.length, new Set(ids).size], [2, 1]);
    await mail.close();
  });

  it('has no line in its head that somebody else wrote', async () => {
    await start();
    const mail = world.open();
    await add(mail, 'ann@example.org', 'Jam\r\nBcc: all@example.org');
    await add(mail, 'ann@example.org\r\nRCPT TO:<eve@example.org>', 'Jam');
    await world.until(isEmpty);
    for (const { to, message } of world.smtp.taken) {
      ok(!/^(Bcc|RCPT)/im.test(message.split('\r\n\r\n')[0]));
      ok(!to.includes('eve'));
    }
    await mail.close();
  });

  it('is at most a thousand mails', async () => {
    await start((step) => (step === 'connect' ? '421 busy' : ''));
    const mail = world.open({ leads: async () => false });
    for (let each = 0; each < 1010; each++) add(mail);
    await mail.close();
    const kept = (await world.records('mail')).length;
    ok(kept > 900 && kept < 1100, String(kept));
    ok(world.log.lines.some(({ message }) => /Too much mail waits/.test(message)));
  });

  it('is not kept up by a server that stalls', async () => {
    await start((step, to) => (to.startsWith('slow') && step === 'to' ? 'stall' : ''));
    const mail = world.open({ network: createNetwork({ patience: 50 }) });
    add(mail, 'slow@example.org');
    await world.until(() => mail.problem() !== '');
    await mail.close();
  });
});
