import { deepEqual, equal, match } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { lastSlot } from '../../lib/mail/digests.js';
import { haveMailStand } from '../../lib/mail/standing.js';
import { eachTest } from '../support/blog.js';
import { makeMailWorld } from './world.js';
/** @import { OpenMail } from '../../lib/mail/open.js' */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

// The clock of the tests begins on a Saturday, at noon.
describe('A digest', () => {
  const { makeFolder } = eachTest();
  /** @type {Awaited<ReturnType<typeof makeMailWorld>>} */
  let world;
  /** @type {OpenMail[]} */
  let open;
  beforeEach(async () => {
    open = [];
    world = await makeMailWorld(makeFolder());
    world.posts.clear();
    Object.assign(world.index.settings, {
      timeZone: 'UTC',
      digest: 'daily',
      digestDay: 1,
      digestHour: 8,
    });
  });
  afterEach(async () => {
    for (const each of open) await each.close();
    await world.end();
  });
  /** @param {Parameters<typeof world.open>[0]} [more] */
  async function launch(more) {
    const mail = world.open(more);
    open.push(mail);
    mail.start();
    return mail;
  }
  const publish = (/** @type {string} */ id, fields = {}) =>
    world.addPost(id, { publishedAt: new Date(world.clock.now()).toISOString(), ...fields });
  /** Lets time pass, with looks in between. */
  async function pass(milliseconds = DAY) {
    for (let left = milliseconds; left > 0; left -= HOUR / 2) {
      await world.clock.tick(HOUR / 2);
      for (let turn = 0; turn < 40; turn++) await setImmediate();
    }
    await world.untilLater(async () =>
      (await digests()).every(({ state }) => state !== 'waiting' && state !== 'sending'),
    );
  }
  const digests = async () =>
    (await world.records('mailing')).filter(({ kind }) => kind === 'digest');
  const told = async () => (await digests()).map(({ id, posts }) => [id, posts]);
  const noted = () => world.until(async () => (await world.store.get('job', 'digest')) !== null);

  it('tells each reader once of what was published since the last one, and nobody of nothing', async () => {
    await world.addReaders(3);
    publish('before');
    await launch();
    await noted();
    await world.clock.tick(HOUR);
    publish('one');
    publish('two');
    await pass();
    deepEqual(await told(), [['digest:2026-11-22', ['two', 'one']]]);
    equal(world.smtp.taken.length, 3);
    await pass(2 * DAY);
    equal(world.smtp.taken.length, 3);
    publish('three');
    await pass();
    deepEqual((await told())[1], ['digest:2026-11-25', ['three']]);
    equal(world.smtp.taken.length, 6);
  });

  it('leaves out posts that were sent by themselves, drafts and pages', async () => {
    await world.addReaders(1);
    const mail = await launch();
    await noted();
    await world.clock.tick(HOUR);
    for (const id of ['own', 'told']) publish(id);
    publish('page', { type: 'page' });
    publish('draft', { status: 'draft' });
    await mail.mailings.begin('own', '');
    await pass();
    deepEqual(await told(), [['digest:2026-11-22', ['told']]]);
  });

  it('is one after a stop over several times, with all that was published meanwhile', async () => {
    await world.addReaders(1);
    const first = await launch();
    await noted();
    await first.close();
    for (let day = 0; day < 5; day++) {
      await world.clock.tick(DAY);
      publish(`day-${day}`);
    }
    await launch();
    await pass();
    const [[, posts], ...others] = await told();
    deepEqual([posts.length, others.length, world.smtp.taken.length], [5, 0, 1]);
  });

  it('is made once by several processes', async () => {
    await world.addReaders(2);
    for (let each = 0; each < 3; each++) await launch();
    await noted();
    await world.clock.tick(HOUR);
    publish('one');
    await pass(3 * DAY);
    deepEqual([(await told()).length, world.smtp.taken.length], [1, 2]);
  });

  it('that was made before its process ended is not made again, and nothing is told twice', async () => {
    await world.addReaders(1);
    const first = await launch();
    await noted();
    await world.clock.tick(HOUR);
    publish('one');
    const before = await world.store.get('job', 'digest');
    await pass();
    await first.close();
    const after = await world.store.get('job', 'digest');
    await world.store.write([
      { kind: 'job', record: without(before), revision: after?.revision ?? null },
    ]);
    await launch();
    await pass(2 * DAY);
    deepEqual([(await told()).length, world.smtp.taken.length], [1, 1]);
  });

  it('comes on its weekday, and not for what was there when it was turned on', async () => {
    await world.addReaders(1);
    world.index.settings.digest = 'off';
    await launch();
    publish('old');
    await pass(3 * DAY);
    Object.assign(world.index.settings, { digest: 'weekly', digestDay: 5 });
    await pass(HOUR);
    publish('new');
    await pass(7 * DAY);
    deepEqual(await told(), [['digest:2026-11-27', ['new']]]);
  });

  it('tells nothing of the time in which it was off', async () => {
    await world.addReaders(1);
    await launch();
    await noted();
    world.index.settings.digest = 'off';
    await pass(HOUR);
    publish('unheard');
    await pass(2 * DAY);
    world.index.settings.digest = 'daily';
    await pass(3 * DAY);
    deepEqual(await told(), []);
  });

  it('stands in a copy of the blog, until an owner lets it go on', async () => {
    await world.addReaders(1);
    const mail = await launch();
    await noted();
    await haveMailStand(world.store);
    await world.clock.tick(HOUR);
    publish('one');
    await pass(2 * DAY);
    deepEqual([await told(), await mail.digests.stands()], [[], true]);
    await mail.digests.goOn();
    await pass(2 * DAY);
    deepEqual([(await told()).length, await mail.digests.stands()], [1, false]);
  });

  it('stands where the settings of an import turn it on', async () => {
    await world.addReaders(1);
    world.index.settings.digest = 'off';
    await haveMailStand(world.store);
    world.index.settings.digest = 'daily';
    const mail = await launch();
    await pass(HOUR);
    publish('one');
    await pass(2 * DAY);
    deepEqual([await told(), await mail.digests.stands()], [[], true]);
    await mail.digests.goOn();
    await pass(2 * DAY);
    equal((await told()).length, 1);
  });

  it('comes again after a clock that was far ahead', async () => {
    await world.addReaders(1);
    await launch();
    await noted();
    const record = await world.store.get('job', 'digest');
    const wrong = { ...without(record), slot: '2030-01-01T08:00:00.000Z' };
    await open[0].close();
    await world.store.write([{ kind: 'job', record: wrong, revision: record?.revision ?? null }]);
    await launch();
    await pass(HOUR);
    publish('one');
    await pass();
    equal((await told()).length, 1);
  });

  it('is due at its hour in the time zone of the blog, also where the clocks change', () => {
    const settings = { timeZone: 'Europe/Berlin', digestDay: 7, digestHour: 2 };
    const slot = (/** @type {'daily' | 'weekly'} */ digest, /** @type {string} */ now) =>
      lastSlot({ ...settings, digest }, Date.parse(now));
    equal(slot('daily', '2026-11-23T00:59:00Z'), '2026-11-22T01:00:00.000Z');
    equal(slot('daily', '2026-11-23T01:00:00Z'), '2026-11-23T01:00:00.000Z');
    equal(slot('weekly', '2026-11-23T01:00:00Z'), '2026-11-22T01:00:00.000Z');
    match(slot('daily', '2026-03-29T12:00:00Z'), /^2026-03-29T0[01]:/);
    equal(slot('daily', '2026-10-25T12:00:00Z'), '2026-10-25T00:00:00.000Z');
  });
});

/** @param {any} record */
const without = ({ revision: _, ...record }) => record;
