import { deepEqual, doesNotMatch, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { readMailbox } from '../../lib/mail/mailbox.js';
import { createRegister } from '../../lib/mail/register.js';
import { receiveReports } from '../../lib/mail/reports.js';
import { createReturnPaths, openReturnPath } from '../../lib/mail/return-path.js';
import { eachTest } from '../support/blog.js';
import { startImap } from '../support/imap.js';
import { reportTo } from './reports.js';
import { makeMailWorld } from './world.js';
/** @import { Script } from '../support/scripted-smtp.js' */

const MINUTE = 60_000;

describe('Mail that comes back', () => {
  const { makeFolder } = eachTest();
  /** @type {Awaited<ReturnType<typeof makeMailWorld>>} */
  let world;
  /** @type {ReturnType<typeof createRegister>} */
  let register;
  /** @type {ReturnType<typeof createReturnPaths>} */
  let returnPathOf;
  /** @type {Awaited<ReturnType<typeof startImap>> | undefined} */
  let imap;
  afterEach(async () => {
    imap?.stop();
    imap = undefined;
    await world.end();
  });

  async function start(/** @type {Script} */ script = () => '') {
    world = await makeMailWorld(makeFolder(), script);
    const { subscribers, clock } = world;
    register = createRegister({ subscribers, subscribing: /** @type {any} */ ({}), clock });
    returnPathOf = createReturnPaths(subscribers, 'bounces@example.org');
    await world.addReaders(2);
    return Promise.all([reader(0), reader(1)]);
  }
  const receive = (/** @type {string} */ message, isTrusted = false) =>
    receiveReports(message, {
      store: world.store,
      subscribers: world.subscribers,
      register,
      isTrusted,
    });
  async function reader(/** @type {number} */ number) {
    const found = await world.subscribers.findByEmail(`reader-${number}@example.org`);
    ok(found);
    return found;
  }
  const stateOf = async (/** @type {number} */ number) => {
    const { state, bounces } = await reader(number);
    return [state, bounces];
  };

  it('has an address for each reader and mailing, which nobody can make up and capitals do not change', async () => {
    const [ann, ben] = await start();
    const address = await returnPathOf(ann, 'post');
    match(address, /^bounces\+[a-z2-7]{45}@example\.org$/);
    ok(address.indexOf('@') <= 64);
    notEqual(address, await returnPathOf(ben, 'post'));
    notEqual(address, await returnPathOf(ann, 'another'));
    const token = address.slice(8, 53);
    for (const each of [token, token.toUpperCase()])
      equal((await openReturnPath(world.subscribers, each))?.id, ann.id);
    for (let at = 0; at < token.length - 1; at++) {
      const forged = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      equal(await openReturnPath(world.subscribers, forged), null);
    }
    const plus = createReturnPaths(world.subscribers, 'blog+news@example.org');
    match(await plus(ann, 'post'), /^blog\+news-[a-z2-7]{45}@/);
  });

  it('is sent back to that address', async () => {
    const [ann] = await start();
    const mail = world.open({
      compose: async ({ id }, subscriber) => ({
        subject: id,
        text: 'Jam.',
        envelopeFrom: await returnPathOf(subscriber, id),
      }),
    });
    await mail.mailings.begin('post', '');
    await world.untilLater(() => world.smtp.taken.length === 2);
    await mail.close();
    const { from, message } = world.smtp.taken.find(({ to }) => to === ann.email) ?? {};
    equal(from, await returnPathOf(ann, 'post'));
    match(message ?? '', /^From: Blog <blog@example\.org>\r$/m);
  });

  it('counts by the address alone that the report was sent to, and once for each mail', async () => {
    const [ann] = await start();
    const first = reportTo({ to: await returnPathOf(ann, 'post') });
    equal(await receive(first), true);
    equal(await receive(first.replace('Sorry', 'Sorry again')), true);
    deepEqual(await stateOf(0), ['confirmed', 1]);
    const headers = `Message-ID: <post.${ann.id}@example.org>\n`;
    const token = await world.subscribers.tokenOf(ann, 'off');
    await receive(
      reportTo({ headers: `${headers}List-Unsubscribe: <https://b/subscribe/off/${token}>\n` }),
    );
    deepEqual(await stateOf(0), ['confirmed', 1]);
    await receive(reportTo({ to: await returnPathOf(ann, 'another') }));
    deepEqual(await stateOf(0), ['paused', 2]);
    deepEqual(await stateOf(1), ['confirmed', 0]);
  });

  it('is believed of an address only where the program that says it has a token', async () => {
    const [ann] = await start();
    const forged = (await returnPathOf(ann, 'post')).replace(/\+.{20}/, `+${'a'.repeat(20)}`);
    for (const message of [
      reportTo({ about: ann.email }),
      reportTo({ about: ann.email, to: forged }),
      `Feedback-Type: abuse\nOriginal-Rcpt-To: <${ann.email}>\n\n`,
      `To: ${await returnPathOf(ann, 'post')}\nAuto-Submitted: auto-replied\n\nI am away.\n`,
    ])
      equal(await receive(message), false);
    deepEqual(await stateOf(0), ['confirmed', 0]);
    equal(await receive(reportTo({ about: ann.email }), true), true);
    deepEqual(await stateOf(0), ['confirmed', 1]);
  });

  it('pauses an address after the second mail, in whichever way each is known', async () => {
    const [ann] = await start((step, to) =>
      step === 'to' && /^reader-0/.test(to) ? '550 no' : '',
    );
    const mail = world.open();
    await mail.mailings.begin('post', '');
    await world.untilLater(async () => (await mail.mailings.find('post'))?.state === 'done');
    await mail.close();
    deepEqual(await stateOf(0), ['confirmed', 1]);
    await receive(reportTo({ to: await returnPathOf(ann, 'post') }));
    deepEqual(await stateOf(0), ['confirmed', 1]);
    await receive(reportTo({ to: await returnPathOf(ann, 'another') }));
    deepEqual(await stateOf(0), ['paused', 2]);
  });

  it('unsubscribes who complains, and pauses nobody who has not confirmed', async () => {
    const [ann, ben] = await start();
    const path = await returnPathOf(ann, 'post');
    await receive(`Feedback-Type: abuse\nOriginal-Mail-From: <${path}>\n\n`);
    deepEqual(await stateOf(0), ['unsubscribed', 0]);
    equal((await reader(0)).complaint, true);
    await receive(reportTo({ to: path }));
    deepEqual(await stateOf(0), ['unsubscribed', 0]);
    await world.subscribers.change(ben.id, (before) =>
      before ? { after: { ...before, state: 'unconfirmed' } } : null,
    );
    for (const post of ['a', 'b', 'c'])
      await receive(reportTo({ to: await returnPathOf(ben, post) }));
    deepEqual(await stateOf(1), ['unconfirmed', 3]);
  });

  describe('to a mailbox', () => {
    const never = new AbortController().signal;
    /** @param {Partial<Parameters<typeof world.open>[0]>} [more] */
    const open = (more) =>
      world.open({
        register,
        config: { ...world.config, bounceImapUrl: imap?.url ?? 'x' },
        ...more,
      });

    it('is read there, marked as read, and not read again; other mail stays as it is', async () => {
      const [ann, ben] = await start();
      imap = await startImap();
      const uids = [
        imap.add('From: someone@example.org\nSubject: Hello\n\nAction: failed\nStatus: 5.0.0\n'),
        imap.add(reportTo({ to: await returnPathOf(ann, 'post') })),
        imap.add(reportTo({ about: 'nobody@example.org' })),
      ];
      const mail = open();
      await world.untilLater(async () => (await stateOf(0))[1] === 1);
      await world.untilLater(async () =>
        (await world.records('token')).some((each) => 'uid' in each && each.uid === 3),
      );
      deepEqual(uids.map(imap.flags), [[], ['\\Seen'], []]);
      imap.add(reportTo({ to: await returnPathOf(ben, 'post') }));
      await world.untilLater(async () => (await stateOf(1))[1] === 1);
      await mail.close();
      const fetched = imap.heard.filter((line) => /BODY\.PEEK\[\]/.test(line));
      equal(fetched.length, 3);
      equal(mail.bounceProblem(), '');
    });

    it('is read from the beginning when the mailbox is another one, and counts no mail twice', async () => {
      const [ann] = await start();
      imap = await startImap();
      imap.add(reportTo({ to: await returnPathOf(ann, 'post') }));
      const take = (/** @type {string} */ message) => receive(message);
      const { place } = await readMailbox(imap.url, null, take, never);
      deepEqual(place, { validity: '7', uid: 1 });
      imap.renew(8);
      let count = 0;
      const again = await readMailbox(
        imap.url,
        place,
        async (text) => ++count > 0 && take(text),
        never,
      );
      deepEqual([again.place, count], [{ validity: '8', uid: 1 }, 1]);
      deepEqual(await stateOf(0), ['confirmed', 1]);
    });

    it('is read in parts, and of one message only its beginning', async () => {
      await start();
      imap = await startImap();
      for (let each = 0; each < 250; each++) imap.add('Subject: Hello\n\nHello.\n');
      imap.add(reportTo() + 'x'.repeat(400_000));
      const first = await readMailbox(imap.url, null, async () => false, never);
      deepEqual([first.place.uid, first.isMore], [200, true]);
      let length = 0;
      const measure = async (/** @type {string} */ text) => (length = text.length) < 0;
      const second = await readMailbox(imap.url, first.place, measure, never);
      deepEqual([second.place.uid, second.isMore, length], [251, false, 256 * 1024]);
    });

    it('says why it cannot be read, and never a password', async () => {
      await start();
      imap = await startImap({ password: 'another' });
      await rejects(
        readMailbox(imap.url, null, async () => false, never),
        (/** @type {Error} */ { message }) =>
          /refuses the user/.test(message) && !/secret/.test(message),
      );
      imap.stop();
      await rejects(
        readMailbox(imap.url, null, async () => false, never),
        /ECONNREFUSED/,
      );
    });

    it('is asked for after growing pauses while it cannot be read, which the log says once', async () => {
      const [ann] = await start();
      let isAway = true;
      /** @type {number[]} */
      const tries = [];
      const path = await returnPathOf(ann, 'post');
      const mail = open({
        async readMailbox(_url, _before, onReport) {
          tries.push(world.clock.now());
          if (isAway) throw new Error('It is away');
          await onReport(reportTo({ to: path }));
          return { place: { validity: '1', uid: 1 }, isMore: false };
        },
      });
      await world.untilLater(() => tries.length === 7);
      const pauses = tries
        .map((at, place) => Math.round((at - tries[place - 1]) / MINUTE))
        .slice(1);
      deepEqual(pauses, [1, 5, 15, 60, 60, 60]);
      equal(mail.bounceProblem(), 'It is away');
      isAway = false;
      await world.untilLater(async () => (await stateOf(0))[1] === 1);
      await world.untilLater(() => mail.bounceProblem() === '');
      await mail.close();
      const said = world.log.lines.filter(({ message }) => /BOUNCE_IMAP_URL/.test(message));
      deepEqual(
        said.map(({ level }) => level),
        ['warn', 'info'],
      );
      doesNotMatch(JSON.stringify(world.log.lines), /secret/);
    });

    it('is read by one of several processes', async () => {
      await start();
      let reading = 0;
      let most = 0;
      let count = 0;
      const readMailbox = async () => {
        most = Math.max(most, ++reading);
        await world.until(async () => Boolean(await world.store.get('job', 'bounces')));
        reading--;
        count++;
        return { place: { validity: '1', uid: count }, isMore: false };
      };
      const processes = [1, 2, 3].map(() => open({ readMailbox }));
      await world.untilLater(() => count >= 3);
      for (const each of processes) await each.close();
      equal(most, 1);
    });

    it('does not keep up a stop', async () => {
      await start();
      imap = await startImap();
      imap.stall();
      const mail = open();
      await world.clock.tick(MINUTE);
      await world.until(async () => (await world.records('job')).length > 0);
      await mail.close();
    });
  });
});
