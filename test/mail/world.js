import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { openMail } from '../../lib/mail/open.js';
import { createSubscriber } from '../../lib/mail/new-subscriber.js';
import { createSubscribers } from '../../lib/mail/subscribers.js';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { openStore } from '../../lib/store/open.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { startScriptedSmtp } from '../support/scripted-smtp.js';
/** @import { Script } from '../support/scripted-smtp.js' */

/**
 * A store, a mail server that fails as it is told, and processes that send.
 * @param {string} folder
 * @param {Script} [script]
 */
export async function makeMailWorld(folder, script) {
  const clock = createClock();
  const log = createQuietLog();
  const smtp = await startScriptedSmtp(script);
  const store = await openStore(`sqlite:${join(folder, 'mail.db')}`, { clock, log });
  const config = { smtpUrl: smtp.url, mailFrom: 'Blog <blog@example.org>', mailPerHour: 0 };
  const baseUrl = 'https://blog.example';
  const subscribers = createSubscribers({ store, random: randomBytes, baseUrl });
  /** @type {Map<string, any>} */
  const posts = new Map();
  const index = {
    settings: /** @type {any} */ ({ postalAddress: '1 High Street' }),
    post: (/** @type {string} */ id) => posts.get(id) ?? null,
    posts: () => posts.values(),
    isPublic: (/** @type {any} */ post) => post.status === 'published',
  };
  addPost('post', { title: 'Jam' });
  return {
    clock,
    log,
    smtp,
    store,
    config,
    index,
    subscribers,
    posts,
    addPost,
    addReaders,
    open,
    until,
    untilLater,
    records,
    end,
  };

  /** @param {Partial<Parameters<typeof openMail>[0]>} [more]  another process of the blog */
  function open(more) {
    const network = createNetwork({ patience: 10_000 });
    return openMail({
      config,
      store,
      index,
      subscribers,
      compose,
      network,
      leads: async () => true,
      clock,
      log,
      ...more,
    });
  }

  /** @type {import('../../lib/mail/deliver.js').Compose} */
  async function compose({ id, posts: [first] }, subscriber) {
    const post = posts.get(first);
    const messageId = `<${id}.${subscriber.id}@example.org>`;
    return post && { subject: post.title, text: `${post.title}.\n`, messageId };
  }

  /** @param {string} id @param {Record<string, unknown>} [fields] */
  function addPost(id, fields) {
    posts.set(id, { id, type: 'post', status: 'published', title: id, tags: [], ...fields });
  }

  /** @param {number} count @param {string} [name] */
  async function addReaders(count, name = 'reader') {
    for (let each = 0; each < count; each++) {
      const email = `${name}-${each}@example.org`;
      const after = { ...createSubscriber('2026-01-01T00:00:00.000Z'), email };
      const id = await subscribers.idOf(email);
      await subscribers.change(id, () => ({ after: { ...after, state: 'confirmed' } }));
    }
  }

  /** @param {() => unknown} isSo  may be a promise */
  async function until(isSo) {
    while (!(await isSo())) await setImmediate();
  }

  /** Lets time pass meanwhile. @param {() => unknown} isSo  may be a promise */
  async function untilLater(isSo) {
    while (!(await isSo())) {
      await setImmediate();
      await clock.tick(5000);
    }
  }

  /** @param {import('../../lib/store/types.js').Kind} kind */
  async function records(kind) {
    const all = [];
    for await (const record of store.all(kind)) all.push(record);
    return all;
  }

  async function end() {
    smtp.stop();
    await store.close();
  }
}
