import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { createSubscribers } from '../../lib/mail/subscribers.js';
import { createSubscriber } from '../../lib/mail/new-subscriber.js';
import { normaliseEmail } from '../../lib/mail/address.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { eachTest } from '../support/blog.js';
/** @import { Subscriber } from '../../lib/mail/records.js' */

const AT = '2026-01-01T00:00:00.000Z';

describe('The subscribers', () => {
  const { startBlog } = eachTest();

  async function start() {
    const { store } = (await startBlog()).open;
    const deps = { store, random: randomBytes, baseUrl: 'https://blog.example' };
    const subscribers = createSubscribers(deps);
    const add = async (/** @type {string} */ email, /** @type {Partial<Subscriber>} */ more = {}) =>
      subscribers.change(await subscribers.idOf(email), () => ({
        after: { ...createSubscriber(AT), email, ...more },
      }));
    return { subscribers, add, other: createSubscribers(deps) };
  }

  it('has one record for an address, whatever its capitals, by an id that says nothing of it', async () => {
    const { subscribers, add } = await start();
    await Promise.all([add('Ann@example.org'), add('ann@example.org'), add('ANN@example.org')]);
    const all = [];
    for await (const each of subscribers.all()) all.push(each);
    equal(all.length, 1);
    match(all[0].id, /^[\w-]{22}$/);
    equal((await subscribers.findByEmail('ann@example.org'))?.id, all[0].id);
    equal((await (await start()).subscribers.idOf('ann@example.org')) === all[0].id, false);
  });

  it('gives a post to those who want all, or one of its tags', async () => {
    const { subscribers, add } = await start();
    await add('all@example.org', { state: 'confirmed' });
    await add('jam@example.org', { state: 'confirmed', tags: ['Jam'] });
    await add('bread@example.org', { state: 'confirmed', tags: ['bread'] });
    for (const state of /** @type {const} */ (['unconfirmed', 'unsubscribed', 'paused']))
      await add(`${state}@example.org`, { state });
    const found = [];
    for await (const { email } of subscribers.confirmed(['jam'])) found.push(email);
    deepEqual(found.sort(), ['all@example.org', 'jam@example.org']);
  });

  it('have links that every process knows, each good for one purpose and one of them', async () => {
    const { subscribers, add, other } = await start();
    const ann = await add('ann@example.org');
    if (!ann) throw new Error('There is none');
    const link = await subscribers.linkOf(ann, 'confirm', 1234);
    const [, token] = /^https:\/\/blog\.example\/subscribe\/confirm\/([\w-]+)$/.exec(link) ?? [];
    deepEqual(await other.open(token, 'confirm'), { id: ann.id, at: 1234 });
    equal(await other.open(token, 'off'), null);
    for (const forged of [
      '',
      'x',
      `${token}A`,
      token.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    ])
      equal(await other.open(forged, 'confirm'), null);
    notEqual(await subscribers.tokenOf(ann, 'off'), await subscribers.tokenOf(ann, 'choices'));
  });
});

describe('An address', () => {
  it('is kept without space around it, with its domain in lower case and in ASCII', () => {
    equal(normaliseEmail(' Ann@Example.ORG\n'), 'Ann@example.org');
    equal(normaliseEmail('zoë@bücher.example'), 'zoë@xn--bcher-kva.example');
  });

  it('is refused when no mail goes to it, or when it would be more than an address', () => {
    const bad = ['', 'ann', '@x.org', 'a@b', 'a@b..c', 'a b@c.org', 'a@c.org\r\nBcc: x@y.org'];
    const long = [`${'a'.repeat(65)}@c.org`, `a@${'b.'.repeat(130)}org`, 'a@c.org, d@e.org'];
    for (const typed of [...bad, ...long, 'a@[127.0.0.1]', 'a@127.0.0.1', '<a@c.org>', '.a@c.org'])
      equal(normaliseEmail(typed), '', typed);
  });
});
