import { deepEqual, ok } from 'node:assert/strict';
import { reachOf } from '../../lib/mail/mailings.js';
import { createRegister } from '../../lib/mail/register.js';
import { receiveReports } from '../../lib/mail/reports.js';
import { createReturnPaths } from '../../lib/mail/return-path.js';
import { eachTest } from '../support/blog.js';
import { reportTo } from './reports.js';
import { makeMailWorld } from './world.js';

describe('A report on mail', () => {
  const { makeFolder } = eachTest();
  /** @type {Awaited<ReturnType<typeof makeMailWorld>>} */
  let world;
  /** @type {ReturnType<typeof createReturnPaths>} */
  let returnPathOf;
  beforeEach(async () => {
    world = await makeMailWorld(makeFolder());
    returnPathOf = createReturnPaths(world.subscribers, 'bounces@example.org');
    await world.addReaders(2);
  });
  afterEach(() => world.end());
  async function receive(/** @type {string} */ message, isTrusted = false) {
    const { store, subscribers, clock } = world;
    const register = createRegister({ subscribers, subscribing: /** @type {any} */ ({}), clock });
    return receiveReports(message, { store, subscribers, register, isTrusted });
  }
  async function reader(/** @type {number} */ number) {
    const found = await world.subscribers.findByEmail(`reader-${number}@example.org`);
    ok(found);
    return found;
  }

  it('counts for its mailing, whichever sign of it the report has, and each mail once', async () => {
    const mail = world.open();
    await mail.mailings.begin('post', '');
    await world.untilLater(async () => (await mail.mailings.find('post'))?.state === 'done');
    const mailing = await mail.mailings.find('post');
    ok(mailing);
    const digest = { ...mailing, id: 'digest:2026-11-22', kind: 'digest', posts: [] };
    const { revision: _, ...record } = { ...digest, createdAt: '2026-11-22T08:00:00.000Z' };
    await world.store.write([{ kind: 'mailing', record, revision: null }]);
    await world.addReaders(2, 'other');
    const [ann, ben] = [await reader(0), await reader(1)];
    const reached = async (id = 'post') => {
      const found = await mail.mailings.find(id);
      const { accepted, bounced, complained } = reachOf(found ?? mailing);
      return [accepted, bounced, complained];
    };
    for (let time = 0; time < 2; time++)
      await receive(reportTo({ to: await returnPathOf(ann, 'post') }));
    deepEqual(await reached(), [1, 1, 0]);
    const off = await world.subscribers.tokenOf(ben, 'off', Date.parse(mailing.createdAt));
    await receive(
      reportTo({ headers: `List-Unsubscribe: <https://b/subscribe/off/${off}>\n` }),
      true,
    );
    deepEqual(await reached(), [0, 2, 0]);
    const headers = `Message-ID: <digest-2026-11-22.${ann.id}@example.org>\n`;
    await receive(reportTo({ about: ann.email, headers }), true);
    await receive(reportTo({ to: await returnPathOf(ann, 'digest:2026-11-22') }));
    deepEqual(await reached('digest:2026-11-22'), [1, 1, 0]);
    await receive(`Feedback-Type: abuse\nList-Unsubscribe: <https://b/subscribe/off/${off}>\n\n`);
    deepEqual(await reached(), [0, 2, 1]);
    await receive(reportTo({ about: 'other-0@example.org' }), true);
    deepEqual(await reached(), [0, 2, 1]);
    await mail.close();
  });
});
